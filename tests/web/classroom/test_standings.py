"""Points and the table for a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest

from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom.standings import as_csv, points_of, safe_cell, standings
from tests.web.classroom.rooms import play_round, room_with, token_of


def test_points_are_wins_and_halves() -> None:
    """A win counts one, a game that its round's end stopped half, a running one nothing yet."""
    room = play_round(room_with(4), (1, 2, 3, 4), max)
    room = changes.next_round(room, 1, (1, 2, 3, 4), ["a", "b"])
    assert points_of(room) == {1: 0.0, 2: 1.0, 3: 0.0, 4: 1.0}
    winner = next(pairing for pairing in room.current if pairing.game == "a").one
    room = changes.record(room, "a", winner)
    room = changes.next_round(room, 2, (1, 2, 3, 4), ["c", "d"])
    counted = dict[int, float]({1: 0.0, 2: 1.0, 3: 0.0, 4: 1.0})
    for pairing in room.rounds[1]:
        for number in pairing.pupils:
            counted[number] += 0.5 if pairing.game == "b" else number == winner
    assert points_of(room) == {number: counted[number] for number in (1, 2, 3, 4)}


def test_the_best_come_first_and_share_places() -> None:
    """Pupils are ranked by points; those with the same points share a place."""
    room = changes.remove(play_round(room_with(6), (1, 2, 3, 4, 5, 6), max), 1)
    lines = standings(room)
    assert [line.points for line in lines] == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert [line.place for line in lines] == [1, 1, 1, 4, 4]
    assert all(line.games == line.won + line.lost == 1 for line in lines)
    assert sum(line.firsts for line in lines) + (1 in {p.one for p in room.current}) == 3


@pytest.mark.parametrize("name", ["=1+1", "+1", "-2+3", "@SUM(A1)", '=HYPERLINK("x")', " =1"])
def test_no_name_becomes_a_formula(name: str) -> None:
    """What a spreadsheet would run is written as text; other names stay as they are."""
    room = changes.rename(room_with(2), 1, name)
    rows = list(csv.DictReader(io.StringIO(as_csv(standings(room), {1: 0.5}).lstrip("\ufeff"))))
    written = {row["Name"] for row in rows}
    assert written == {f"'{name.strip()}", "Ben"}
    assert {row["Accuracy %"] for row in rows} == {"50", ""}


def test_a_name_with_commas_and_quotes_stays_one_cell() -> None:
    """CSV's own characters are quoted; accents survive, with the mark that Excel needs."""
    room = changes.join(room_with(0), token_of(1), 'Zoë, "Z"', 9)
    text = as_csv(standings(room), {})
    assert text.startswith("\ufeff")
    assert next(iter(csv.DictReader(io.StringIO(text[1:]))))["Name"] == 'Zoë, "Z"'
    assert safe_cell("Ann") == "Ann"
