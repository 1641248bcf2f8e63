"""Points, standings and the table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from divisor_duel.web.classroom.room import COMPUTER, Pairing, Room

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell must not begin with: spreadsheets would run it as a formula."""

HEADINGS = (
    "Place",
    "Name",
    "Points",
    "Games",
    "Won",
    "Lost",
    "Went first",
    "Accuracy %",
    "Puzzles",
)


class Line(NamedTuple):
    """A pupil's line in the standings."""

    place: int
    """Pupils with the same points share a place."""
    number: int
    name: str
    points: float
    """One for a win, half for a game that the end of its round stopped."""
    games: int
    won: int
    lost: int
    firsts: int
    """How often the pupil went first."""
    solved: int
    """How many puzzles the pupil has solved."""


def points_of(room: Room) -> Mapping[int, float]:
    """Return the points of every pupil; games of the current round count once they are over."""
    points = {pupil.number: 0.0 for pupil in room.pupils}
    for pairing in _counted(room):
        for number in pairing.pupils:
            points[number] += _points(pairing, number)
    return points


def _points(pairing: Pairing, number: int) -> float:
    return 0.5 if pairing.winner is None else float(pairing.winner == number)


def _counted(room: Room) -> Iterable[Pairing]:
    """Yield the games that count: those of earlier rounds, and of this one if they are over."""
    for played in room.rounds[:-1]:
        yield from played
    yield from (pairing for pairing in room.current if pairing.over)


def standings(room: Room) -> list[Line]:
    """Return the standings: by points, then by those of the opponents, then by name."""
    points, games, won, lost, firsts = points_of(room), *(Counter[int]() for _ in range(4))
    strength = Counter[int]()
    for pairing in _counted(room):
        firsts[pairing.one] += 1
        for number in pairing.pupils:
            games[number] += 1
            won[number] += pairing.winner == number
            lost[number] += pairing.winner not in (None, number)
            opponent = pairing.opponent(number)
            strength[number] += int(2 * points[opponent]) if opponent != COMPUTER else 0
    ranked = sorted(
        room.present,
        key=lambda pupil: (-points[pupil.number], -strength[pupil.number], pupil.name.casefold()),
    )
    return [
        Line(
            1 + sum(points[other.number] > points[pupil.number] for other in ranked),
            pupil.number,
            pupil.name,
            points[pupil.number],
            games[pupil.number],
            won[pupil.number],
            lost[pupil.number],
            firsts[pupil.number],
            room.solved(pupil.number),
        )
        for pupil in ranked
    ]


def safe_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> safe_cell("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


def as_csv(lines: Iterable[Line], accuracy: Mapping[int, float | None]) -> str:
    """Return the standings as CSV, with a mark at the start that spreadsheets need for accents."""
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(HEADINGS)
    for line in lines:
        share = accuracy.get(line.number)
        percent = "" if share is None else f"{100 * share:.0f}"
        counts = (line.games, line.won, line.lost, line.firsts)
        name = safe_cell(line.name)
        writer.writerow([line.place, name, f"{line.points:g}", *counts, percent, line.solved])
    return f"\ufeff{written.getvalue()}"
