"""How the winner wins, as diagrams in text: arcs, tracks, rails and the clock.

The values are those that pictures and the page draw too; here letters and lines place them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import singledispatch
from string import ascii_lowercase
from textwrap import wrap
from typing import NamedTuple

from divisor_duel.diagram import (
    Arcs,
    Clock,
    Copies,
    Diagram,
    Heaps,
    Replies,
    Searched,
    Singles,
    Tracks,
    Zigzag,
)
from divisor_duel.drawing.diagrams import diagrams_of
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.proof import Pair
from divisor_duel.strategy import Strategy
from divisor_duel.terminal.paint import MARKS

GAP = 2
"""Columns between two numbers."""
MOST_LEVELS = 6
"""Most lines of arcs; with more they are hard to follow, so the pairs are listed."""
MOST_ALIKE = 8
"""Most moves treated alike that are all written."""
MOST_REPLIES = 12
"""Most lines of replies."""
LISTED = "Partners"
NEXT, LATER = f"{LISTED} of the next move", "Later"
"""What stands before pairs that are listed: all of them, or those in play and the others."""
OUTLINES = {Player.ONE: "○", Player.TWO: "□"}
"""The players' marks in outline: what a player may still take."""


class Room(NamedTuple):
    """How to write a diagram."""

    write: Callable[[int], str]
    """Writes a move."""
    width: int
    """How many columns there are."""

    def row(self, numbers: Iterable[int], between: str = " " * GAP) -> str:
        """Return numbers in a row."""
        return between.join(self.write(number) for number in numbers)


def diagram_text(diagram: Diagram, game: AnyGame, width: int) -> str:
    """Return a diagram with its caption, in at most `width` columns if its numbers allow that."""
    room = Room(game.format_move, width)
    lines = lines_of(diagram, room)
    listed = isinstance(diagram, Arcs) and lines and lines[0].startswith(LISTED)
    return "\n".join([*([] if listed else wrap(diagram.caption, width)), *lines])


def drawn(strategy: Strategy[Position] | None, width: int) -> list[str]:
    """Return the lines of all diagrams of how the winner wins, at most `width` columns wide."""
    if strategy is None:
        return []
    texts = (diagram_text(diagram, strategy.game, width) for diagram in diagrams_of(strategy))
    return [line for text in texts for line in text.splitlines()]


def board_letters(diagrams: Iterable[Diagram]) -> dict[int, str]:
    """Return what the board writes beside numbers that the diagrams are about.

    Partners have the same letter, a capital where the next move is. A safe or possible next
    step of a player has the outline of that player's mark.
    """
    letters, steps = dict[int, str](), dict[int, str]()
    pairs, bold = list[Pair](), set[Pair]()
    for diagram in diagrams:
        if isinstance(diagram, Arcs | Copies):
            pairs += diagram.pairs
            bold |= {*diagram.bold} if isinstance(diagram, Arcs) else set()
        if isinstance(diagram, Tracks):
            for track in (diagram.loser, diagram.winner):
                steps |= dict.fromkeys((*track.steps, *track.choices), OUTLINES[track.player])
    if len(pairs) > len(ascii_lowercase):
        pairs.sort(key=lambda pair: pair not in bold)
    for letter, pair in zip(ascii_lowercase, pairs, strict=False):
        letters |= dict.fromkeys(pair, letter.upper() if pair in bold else letter)
    return steps | letters


def board_key(letters: Mapping[int, str]) -> str:
    """Return what the letters on the board mean, in a sentence; empty if there are none."""
    written = {*letters.values()}
    if written & {*OUTLINES.values()}:
        return f"On the board: {OUTLINES[Player.ONE]} {OUTLINES[Player.TWO]} next steps."
    capital = "; the next move has a capital" if any(map(str.isupper, written)) else ""
    return f"On the board, partners have the same letter{capital}." if letters else ""


@singledispatch
def lines_of(diagram: object, room: Room) -> list[str]:
    """Return the lines of a diagram without its caption."""
    raise TypeError(f"no text for {type(diagram).__name__}")


