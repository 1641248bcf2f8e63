"""The results of benches as tables and figures for a paper.

Players may come from several folders, as long as all were asked the same positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from divisor_duel.arena.bench.comparison import read
from divisor_duel.arena.bench.leaderboard import Listed, listed
from divisor_duel.arena.bench.report import estimate_of, groups_of, main_score, ranked, score_plot
from divisor_duel.arena.bench.scores import BenchResults, PlayerResults
from divisor_duel.arena.players.chat_responses import total_tokens
from divisor_duel.arena.results.paper_files import Cell, PaperFiles, PaperTable, latex_text
from divisor_duel.errors import DuelError
from divisor_duel.game import brief


class Chosen(NamedTuple):
    """One player of a paper."""

    listed: Listed
    """What the leaderboard says of the player, except who ran it."""
    results: BenchResults
    """The results that the player is from."""

    @property
    def scores(self) -> PlayerResults:
        """The player's scores."""
        return self.listed.scores


def choose(names: Sequence[str]) -> dict[str, Chosen]:
    """Return the players in ``DIR`` or ``DIR:PLAYER``, by name.

    DuelError if two have the same name, if one has not answered every question, or if they
    were asked different positions.
    """
    found: dict[str, Chosen] = {}
    for text in names:
        folder, player = folder_and_player(text)
        for chosen in _players(folder, player):
            if chosen.listed.name in found:
                raise DuelError(f"two of the players are called {brief(chosen.listed.name)}")
            found[chosen.listed.name] = chosen
    sets = {chosen.results["settings"]["set"]["hash"] for chosen in found.values()}
    if len(sets) > 1:
        raise DuelError("these folders have answers to different positions")
    return found


def folder_and_player(text: str) -> tuple[Path, str]:
    """Return the folder and the player in ``DIR:PLAYER``; no player if it is a folder."""
    folder, _, player = (text, "", "") if Path(text).is_dir() else text.rpartition(":")
    return Path(folder or text), player


def _players(folder: Path, player: str) -> list[Chosen]:
    bench = read(folder)
    results = bench.results
    names = [player] if player else ranked(results["players"])
    for name in names:
        if name not in results["players"]:
            known = ", ".join(results["players"])
            raise DuelError(f"{brief(str(folder))} has no player {brief(name)}; there are {known}")
        if main_score(results["players"][name])["score"] is None:
            head = results["players"][name].get("headline")
            why = (head and head["incomplete"]) or "not asked"
            raise DuelError(f"{name} in {brief(str(folder))} has no score: {why}")
    return [Chosen(listed(bench, name), results) for name in names]


def paper_files(players: dict[str, Chosen]) -> PaperFiles:
    """Return all tables and figures of these players."""
    scores = {name: chosen.scores for name, chosen in players.items()}
    order = ranked(scores)
    first = players[order[0]]
    settings = first.results["settings"]
    notes = (
        f"Divisor Duel Bench {settings['bench']}, tier {settings['tier']}, positions "
        f"{settings['set']['hash']}.",
        "1 is perfect, 0 is random play. Brackets show 95% intervals.",
        f"divisor-duel {', '.join(sorted({one.results['package'] for one in players.values()}))}.",
    )
    tables = {
        "scores": _scores([players[name] for name in order]),
        "profile": _profile(scores, order),
    }
    if any("games" in player for player in scores.values()):
        tables["games"] = _games(scores, order)
    printed = {"scores": latex_text(_printed(scores, order), notes)}
    for view, name in (("family", "families"), ("depth", "depths")):
        if view in first.scores["profile"]:
            printed[name] = latex_text(_printed_profile(scores, order, view), notes)
    figures = {"scores": score_plot([(name, main_score(scores[name])) for name in order])}
    heads = [(name, scores[name]["headline"]) for name in order if "headline" in scores[name]]
    if heads:
        figures["compliance"] = score_plot([(name, head["compliance"]) for name, head in heads])
    return PaperFiles(tables, printed, figures)


HEADLINES = ("skill", "compliance", "rules")
"""The numbers at the head of a player's results, which Bench 1 lacks."""


def _scores(players: Sequence[Chosen]) -> PaperTable:
    """Return one row for each player, with all that the leaderboard says."""
    described = ("player", "bench", "tier", "set", "package", "date", "track", "model")
    shown = ("legal_moves", "template")
    counts = ("positions", "right", "by_chance", "faults", "retries", "tokens", "cost")
    rows = [_row(chosen) for chosen in players]
    head = (*described, *shown, *HEADLINES, "score", *counts)
    return PaperTable(head, rows, frozenset((*HEADLINES, "score")))


def _row(chosen: Chosen) -> list[Cell]:
    entry, results = chosen.listed, chosen.results
    scores, head = entry.scores, entry.scores.get("headline")
    described: list[Cell] = [entry.name, entry.version, entry.tier]
    described += [results["settings"]["set"]["hash"], results["package"], results["date"]]
    described += [entry.track, entry.model, "shown" if entry.legal else "hidden", entry.template]
    skill, compliance = (head["skill"], head["compliance"]) if head else (None, None)
    measured: list[Cell] = [estimate_of(skill), estimate_of(compliance)]
    measured += [estimate_of(head["rules"] if head else None), estimate_of(scores)]
    counts: list[Cell] = [scores["positions"], scores["right"], scores["by_chance"]]
    counts += [sum(scores["faults"].values()), head["retries"] if head else None]
    return [*described, *measured, *counts, total_tokens(scores["tokens"]), scores["cost"]]


def _profile(scores: dict[str, PlayerResults], order: Sequence[str]) -> PaperTable:
    """Return one row for each player and group of positions."""
    rows: list[list[Cell]] = [
        [name, view, group, part["positions"], estimate_of(part)]
        for name in order
        for view, groups in scores[name]["profile"].items()
        for group, part in groups.items()
    ]
    head = ("player", "view", "group", "positions", "score")
    return PaperTable(head, rows, frozenset(("score",)))


def _games(scores: dict[str, PlayerResults], order: Sequence[str]) -> PaperTable:
    """Return one row for each player and level that it played."""
    rows: list[list[Cell]] = [
        [name, level.removeprefix("level-"), counts["wins"], counts["games"]]
        for name in order
        if "games" in scores[name]
        for level, counts in scores[name]["games"]["against"].items()
    ]
    return PaperTable(("player", "level", "wins", "games"), rows)


def _printed(scores: dict[str, PlayerResults], order: Sequence[str]) -> PaperTable:
    """Return the table of players for print."""
    rows: list[list[Cell]] = []
    for name in order:
        player, faults = scores[name], sum(scores[name]["faults"].values())
        head = player.get("headline")
        tops = [estimate_of(head["skill"]), estimate_of(head["compliance"])] if head else []
        rows.append([name, *tops, estimate_of(player), faults])
    tops_head = ("skill", "compliance") if len(rows[0]) > 3 else ()
    return PaperTable(("player", *tops_head, "score", "faults"), rows)


def _printed_profile(
    scores: dict[str, PlayerResults], order: Sequence[str], view: str
) -> PaperTable:
    """Return the scores on each group of a view for print."""
    groups = groups_of(scores, order, view)
    rows: list[list[Cell]] = [
        [name, *(estimate_of(scores[name]["profile"][view].get(part)) for part in groups)]
        for name in order
    ]
    return PaperTable(("player", *groups), rows)
