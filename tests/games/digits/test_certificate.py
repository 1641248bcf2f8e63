"""Digits: what its kinds of proof must satisfy."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.check import holds
from divisor_duel.engine import Engine, StepClock
from divisor_duel.errors import CertificateError


@pytest.mark.parametrize(
    ("base", "target", "winner", "pairs"),
    [
        (15, 21, 2, "1-6, 2-5, 3-4, 7-E, 8-D, 9-C, A-B"),
        (16, 20, 1, "1-4, 2-3, 6-9, 7-8, A-F, B-E, C-D"),
    ],
)
def test_the_theorems_exceptions_are_about_digit_sums(
    base: int, target: int, winner: int, pairs: str
) -> None:
    """21 in base 15 and 20 in base 16 are won by partners that keep a digit sum, and say so."""
    game = GAMES["digits"](base=base, target=target)
    found = Engine(clock=StepClock).analyze(game, game.start())
    assert found.proof
    assert found.proof["kind"] == "partners"
    assert pairs in found.reason
    assert "add up to a multiple of" in found.reason
    assert "partners answered" in holds(game, game.start(), Player(winner), found.proof).what


GOOD: dict[str, Any] = {
    "kind": "partners",
    "move": 5,
    "sum": 5,
    "pairs": [[1, 4], [2, 3], [6, 9], [7, 8], [10, 15], [11, 14], [12, 13]],
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"sum": 4}, "sum must fit target and base"),
        ({"pairs": [[1, 4], [5, 5]]}, "5 has two partners"),
        ({"pairs": [[1, 40]]}, "40 is not a digit"),
        ({"pairs": [[1, 4], [4, 9]]}, "4 has two partners"),
        ({"pairs": GOOD["pairs"][:3]}, "has no partner left"),
        ({"move": 1}, "makes a multiple"),
    ],
)
def test_partners_that_do_not_win_are_refused(changed: dict[str, Any], words: str) -> None:
    """Each part of the proof is needed."""
    game = GAMES["digits"](base=16, target=20)
    assert holds(game, game.start(), Player.ONE, GOOD)
    with pytest.raises(CertificateError, match=words):
        holds(game, game.start(), Player.ONE, GOOD | changed)
