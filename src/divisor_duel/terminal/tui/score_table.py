"""A table of how people did against each level, fitted to a width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.finished_games import Score
from divisor_duel.text import plural


def score_table(scores: Sequence[Score], width: int) -> str:
    """Return a row for each game and a column for each level played, weakest first.

    Games against the proof count as games against perfect play. A star marks wins with hints.
    """
    if not scores:
        return "No games against the computer yet."
    won, played, helped = (Counter[tuple[str, str]]() for _ in range(3))
    for score in scores:
        cell = score.game, "perfect" if score.level == "proof" else score.level
        won[cell] += score.won
        played[cell] += score.played
        helped[cell] += score.helped
    cells = {
        cell: f"{'*' if helped[cell] else ''}{won[cell]}/{count}" for cell, count in played.items()
    }
    games = _in_order(GAMES, (score.game for score in scores))
    heads = ["", *(game.title() for game in games)]
    names = max(map(len, heads))
    rows = ["Games won against the computer:"]
    for block in _blocks(_columns(cells, games), width - names):
        for head, row in zip(heads, zip(*block, strict=True), strict=True):
            rows.append(f"{head:{names}} {' '.join(row)}".rstrip())
    if total := sum(helped.values()):
        rows.append(f"* {plural(total, 'win')} with hints")
    return "\n".join(rows)


def _columns(cells: dict[tuple[str, str], str], games: list[str]) -> Iterable[list[str]]:
    """Yield each level's column, headed by its name."""
    from divisor_duel.engine.levels import OPPONENTS

    for level in _in_order(OPPONENTS, (level for _, level in cells)):
        column = [level, *(cells.get((game, level), "-") for game in games)]
        widest = max(map(len, column))
        yield [text.rjust(widest) for text in column]


def _blocks(columns: Iterable[list[str]], width: int) -> list[list[list[str]]]:
    """Put columns side by side while they fit, and the others in blocks below."""
    blocks: list[list[list[str]]] = []
    left = 0
    for column in columns:
        left -= len(column[0]) + 1
        if left < 0 or not blocks:
            blocks.append([])
            left = width - len(column[0]) - 1
        blocks[-1].append(column)
    return blocks


def _in_order(known: Iterable[str], names: Iterable[str]) -> list[str]:
    """Return `names` without duplicates in the order of `known`, unknown ones last."""
    order = list(known)
    return sorted(
        dict.fromkeys(names), key=lambda name: order.index(name) if name in order else len(order)
    )
