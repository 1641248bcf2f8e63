"""The tug of war: the knot is with the winner, nearer to the edge as the end comes near."""

from __future__ import annotations

from xml.etree import ElementTree

from divisor_duel import GAMES, Record
from divisor_duel.drawing.style import PLAYERS
from divisor_duel.drawing.tug_of_war import (
    BESIDE,
    CLEAR,
    HALF,
    MIDDLE,
    ROW,
    TOP,
    _beside,
    tug_of_war,
)
from divisor_duel.game import Player
from divisor_duel.learn.review import review
from tests.drawing.reading import SVG

GAME = Record(GAMES["countdown"](start=12), (2, 2, 2, 3), names=("Ann <b>", "Bob"))
"""12, 10, 8, 6, 3: Ann's first move and Bob's answer are mistakes or not as the rules say."""


def test_the_knot_is_on_the_side_of_the_winner() -> None:
    """Every position has a mark of its winner; at the end the knot is at the edge."""
    reviewed = review(GAME)
    root = ElementTree.fromstring(tug_of_war(reviewed))
    discs = [
        (float(disc.get("cy", "")), float(disc.get("cx", "")), Player.ONE)
        for disc in root.iter(f"{SVG}circle")
        if disc.get("fill") == PLAYERS[Player.ONE]
    ]
    squares = [
        (float(square.get("y", "")) + side / 2, float(square.get("x", "")) + side / 2, Player.TWO)
        for square in root.iter(f"{SVG}rect")
        if square.get("fill") == PLAYERS[Player.TWO]
        for side in [float(square.get("width", ""))]
    ]
    knots = sorted(discs + squares)
    assert [player for _, _, player in knots] == [one.winner for one in reviewed.standings]
    assert [round(y) for y, _, _ in knots] == [TOP + ROW * row for row in range(5)]
    assert all((x < MIDDLE) == (player is Player.ONE) for _, x, player in knots)
    assert abs(knots[-1][1] - MIDDLE) == HALF


def test_moves_and_mistakes_are_written_beside_it() -> None:
    """Moves are numbered, mistakes say what wins, and names cannot break out."""
    text = tug_of_war(review(GAME))
    root = ElementTree.fromstring(text)
    written = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert written[0] == "Divisor Duel: Countdown: Ann <b> against Bob"
    assert [word for word in written if word[:1].isdigit() and ". " in word] == [
        "1. 2",
        "2. 2",
        "3. 2",
        "4. 3",
    ]
    mistakes = [word for word in written if word.startswith("mistake; ")]
    assert len(mistakes) == sum(move.mark == "mistake" for move in review(GAME).moves) > 0
    assert "<b>" not in text


def test_no_number_touches_a_line() -> None:
    """Wherever the knot is, the number beside it is clear of the middle line and both edges."""
    for x in range(MIDDLE - HALF, MIDDLE + HALF + 1):
        if abs(x - MIDDLE) >= 0.08 * HALF:
            beside = _beside(x)
            assert all(
                abs(beside - line) >= CLEAR for line in (MIDDLE - HALF, MIDDLE, MIDDLE + HALF)
            )
            assert abs(beside - x) == BESIDE
