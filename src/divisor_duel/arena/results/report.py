"""The report of a tournament: one self-contained HTML file.

Tables and plots show how strong the players are, and the worst mistakes can be replayed
move by move. The page loads nothing: style, pictures, games and the short script that
steps through them are inline.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypedDict

from msgspec import UNSET

from divisor_duel.arena.players.chat_responses import total_tokens
from divisor_duel.arena.results.page_style import SCRIPT, fit_columns, html_page
from divisor_duel.arena.results.plots import intervals, mistakes
from divisor_duel.arena.results.ratings import Estimate
from divisor_duel.arena.results.scores import (
    OVERALL,
    Evidence,
    Pairs,
    PlayerScores,
    Results,
    Undone,
    by_rating,
    evidence,
)
from divisor_duel.arena.run.rows import Decision, GameRow, Unplayed
from divisor_duel.game import Player
from divisor_duel.games.registry import set_up
from divisor_duel.learn.review import Mark

MOST_REPLAYS, MOST_OF_ONE = 12, 3
"""Limits on the mistakes shown, overall and for one player."""

MARKS = {Player.ONE: "●", Player.TWO: "■"}
"""The players' marks, which differ in shape."""


class Replay(TypedDict):
    """A game as the page's script replays it."""

    title: str
    players: str
    at: int
    steps: list[dict[str, str]]


def report(scores: Results, rows: Sequence[GameRow | Unplayed]) -> str:
    """Return the whole page."""
    overall = scores["scores"][OVERALL]
    order = by_rating(overall)
    played = [row for row in rows if isinstance(row, GameRow)]
    replays = [_replay(mistake) for mistake in worst_mistakes(played)]
    parts = [
        f"<h1>Arena report</h1><p>{_summary(scores)}</p>",
        *_plots(scores, order),
        *_score_tables(scores, order),
        "<h2>Who beat whom</h2>",
        pair_table(scores["pairs"], order),
        "<h2>Faults</h2><p>They cost games but say nothing about skill.</p>",
        _fault_table(overall, order),
        fault_evidence(evidence(played)),
        _unplayed(scores["unplayed"]),
        "<h2>Worst mistakes</h2>",
        _replay_section(replays),
    ]
    data = json.dumps(replays).replace("<", "\\u003c")
    scripts = f'<script type="application/json" id="replays">{data}</script>\n'
    return html_page("Arena report", parts, f"{scripts}<script>{SCRIPT}</script>\n")


def _summary(scores: Results) -> str:
    settings = scores["settings"]
    saw = "saw" if scores["legal_moves_shown"] else "did not see"
    return escape(
        f"{scores['games']} games: {', '.join(settings['games'])}; {settings['rounds']} rounds in "
        f"which every pair met twice, and each player went first once; starts: "
        f"{settings['starts']}; "
        f"{settings['seconds']:g} s a move; seed {settings['seed']}. In the ratings, "
        f"{scores['anchor']}. Illegal answers: {settings['illegal']}; time-outs: "
        f"{settings['timeout']}; crashes: {settings['crash']}. Players asked in words {saw} "
        "the legal moves."
    )


def figures(scores: Results, order: list[str]) -> dict[str, str]:
    """Return the plots as SVG, by name; without exact values there are only two."""
    overall = scores["scores"][OVERALL]
    ratings = [(name, overall[name]["rating"]) for name in order]
    won = [(name, overall[name]["win_rate"]) for name in order]
    found = {
        "ratings": intervals("Ratings", ratings, None, lambda value: f"{value:.0f}"),
        "win-rates": intervals("Win rates", won, (0, 1), _percent),
    }
    if not scores["settings"]["judge"]:
        return found
    right = [(name, overall[name]["accuracy"]) for name in order]
    counts = [(name, overall[name]["mistakes_per_game"]) for name in order]
    found["accuracy"] = intervals("Accuracy", right, (0, 1), _percent)
    return {**found, "mistakes": mistakes(counts)}


def _plots(scores: Results, order: list[str]) -> Iterator[str]:
    plots = figures(scores, order)
    yield f"<h2>Ratings</h2>{_figure(plots['ratings'])}"
    yield f"<h2>Win rates</h2>{_figure(plots['win-rates'])}"
    if "accuracy" not in plots:
        yield "<p>Moves were not compared with exact play.</p>"
        return
    yield (
        "<h2>Accuracy</h2><p>How often a player held a win that could be lost.</p>"
        + _figure(plots["accuracy"])
    )
    yield (
        "<h2>Mistakes per game</h2><p>By the number of plies to the end. Mistakes near the end are "
        "worse.</p>" + _figure(plots["mistakes"])
    )


