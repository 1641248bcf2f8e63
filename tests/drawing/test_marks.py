"""Marks of players and values, different in shape as well as in colour."""

from __future__ import annotations

import pytest

from divisor_duel import Player
from divisor_duel.drawing.marks import (
    MOST_ROUTED,
    cover,
    move_line,
    number_node,
    owned_number,
    player_mark,
    value_mark,
)
from divisor_duel.drawing.style import PLAYERS, VALUES
from tests.drawing.reading import find


def test_players_have_shapes_of_their_own() -> None:
    """Player 1 is a disc and Player 2 a square, both centred and about as wide as asked."""
    disc, square = player_mark(Player.ONE, (50, 60), 20), player_mark(Player.TWO, (50, 60), 20)
    assert (disc.tag, disc.get("r"), disc.get("fill")) == ("circle", "10", PLAYERS[Player.ONE])
    assert (square.tag, square.get("fill")) == ("rect", PLAYERS[Player.TWO])
    side = float(square.get("width", ""))
    assert float(square.get("x", "")) + side / 2 == pytest.approx(50)
    assert 16 < side <= 20
    held = owned_number(Player.TWO, "12", (0, 0))
    assert (held.get("class"), held.get("data-number"), held[0].tag) == ("held", "12", "rect")


def test_values_have_signs_of_their_own() -> None:
    """A win is a plus, a loss a minus, and an unknown value a question mark."""
    win, loss, unknown = (value_mark(value, (10, 10), 5) for value in ("win", "loss", "unknown"))
    assert win.get("d") == "M5 10h10M10 5v10"
    assert loss.get("d") == "M5 10h10"
    assert unknown.text == "?"
    marks = [(mark.get("class"), mark.get("data-value")) for mark in (win, loss, unknown)]
    assert marks == [("mark", "win"), ("mark", "loss"), ("mark", "unknown")]


def test_lines_of_moves_differ_without_colour() -> None:
    """A win is solid, a loss dashed, and an unknown move dotted."""
    styles = [move_line(value) for value in ("win", "loss", "unknown")]
    assert [style["stroke_dasharray"] for style in styles] == [None, "7 4", "2 4"]
    assert [style["stroke"] for style in styles] == [*VALUES.values()]


def test_a_number_shows_its_value_and_who_can_reach_it() -> None:
    """The ring of a winning number is thick; shared and safe numbers have a second ring."""
    plain = number_node("7", (0, 0))
    best = number_node("7", (0, 0), "win", shared=True, ringed="#123456")
    (ring,) = plain.findall("circle")
    assert (ring.get("stroke-width"), find(plain, "mark")) == ("1", [])
    assert [mark.get("data-value") for mark in find(best, "mark")] == ["win"]
    assert len(find(best, "shared")) == len(find(best, "sure")) == 1
    assert find(best, "sure")[0].get("stroke") == "#123456"
    assert "3" in [circle.get("stroke-width") for circle in best.findall("circle")]


def test_a_line_goes_around_numbers_in_its_way() -> None:
    """Straight where the way is free, bent where it is not, and straight in a crowd."""
    places = {2: (0.0, 0.0), 4: (200.0, 0.0), 8: (100.0, 90.0)}
    straight = cover(places, 2, 4)
    assert (straight.get("d"), straight.get("data-between")) == ("M0.00 0.00L200.00 0.00", "2 4")
    assert "Q" in cover({**places, 3: (100.0, 0.0)}, 2, 4).get("d", "")
    crowd = dict.fromkeys(range(10, 10 + MOST_ROUTED), (100.0, 0.0))
    assert "L" in cover({**places, **crowd}, 2, 4).get("d", "")
