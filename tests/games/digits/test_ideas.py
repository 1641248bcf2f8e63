"""Digits' ideas: the remainder and the last digit are those of the position."""

from __future__ import annotations

import re

import pytest

from divisor_duel.games.digits.ideas import idea, nudge
from divisor_duel.games.digits.rules import Digits


@pytest.mark.parametrize(("target", "base"), [(12, 10), (18, 16), (13, 5)])
def test_the_hints_are_about_this_position(target: int, base: int) -> None:
    """The remainder is a plain number in any base, and the last digit falls to the player named."""
    game = Digits(target=target, base=base)
    position = game.start()
    for digit in (base - 1, base - 2, 1):
        position = game.play(position, digit)
        if game.outcome(position):
            break
        found = re.search(
            r"Divided by (\d+), the number leaves remainder (\d+)", nudge(game, position)
        )
        assert found
        assert (int(found[1]), int(found[2])) == (target, position.number % target)
        left = len(game.legal_moves(position))
        whose = "yours" if left % 2 else "theirs"
        assert f"The last of the {left} digits would be {whose}" in idea(game, position)