def _figure(picture: str) -> str:
    return f"<figure>{picture}</figure>"


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    return f"{estimate['value']:.1%} <small>{estimate['low']:.0%}-{estimate['high']:.0%}</small>"


def table(
    head: Iterable[str], rows: Iterable[Iterable[str]], name: str = "", ends_in_text: bool = False
) -> str:
    """Return a table of escaped cells; the first of each row is its heading.

    With `ends_in_text` the last cell of each row is a sentence and not a number.
    """
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    label = f' aria-label="{escape(name)}"' if name else ""
    kind = ' class="wordy"' if ends_in_text else ""
    return (
        f'<div class="wide"><table{label}{kind}><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _score_tables(scores: Results, order: list[str]) -> Iterator[str]:
    head = ("player", "rating", "win rate", "accuracy", "conversion", "resistance", "faults")
    yield "<h2>Scores</h2><p>Small figures are 95% intervals. Conversion: games won of those "
    yield "begun in a won position. Resistance: games won of those begun in a lost one.</p>"
    for scope, players in scores["scores"].items():
        yield f"<h3>{escape(scope)}</h3>"
        rows = [_score_row(name, players[name]) for name in order]
        yield table(head, rows, scope)


def _score_row(name: str, player: PlayerScores) -> list[str]:
    rating = player["rating"]
    rating_cell = "-"
    if rating:
        spread = f"<small>{rating['low']:.0f} to {rating['high']:.0f}</small>"
        rating_cell = f"{rating['value']:.0f} {spread}"
    estimates = (
        player["win_rate"],
        player["accuracy"],
        player["conversion"],
        player["resistance"],
    )
    shares = map(_share, estimates)
    faults = str(sum(player["faults"].values()))
    return [escape(name), rating_cell, *shares, faults]


def pair_table(pairs: Pairs, order: list[str]) -> str:
    """Return who beat whom in percent; opponents have numbers, so that the table is narrow."""
    numbered, rows = list(enumerate(order, 1)), []
    for number, one in numbered:
        cells = [_pair_cell(one, two, *pairs[one].get(two, (0, 0))) for two in order]
        rows.append([f"<small>{number}</small> {escape(one)}", *cells])
    heads = (f'<abbr title="{escape(name)}">{number}</abbr>' for number, name in numbered)
    grid = table(["player", *heads], rows, "pairs")
    return (
        "<p>Games won, in percent, against the players by their numbers. Point at a cell for the "
        f"counts.</p>{fit_columns(grid, len(order))}"
    )


def _pair_cell(one: str, two: str, wins: int, games: int) -> str:
    if not games:
        return ""
    words = f"{one} won {wins} of {games} against {two}"
    return f'<span title="{escape(words)}">{100 * wins / games:.0f}</span>'


def _fault_table(overall: dict[str, PlayerScores], order: list[str]) -> str:
    kinds = sorted({kind for name in order for kind in overall[name]["faults"]})
    replies = sorted({kind for name in order for kind in overall[name]["replies"]})
    head = ["player", "forfeits", *kinds, *(f"replies {kind}" for kind in replies)]
    head += ["tokens", "reasoning", "cached", "cost"]
    rows = []
    for name in order:
        player = overall[name]
        cells = [str(player["faults"].get(kind, 0)) for kind in kinds]
        cells += [str(player["replies"].get(kind, 0)) for kind in replies]
        rows.append([escape(name), str(player["forfeits"]), *cells, *_spent(player)])
    return table(head, rows, "faults")


def _spent(player: PlayerScores) -> list[str]:
    """Return cells with a player's tokens and cost, empty if there are none."""
    tokens = player["tokens"]
    counts = (
        total_tokens(tokens),
        tokens.get("reasoning_tokens", 0),
        tokens.get("cached_tokens", 0),
    )
    cost = f"{player['cost']:.4f}" if player["cost"] else ""
    return [*(str(count or "") for count in counts), cost]


def fault_evidence(faults: Sequence[Evidence]) -> str:
    """List the given faults, with everything known about each."""
    if not faults:
        return ""
    shown = []
    for fault in faults:
        lines = [fault.detail]
        lines += [f"Reply: {fault.reply}"] if fault.reply else []
        lines += [f"Standard error:\n{fault.evidence}"] if fault.evidence else []
        where = f"in {fault.key}" if fault.ply is UNSET else f"at ply {fault.ply} of {fault.key}"
        title = f"{fault.player}: {fault.kind} {where}"
        shown.append(
            f"<details><summary>{escape(title)}</summary><pre>{escape(chr(10).join(lines))}</pre>"
            "</details>"
        )
    return f"<h3>Evidence</h3><p>The first few of each kind.</p>{''.join(shown)}"


def _unplayed(games: list[Undone]) -> str:
    """Return the table of games that could not be played."""
    if not games:
        return ""
    reasons = Counter((game["player"], game["detail"]) for game in games)
    rows = [
        [escape(player), str(count), escape(detail)]
        for (player, detail), count in reasons.most_common()
    ]
    return (
        "<h2>Not played</h2><p>These games had technical problems and do not count. Run the "
        "same command to play them.</p>"
        + table(("player", "games", "problem"), rows, "not played", ends_in_text=True)
    )


class Mistake(NamedTuple):
    """A mistake that cost the game."""

    row: GameRow
    """The game."""
    decision: Decision
    """The move that was a mistake."""
    plies: int
    """In how many plies the game was won."""
    better: list[int]
    """The moves that would have won."""

    @property
    def player(self) -> str:
        """The name of the player who made it."""
        return self.row.players[self.decision.player - 1]


def worst_mistakes(rows: Iterable[GameRow]) -> list[Mistake]:
    """Return mistakes that cost the game, those nearest to the end first."""
    costly = sorted(_costly_mistakes(rows), key=lambda mistake: mistake.plies)
    counts: Counter[str] = Counter()
    chosen = []
    for mistake in costly:
        counts[mistake.player] += 1
        if counts[mistake.player] <= MOST_OF_ONE:
            chosen.append(mistake)
    return chosen[:MOST_REPLAYS]


def _costly_mistakes(rows: Iterable[GameRow]) -> Iterator[Mistake]:
    for row in rows:
        for decision in row.decisions:
            plies, better = decision.remoteness, decision.better
            lost = row.winner != decision.player and not row.forfeit
            if decision.mark is Mark.MISTAKE and lost and isinstance(plies, int):
                yield Mistake(row, decision, plies, better or [])


def _replay(mistake: Mistake) -> Replay:
    """Return a game as the page replays it: each position with a note on the move."""
    row, decision, plies, winning = mistake
    game = set_up(row.game, row.options)
    positions = [*game.positions(row.played, Player(row.first))]
    steps = [{"position": game.describe(positions[0]), "note": "The start of the set-up."}]
    for ply, move in enumerate(row.played, 1):
        mover = positions[ply - 1].to_move
        who = row.players[mover - 1]
        note = f"{MARKS[mover]} {who} plays {game.format_move(move)}."
        if ply <= row.opening:
            note = f"Given: {game.format_move(move)}."
        elif ply == decision.ply:
            better = ", ".join(game.format_move(choice) for choice in winning[:12])
            note += f" A mistake: {better} would have won."
        steps.append({"position": game.describe(positions[ply]), "note": note})
    steps[-1]["note"] += f" {row.players[row.winner - 1]} has won: {row.reason}."
    win = f"a win in {plies} {'ply' if plies == 1 else 'plies'}"
    title = f"{mistake.player} threw away {win}, {row.setup}"
    versus = f"{MARKS[Player.ONE]} {row.players[0]}, {MARKS[Player.TWO]} {row.players[1]}"
    return Replay(title=title, players=versus, at=decision.ply, steps=steps)


def _replay_section(replays: Sequence[Replay]) -> str:
    if not replays:
        return "<p>No mistakes to replay.</p>"
    choices = "".join(
        f'<option value="{number}">{escape(replay["title"])}</option>'
        for number, replay in enumerate(replays)
    )
    buttons = "".join(
        f'<button type="button" data-step="{step}">{label}</button>'
        for step, label in (("first", "Start"), ("back", "Back"), ("on", "Next"), ("last", "End"))
    )
    return (
        f'<div id="replay"><label>Game <select id="choice">{choices}</select></label>'
        f'<p id="versus"></p><p class="buttons">{buttons} <span id="ply"></span></p>'
        '<p id="note" aria-live="polite"></p><p id="position"></p></div>'
    )
