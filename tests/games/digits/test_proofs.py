"""Digits: what its kinds of proof must satisfy."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.brute_force import BruteForce
from divisor_duel.engine import Engine, StepClock
from divisor_duel.errors import CertificateError
from divisor_duel.games.digits.proofs import (
    Partners,
    SafeRule,
    digit_sum_modulus,
    has_rare_multiples,
    last_digit_decides,
)
from divisor_duel.games.digits.rules import Digits
from divisor_duel.numbers import members
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.checker import check_proof
from tests.proofs.data import check_data


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
    assert isinstance(found.proof, Partners)
    assert pairs in found.reason
    assert "the digit sum is a multiple of" in found.reason
    assert "partners answered" in check_proof(game, game.start(), Player(winner), found.proof).what


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
    assert check_data(game, game.start(), Player.ONE, GOOD)
    with pytest.raises(CertificateError, match=words):
        check_data(game, game.start(), Player.ONE, GOOD | changed)


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
        {"kind": "partners", "sum": max(digit_sum_modulus(game), 1), "pairs": pairs},
    ]


@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize("base", [4, 5])
def test_no_proof_holds_for_the_loser(base: int, ending: str) -> None:
    """In every position of small games, random proofs are accepted only for the winner."""
    rng, held = Random(base), 0
    for target in [*range(2, 24), 31, 74, 80]:
        game = Digits(target=target, base=base, ending=ending)
        again, waiting, seen = BruteForce(game, CheckBudget()), [game.start()], set[Any]()
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
                        check_data(game, here, claimed, {"move": move, **proof})
                        assert claimed == winner, (game, here, proof)
                        held += 1
    assert held > 20


@pytest.mark.parametrize(
    ("base", "target", "ending", "holds_there"),
    [
        (6, 141, "misere", True),  # (6^2 - 1)(6 - 2) + 1
        (6, 140, "misere", False),
        (8, 379, "misere", True),  # (8^2 - 1)(8 - 2) + 1
        (8, 378, "misere", False),
    ],
)
def test_the_theorem_about_the_last_digit_begins_there(
    base: int, target: int, ending: str, holds_there: bool
) -> None:
    """`last` holds for targets above (base^2 - 1)(base - 2), with an even number of digits left."""
    game: Any = GAMES["digits"](base=base, target=target, ending=ending)
    proof = {"kind": "last", "move": 1}
    if holds_there:
        told = f"Digits of which the winner writes the last: {base - 2}"
        assert check_data(game, game.start(), Player.ONE, proof).what == told
    else:
        with pytest.raises(CertificateError, match="the target is too small"):
            check_data(game, game.start(), Player.ONE, proof)
    with pytest.raises(CertificateError, match="the player to move writes the last"):
        check_data(game, game.start(), Player.TWO, {"kind": "last", "move": 0})
    three = game.start()._replace(left=0b1110)
    assert last_digit_decides(game, three) is holds_there
    assert not last_digit_decides(game, three._replace(left=0b110))


@pytest.mark.parametrize(
    ("base", "target", "rare"), [(6, 28, False), (6, 29, True), (10, 88, False), (10, 89, True)]
)
def test_the_theorem_about_safe_digits_begins_there(base: int, target: int, rare: bool) -> None:
    """Targets above base^2 - base - 2 need no walk; below, the rule is played out."""
    game: Any = GAMES["digits"](base=base, target=target)
    assert has_rare_multiples(game) is rare


@pytest.mark.parametrize(
    ("base", "target", "modulus"),
    [(16, 20, 5), (15, 21, 7), (10, 18, 9), (9, 6, 2), (10, 9, 0), (10, 5, 0), (10, 21, 0)],
)
def test_digit_sums_fit_target_and_base(base: int, target: int, modulus: int) -> None:
    """Digit sums decide multiples if the target is such a sum times a divisor of the base."""
    assert digit_sum_modulus(Digits(target=target, base=base)) == modulus


def test_a_digit_that_makes_a_multiple_has_no_answer() -> None:
    """In misere base 4 with target 2, the player who writes 2 loses at once: its answer is 0."""
    game = GAMES["digits"](base=4, target=2, ending="misere")
    answers = [[1, 3], [2, 0], [3, 1]]
    proof = {"kind": "remainders", "move": 0, "answers": answers}
    told = "Answers: 3; remainders gone through: 1"
    assert check_data(game, game.start(), Player.TWO, proof).what == told
    for wrong, words in (
        ([[1, 3], [2, 1], [3, 1]], "2 wins for the other player"),
        ([[1, 3], [3, 1]], "2 wins for the other player"),
        ([[1, 3], [2, 0]], "3 has no answer"),
        ([[1, 3], [2, 0], [3, 3]], "3 has no answer"),
        ([[1, 3], [2, 0], [3, 2]], "2 does not win after 3"),
        ([*answers, [5, 1]], "it answers a digit that is not left"),
    ):
        with pytest.raises(CertificateError, match=words):
            check_data(game, game.start(), Player.TWO, {**proof, "answers": wrong})


def finishing(game: Digits, left: set[int], number: int) -> bool:
    """Whether a digit left makes a multiple."""
    return any((number * game.base + digit) % game.target == 0 for digit in left)


def is_safe(game: Digits, left: set[int], number: int, digit: int, ahead: int) -> bool:
    """Whether the rule of `safe` may write a digit."""
    left, number = left - {digit}, number * game.base + digit
    if finishing(game, left, number):
        return False
    return ahead == 1 or all(goes_on(game, left - {reply}, number, reply) for reply in left)


def goes_on(game: Digits, left: set[int], number: int, reply: int) -> bool:
    """Whether the winner can finish, or has a safe digit, or nothing is left after a reply."""
    number = number * game.base + reply
    fine = not left or finishing(game, left, number)
    return fine or any(is_safe(game, left, number, digit, 1) for digit in left)


def rule_wins(game: Digits, left: set[int], number: int, order: list[int], ahead: int) -> bool:
    """Play the rule of `safe` against every digit of the player to move, as it is documented."""
    if finishing(game, left, number):
        return False
    for reply in left:
        rest, reached = left - {reply}, number * game.base + reply
        if not rest or finishing(game, rest, reached):
            continue
        safe = [digit for digit in order if digit in rest]
        safe = [digit for digit in safe if is_safe(game, rest, reached, digit, ahead)]
        if not safe or len(rest) == 1:
            return False
        reached = reached * game.base + safe[0]
        if not rule_wins(game, rest - {safe[0]}, reached, order, ahead):
            return False
    return True


def test_the_first_safe_digit_is_written() -> None:
    """In random positions the rule chooses the digit that its description says, or none."""
    rng, chosen = Random(5), set[int]()
    for _ in range(2000):
        base = rng.randrange(3, 12)
        game = Digits(target=rng.randrange(2, base * base - base), base=base)
        left = set(rng.sample(range(1, base), rng.randrange(1, base)))
        number = rng.randrange(1, 10**6)
        order, ahead = rng.sample(range(1, base), base - 1), rng.choice((1, 2))
        safe = [digit for digit in order if digit in left]
        safe = [digit for digit in safe if is_safe(game, left, number, digit, ahead)]
        rule = SafeRule(game, tuple(order), ahead)
        digit = rule.digit(sum(2**one for one in left), number % game.target)
        assert digit == (safe[0] if safe else 0)
        chosen.add(digit)
    assert chosen == set(range(11))


@pytest.mark.parametrize("base", [4, 5, 6, 7])
def test_safe_holds_exactly_where_the_rule_wins(base: int) -> None:
    """A slow player of the documented rule wins exactly the positions whose proof is accepted."""
    rng, held = Random(base), 0
    for target in [*range(2, 46), *range(4, 40, 3)]:
        game = Digits(target=target, base=base)
        position, left = game.start(), set(range(1, base))
        for _ in range(rng.randrange(base - 1)):
            digit = rng.choice(sorted(left))
            if (position.number * base + digit) % target:
                position, left = game.play(position, digit), left - {digit}
        order, ahead = rng.sample(range(1, base), base - 1), rng.choice((1, 2))
        wins = rule_wins(game, left, position.number, order, ahead)
        proof = {"kind": "safe", "move": 0, "order": order, "ahead": ahead}
        if not wins:
            with pytest.raises(CertificateError):
                check_data(game, position, position.to_move.other, proof)
        else:
            assert check_data(game, position, position.to_move.other, proof)
            held += 1
    assert held > 10


def test_an_order_lists_every_digit_once() -> None:
    """`safe` needs all digits of the base in its order, and no other number."""
    game = GAMES["digits"](base=5, target=40)
    proof = {"kind": "safe", "move": 1, "order": [1, 2, 3, 4], "ahead": 1}
    assert check_data(game, game.start(), Player.ONE, proof).theorems
    for order in ([1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 5], [1, 2, 3, 4, 4], []):
        with pytest.raises(CertificateError, match="order must list every digit once"):
            check_data(game, game.start(), Player.ONE, {**proof, "order": order})
    with pytest.raises(CertificateError, match="the last digit is the winner's own"):
        check_data(game, game.start(), Player.TWO, {**proof, "move": 0})


@pytest.mark.parametrize(
    ("base", "target", "order", "words"),
    [
        (8, 35, [2, 5, 7, 4, 6, 3, 1], "no digit is safe with the remainder 14"),
        (8, 21, [7, 1, 2, 4, 5, 3, 6], "no digit is safe with the remainder 12"),
        (8, 7, [1, 2, 3, 4, 5, 6, 7], "a digit left makes a multiple now"),
    ],
)
def test_where_the_rule_fails_is_named(
    base: int, target: int, order: list[int], words: str
) -> None:
    """A position in which the winner has no safe digit refutes the proof."""
    game = GAMES["digits"](base=base, target=target)
    proof = {"kind": "safe", "move": 0, "order": order, "ahead": 1}
    with pytest.raises(CertificateError, match=words):
        check_data(game, game.start(), Player.TWO, proof)


def test_partners_are_digits() -> None:
    """A pair with the base itself, or above, is refused."""
    game = GAMES["digits"](base=16, target=20)
    for wrong in (16, 17):
        proof = GOOD | {"pairs": [*GOOD["pairs"], [5, wrong]]}
        with pytest.raises(CertificateError, match=f"{wrong} is not a digit"):
            check_data(game, game.start(), Player.ONE, proof)
