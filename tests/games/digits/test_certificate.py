"""Digits: what its kinds of proof must satisfy."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.budget import CheckBudget
from divisor_duel.check import holds
from divisor_duel.engine import Engine, StepClock
from divisor_duel.errors import CertificateError
from divisor_duel.games.digits.certificate import digit_sum
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.numbers import members
from divisor_duel.retrial import Retrial


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


def some_proofs(game: Digits, left: list[int], rng: Random) -> list[dict[str, Any]]:
    """Proofs of every own kind that have the right form, whether or not they hold."""
    digits = [*range(1, game.base)]
    rng.shuffle(digits)
    pairs = [digits[index : index + 2] for index in range(0, len(digits) - 1, 2)]
    if game.misere:
        answers = [[digit, rng.choice([0, *left])] for digit in left]
        return [{"kind": "last"}, {"kind": "remainders", "answers": answers}]
    return [
        {"kind": "safe", "order": digits, "ahead": rng.choice((1, 2))},
        {"kind": "partners", "sum": max(digit_sum(game), 1), "pairs": pairs},
    ]


@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize("base", [4, 5])
def test_no_proof_holds_for_the_loser(base: int, ending: str) -> None:
    """In every position of small games, random proofs are accepted only for the winner."""
    rng, held = Random(base), 0
    for target in [*range(2, 24), 31, 74, 80]:
        game = Digits(target=target, base=base, ending=ending)
        again, waiting, seen = Retrial(game, CheckBudget()), [game.start()], set[Any]()
        while waiting:
            here = waiting.pop()
            if here in seen or game.outcome(here):
                continue
            seen.add(here)
            waiting += game.children(here)
            winner = here.to_move.other if again.is_lost(here) else here.to_move
            for claimed in (winner, winner.other):
                move = rng.choice(game.legal_moves(here)) if here.to_move == claimed else 0
                left = [digit for digit in members(here.left) if digit != move] or [1]
                for proof in some_proofs(game, left, rng):
                    with suppress(CertificateError):
                        holds(game, here, claimed, {"move": move, **proof})
                        assert claimed == winner, (game, here, proof)
                        held += 1
    assert held > 20
