"""The results of a tournament as tables and figures for a paper."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from divisor_duel.arena.players.chat_responses import total_tokens
from divisor_duel.arena.results.paper_files import Cell, PaperFiles, PaperTable, latex_text
from divisor_duel.arena.results.report import figures
from divisor_duel.arena.results.scores import OVERALL, Pairs, PlayerScores, Results, by_rating
from divisor_duel.arena.run.output_folder import RESULTS
from divisor_duel.errors import DuelError
from divisor_duel.files import RESULTS_FILE, read_bounded
from divisor_duel.game import brief


def read_results(folder: Path) -> Results:
    """Read the results of a tournament; DuelError if there are none."""
    problem = f"there are no results of a tournament in {brief(str(folder))}"
    try:
        found = json.loads(read_bounded(folder / RESULTS, RESULTS_FILE))
        if isinstance(found, dict) and found.get("complete") is False:
            raise DuelError(f"the tournament in {brief(str(folder))} is not over; run it again")
        return msgspec.convert(found, Results)
    except OSError as error:
        raise DuelError(f"{problem}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise DuelError(problem) from None


def paper_files(results: Results) -> PaperFiles:
    """Return all tables and figures of a tournament."""
    overall = results["scores"][OVERALL]
    order = by_rating(overall)
    settings = results["settings"]
    notes = (
        f"{results['games']} games; in the ratings, {results['anchor']}. "
        f"Brackets show 95% intervals.",
        f"divisor-duel {results['package']}, {results['date']}, seed {settings['seed']}, "
        f"starts {settings['starts']}, games {', '.join(settings['games'])}.",
    )
    tables = {"scores": _scores(results), "pairs": _pairs(results)}
    printed = {
        "scores": latex_text(_printed(overall, order), notes),
        "pairs": latex_text(_matrix(results["pairs"], order), notes),
    }
    return PaperFiles(tables, printed, figures(results, order))


SHARES = ("win_rate", "win_rate_without_forfeits", "accuracy", "conversion", "resistance")
"""Shares of games or moves, each with an interval."""

COUNTS = ("games", "wins", "begun", "begun_wins", "decisions", "mistakes", "moves", "forfeits")
"""Counts of games and moves."""


def _scores(results: Results) -> PaperTable:
    """Return one row for each set-up and player, with every score."""
    rows = [
        _row(scope, name, players[name])
        for scope, players in results["scores"].items()
        for name in by_rating(players)
    ]
    head = ("setup", "player", "rating", *SHARES, *COUNTS, "faults", "tokens", "cost")
    return PaperTable(head, rows, frozenset(("rating", *SHARES)))


def _row(scope: str, name: str, player: PlayerScores) -> list[Cell]:
    shares = (player["win_rate"], player["win_rate_without_forfeits"], player["accuracy"])
    ends = (player["conversion"], player["resistance"])
    games = (player["games"], player["wins"], player["begun"], player["begun_wins"])
    moves = (player["decisions"], player["mistakes"], player["moves"], player["forfeits"])
    faults, tokens = sum(player["faults"].values()), total_tokens(player["tokens"])
    first: list[Cell] = [scope, name, player["rating"]]
    return [*first, *shares, *ends, *games, *moves, faults, tokens, player["cost"]]


def _pairs(results: Results) -> PaperTable:
    """Return one row for each set-up, player and opponent who met."""
    scopes = {OVERALL: results["pairs"], **results["pairs_per_game"]}
    rows: list[list[Cell]] = [
        [scope, one, two, wins, games]
        for scope, pairs in scopes.items()
        for one, opponents in pairs.items()
        for two, (wins, games) in opponents.items()
        if games
    ]
    return PaperTable(("setup", "player", "opponent", "wins", "games"), rows)


def _printed(overall: dict[str, PlayerScores], order: list[str]) -> PaperTable:
    """Return the table of players for print."""
    rows: list[list[Cell]] = []
    for name in order:
        player = overall[name]
        shares = (player["win_rate"], player["accuracy"])
        ends = (player["conversion"], player["resistance"])
        rows.append([name, player["rating"], *shares, *ends, sum(player["faults"].values())])
    head = ("player", "rating", "win rate", "accuracy", "conversion", "resistance", "faults")
    return PaperTable(head, rows, digits={"rating": 0})


def _matrix(pairs: Pairs, order: list[str]) -> PaperTable:
    """Return who beat whom for print: games won, and how many were played."""
    numbered = {name: str(number) for number, name in enumerate(order, 1)}
    rows: list[list[Cell]] = []
    for name in order:
        counts = (pairs[name].get(other) for other in order)
        cells = (f"{count[0]}/{count[1]}" if count and count[1] else None for count in counts)
        rows.append([f"{numbered[name]} {name}", *cells])
    return PaperTable(("player", *numbered.values()), rows)
