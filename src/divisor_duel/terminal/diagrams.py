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
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.engine import Analysis
from divisor_duel.game import AnyGame
from divisor_duel.terminal.paint import MARKS

GAP = 2
"""Columns between two numbers."""
MOST_LEVELS = 6
"""Most lines of arcs; with more they are hard to follow, so the pairs are listed."""
MOST_ALIKE = 8
"""Most moves treated alike that are all written."""
MOST_REPLIES = 12
"""Most lines of replies."""


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
    return "\n".join([*wrap(diagram.caption, width), *lines_of(diagram, room)])


def drawn(analysis: Analysis, width: int) -> list[str]:
    """Return the lines of all diagrams of how the winner wins, at most `width` columns wide."""
    diagrams = diagrams_of_analysis(analysis)
    texts = (diagram_text(diagram, analysis.game, width) for diagram in diagrams)
    return [line for text in texts for line in text.splitlines()]


def pair_letters(diagrams: Iterable[Diagram]) -> dict[int, str]:
    """Return a letter for each number of a pair; partners have the same letter."""
    pairs = [
        pair for diagram in diagrams if isinstance(diagram, Arcs | Copies) for pair in diagram.pairs
    ]
    return {
        number: letter
        for letter, pair in zip(ascii_lowercase, pairs, strict=False)
        for number in pair
    }


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
    lines = []
    for name, pairs in (("Thick", diagram.bold), ("Thin", set(diagram.pairs) - set(diagram.bold))):
        written = (f"{room.write(one)}-{room.write(two)}" for one, two in sorted(pairs))
        text = (" " * GAP).join([f"{name}:", *written] if diagram.bold else written)
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
        dashed = "┄┄○" * track.open
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
