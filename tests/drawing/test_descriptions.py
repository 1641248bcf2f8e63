"""What diagrams show, in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.diagram import (
    Arcs,
    Clock,
    Copies,
    Diagram,
    Heap,
    Heaps,
    Hour,
    Replies,
    Searched,
    Singles,
    Stop,
    Track,
    Tracks,
    Zigzag,
)
from divisor_duel.drawing.descriptions import description
from divisor_duel.drawing.layouts import lay_out
from divisor_duel.game import Player
from tests.drawing.test_layouts import SCENES, diagrams

HOURS = (Hour(1, (4, 6), (5,)), Hour(2, (), (3,)), Hour(3, (), ()))


@pytest.mark.parametrize(
    ("diagram", "words"),
    [
        (
            Arcs((2, 3, 4, 8, 9), ((2, 8), (3, 9)), ((2, 8),), 4),
            "Partners: 2-8, 3-9. The next move is in 2-8. Without a partner: 4.",
        ),
        (Copies((5, 10), (7, 14), ((0, 1),)), "Partners: 5-7, 10-14."),
        (Singles((3, 5, 7, 11), 9), "After 9, numbers left: 3, 5, 7, 11."),
        (Searched((2, 3, 4), 2, 3), "Numbers left: 2, 3, 4. The answer to 2 is 3."),
        (
            Heaps((Heap(2, (2, 4)), Heap(2, name="Chain")), 6),
            "After 6: 2, 4, heap of 2; Chain, heap of 2.",
        ),
        (Replies((((2, 3), (5,)), ((7,), (9,), (4,)))), "2 or 3, then 5; 7, then 9, then 4."),
        (
            Tracks(Track(Player.TWO, 27, (), (54, 81), 1), Track(Player.ONE, 36, (72,), (), 1)),
            "Player 2 is on 27, with at most 1 step left: 54 or 81. "
            "Player 1 is on 36, safe steps: 72.",
        ),
        (
            Zigzag((Stop(12, False, ""), Stop(9, True, "", 3)), Player.ONE, ("even", "odd")),
            "12, minus 3 is 9. On the lower line: 9.",
        ),
        (
            Clock(4, HOURS, 3, 0, finishing_wins=True),
            "The target is 4. The remainder is 3. Remainder 1 after 5: 4 or 6 win. "
            "Remainder 2 after 3: no digit wins.",
        ),
    ],
)
def test_each_kind_is_described(diagram: Diagram, words: str) -> None:
    """Pairs, heaps, steps and remainders are named with their numbers."""
    assert description(diagram) == words


@pytest.mark.parametrize(("name", "options", "moves"), SCENES)
def test_every_number_drawn_is_named(
    name: str, options: dict[str, Any], moves: tuple[int, ...]
) -> None:
    """No mark is about a number that the description leaves out."""
    game: Any = GAMES[name](**options)
    for diagram in diagrams(name, options, moves):
        named = {*re.findall(r"\w+", description(diagram, game.format_move))}
        for mark in lay_out(diagram, named=game.format_move).marks:
            assert {*map(game.format_move, mark.about)} <= named, mark
