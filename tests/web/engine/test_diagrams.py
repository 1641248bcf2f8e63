"""How to win as diagrams for the page."""

from __future__ import annotations

import msgspec

from divisor_duel import GAMES, analyze
from divisor_duel.web.engine.diagrams import diagram_messages


def test_every_mark_has_its_place_and_its_numbers() -> None:
    """The page gets tags, roles and coordinates, and a caption that says what is left out."""
    game = GAMES["divider"](high=14)
    strategy = analyze(game, game.start()).strategy
    assert strategy
    (drawn,) = diagram_messages(strategy, game.start())
    arcs = [mark.about for mark in drawn.marks if mark.role == "arc"]
    assert sorted(arcs) == [(2, 3), (5, 7), (6, 9), (10, 14), (11, 13)]
    assert drawn.caption == "Arcs join partners."
    assert len(msgspec.json.encode(drawn)) < 4000


def test_a_later_position_has_the_arcs_that_are_left() -> None:
    """Following the strategy, a pair that is gone is not drawn again."""
    game = GAMES["chain"](high=30, opening="even")
    strategy = analyze(game, game.start()).strategy
    assert strategy
    first = strategy.answer(game.start())
    position = game.play(game.play(game.start(), first), 2)
    (before,), (after,) = (diagram_messages(strategy, at) for at in (game.start(), position))
    assert len([mark for mark in after.marks if "arc" in mark.role]) < len(
        [mark for mark in before.marks if "arc" in mark.role]
    )