@lines_of.register
def _arcs(diagram: Arcs, room: Room) -> list[str]:
    """Return a row of numbers with arcs above it, or the pairs if they don't fit."""
    texts = [
        f"({room.write(number)})" if number == diagram.ringed else room.write(number)
        for number in diagram.numbers
    ]
    row = (" " * GAP).join(texts)
    middles, at = dict[int, int](), 0
    for number, text in zip(diagram.numbers, texts, strict=True):
        middles[number] = at + (len(text) - 1) // 2
        at += len(text) + GAP
    spans = {
        tuple(sorted((middles[one], middles[two]))): (one, two) in diagram.bold
        for one, two in diagram.pairs
    }
    arcs = _draw_arcs(spans, len(row))
    if len(row) <= room.width and len(arcs) <= MOST_LEVELS:
        return [*arcs, row]
    later = sorted({*diagram.pairs} - {*diagram.bold})
    lines = []
    for name, pairs in ((NEXT, diagram.bold), (LATER if diagram.bold else LISTED, later)):
        written = (f"{room.write(one)}-{room.write(two)}" for one, two in sorted(pairs))
        text = (" " * GAP).join([f"{name}:", *written])
        lines += wrap(text, room.width, break_on_hyphens=False) if pairs else []
    return lines


def _draw_arcs(spans: Mapping[tuple[int, ...], bool], width: int) -> list[str]:
    """Return lines with an arc over each span of columns, the short ones below; True is thick."""
    levels: list[list[tuple[int, ...]]] = []
    for left, right in sorted(spans, key=lambda span: span[1] - span[0]):
        level = next(
            (
                level
                for level, taken in enumerate(levels)
                if all(right < other[0] or other[1] < left for other in taken)
                and not any(
                    _touches((left, right), other) for lower in levels[level:] for other in lower
                )
            ),
            len(levels),
        )
        if level == len(levels):
            levels.append([])
        levels[level].append((left, right))
    rows = [[" "] * width for _ in levels]
    for level, taken in enumerate(levels):
        for left, right in taken:
            for column in range(left + 1, right):
                line = "━" if spans[left, right] else "─"
                rows[level][column] = "┼" if rows[level][column] == "│" else line
            rows[level][left], rows[level][right] = "╭", "╮"
            for below in range(level):
                for end in (left, right):
                    rows[below][end] = "┼" if rows[below][end] in "─━" else "│"
    return ["".join(row).rstrip() for row in reversed(rows)]


def _touches(one: tuple[int, int], other: tuple[int, ...]) -> bool:
    """Return whether two spans have columns in common."""
    return one[0] <= other[1] and other[0] <= one[1]


@lines_of.register
def _copies(diagram: Copies, room: Room) -> list[str]:
    """Return both parts below each other, partners in one column."""
    size = max(len(room.write(number)) for number in (*diagram.one, *diagram.other))
    columns = max(1, room.width // (size + GAP))
    lines: list[str] = []
    for start in range(0, len(diagram.one), columns):
        for part in (diagram.one, diagram.other):
            texts = [f"{room.write(number):>{size}}" for number in part[start : start + columns]]
            lines.append((" " * GAP).join(texts))
        lines.insert(-1, (" " * GAP).join(f"{'│':>{size}}" for _ in texts))
    return lines


@lines_of.register
def _singles(diagram: Singles, room: Room) -> list[str]:
    """Return the numbers in twos."""
    return wrap(room.row(diagram.numbers), room.width)


@lines_of.register
def _heaps(diagram: Heaps, room: Room) -> list[str]:
    """Return each heap as blocks of 1, 2, 4 and so on, with what it stands for."""
    lines = []
    for heap in diagram.heaps:
        bits = [1 << bit for bit in range(heap.size.bit_length()) if heap.size >> bit & 1]
        blocks = " ".join("▪" * bit for bit in reversed(bits)) or "nothing"
        lines += wrap(f"{blocks}   {heap.name or room.row(heap.numbers, ' ')}", room.width)
    return lines


@lines_of.register
def _replies(diagram: Replies, room: Room) -> list[str]:
    """Return each line of replies and answers."""
    lines = []
    for line in diagram.lines[:MOST_REPLIES]:
        text = " → ".join(_step(step, room) for step in line)
        lines += wrap(text, room.width, subsequent_indent="  ")
    left = len(diagram.lines) - MOST_REPLIES
    return [*lines, f"and {left} more"] if left > 0 else lines


def _step(moves: Sequence[int], room: Room) -> str:
    """Return moves that are treated alike; of many, the first and the last."""
    if len(moves) <= MOST_ALIKE:
        return room.row(moves, " or ")
    return f"{room.row(moves[: MOST_ALIKE - 2], ', ')} … {room.write(moves[-1])}"


@lines_of.register
def _searched(diagram: Searched, room: Room) -> list[str]:
    """Return the numbers in a dashed box, and an answer as an example."""
    inside = wrap(room.row(diagram.numbers), max(8, room.width - 4)) or [""]
    size = max(map(len, inside))
    edge = "╌" * (size + 2)
    return [
        f"┌{edge}┐",
        *(f"╎ {line:<{size}} ╎" for line in inside),
        f"└{edge}┘",
        f"For example: {room.write(diagram.reply)} → {room.write(diagram.answer)}",
    ]


@lines_of.register
def _tracks(diagram: Tracks, room: Room) -> list[str]:
    """Return both tracks: solid steps are safe, dashed ones may still be possible."""
    lines = []
    for track in (diagram.loser, diagram.winner):
        solid = "".join(f"──{room.write(step)}" for step in track.steps)
        dashed = f"┄┄{OUTLINES[track.player]}" * track.open
        end = " ×" if track is diagram.loser else ""
        choices = f" ({room.row(track.choices, ', ')})" if track.choices else ""
        text = f"{MARKS[track.player]} {room.write(track.number)}{solid}{dashed}{end}{choices}"
        lines += _cut(text, room.width)
    return lines


@lines_of.register
def _zigzag(diagram: Zigzag, room: Room) -> list[str]:
    """Return the numbers on two rails, with a slanted line for each step between them."""
    names = diagram.rails if all(diagram.rails) else ("win", "lose")
    indent = max(map(len, names)) + GAP
    upper, middle, lower = (f"{text:<{indent}}" for text in (names[0], "", names[1]))
    for index, stop in enumerate(diagram.stops):
        text = str(stop.number)
        if index:
            falls = stop.lost
            middle = f"{middle:<{max(len(upper), len(lower))}}{'╲' if falls else '╱'}"
        start = max(len(upper), len(lower), len(middle))
        if start + len(text) + GAP > room.width:
            break
        if stop.lost:
            lower = f"{lower:<{start}}{text}"
        else:
            upper = f"{upper:<{start}}{text}"
    last = diagram.stops[-1]
    note = f"{last.number} is {last.note}." if last.note and not diagram.more else ""
    return [upper.rstrip(), middle.rstrip(), lower.rstrip(), *([note] if note else [])]


@lines_of.register
def _clock(diagram: Clock, room: Room) -> list[str]:
    """Return the remainders in a row, below each the digits that make a multiple from there."""
    lines = []
    columns = []
    for hour in diagram.hours:
        digits = room.row(hour.finishers, "")
        here = "▲" if hour.remainder == diagram.now else ""
        size = max(len(str(hour.remainder)), len(digits))
        columns.append([f"{text:>{size}}" for text in (str(hour.remainder), digits, here)])
    for part in _in_rows(columns, room.width - len("remainder") - GAP):
        names = ("remainder", "digit", "now")
        for name, texts in zip(names, zip(*part, strict=True), strict=True):
            text = (" " * GAP).join(texts)
            if text.strip():
                lines.append(f"{name:<{len('remainder')}}{' ' * GAP}{text}".rstrip())
    return lines


def _in_rows(columns: Sequence[list[str]], width: int) -> list[list[list[str]]]:
    """Split columns of text into groups that fit side by side."""
    rows: list[list[list[str]]] = [[]]
    used = 0
    for column in columns:
        used += len(column[0]) + GAP
        if used > width and rows[-1]:
            rows.append([])
            used = len(column[0]) + GAP
        rows[-1].append(column)
    return rows


def _cut(text: str, width: int) -> list[str]:
    """Return a long line as several."""
    return [text[start : start + width] for start in range(0, len(text), width)]
