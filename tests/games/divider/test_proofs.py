"""Divider Duel: what its kinds of proof must satisfy, tried as a forger would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.divider.proofs import Pairing
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.play.positions import read_position
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof
from tests.proofs.data import check_data

NIM_VALUES = (
    *(1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7, 6, 2, 3, 6, 3, 1, 0, 9, 8, 2),
    *(5, 10, 11, 13, 12, 0, 6, 9, 14, 8, 9, 14, 12, 10, 11, 4, 5, 2, 14, 11, 10, 16, 6, 17, 9),
)
"""Of 2..n for n = 2 to 51."""

PARITY = {"kind": "parity", "move": 0}

WON = [high for high, nim in enumerate(NIM_VALUES, 2) if nim]


@pytest.mark.parametrize("high", WON)
def test_no_won_start_can_be_forged_by_groups(high: int) -> None:
    """A true nim-value cancelled by negative ones of empty groups does not prove a loss."""
    game, nim = GAMES["divider"](high=high), NIM_VALUES[high - 2]
    numbers = [*range(2, high + 1)]
    for others in ([[[], -1], [[], nim ^ -1]], [[[], nim]], [[numbers[:1], nim]]):
        proof = {"kind": "groups", "move": 0, "groups": [[numbers, nim], *others]}
        with pytest.raises(DuelError, match=r"expected `array` of length >= 1|each number once"):
            check_data(game, game.start(), Player.TWO, proof)


@cache
def nim_value(left: frozenset[int]) -> int:
    """By the rules, and by nothing else."""
    reached = {nim_value(frozenset(n for n in left if n % number)) for number in left}
    return next(value for value in range(len(reached) + 1) if value not in reached)


def placed(numbers: frozenset[int]) -> tuple[Any, Any]:
    """A game and the position with these numbers left, Player 1 to move."""
    game = GAMES["divider"](high=30)
    return game, read_position(game, f"left={','.join(map(str, sorted(numbers)))}", Player.ONE)


def accepted(numbers: frozenset[int], proof: dict[str, Any]) -> bool:
    """Whether a proof that the player to move loses these numbers is accepted."""
    game, position = placed(numbers)
    try:
        return bool(check_data(game, position, Player.TWO, {"move": 0, **proof}))
    except CertificateError:
        return False


def test_mirrors_prove_only_what_is_lost() -> None:
    """Every way to pair up small sets is accepted only where the player to move loses."""
    rng, held = Random(3), 0
    for _ in range(300):
        numbers = frozenset(rng.sample(range(2, 31), 4))
        lost = nim_value(numbers) == 0
        one, two, three, four = rng.sample(sorted(numbers), 4)
        for steps in ([[[one, two], [three, four]]], [[[one, two]], [[three, four]]]):
            found = accepted(numbers, {"kind": "mirror", "steps": steps, "rest": None})
            assert not found or lost, (numbers, steps)
            held += found
        for kind in ("parity", "mirror"):
            rest = {"kind": "parity", "move": 0}
            proof = rest if kind == "parity" else {"kind": kind, "steps": [[[one, two]]]}
            tried = proof if kind == "parity" else proof | {"rest": rest}
            assert not accepted(numbers, tried) or lost, (numbers, tried)
    assert held > 20


def test_a_step_is_a_mirror_exactly_if_the_definition_says_so() -> None:
    """Pairs are accepted just where a slow check of every two numbers finds no fault."""
    rng, verdicts = Random(8), set[bool]()
    for _ in range(1500):
        numbers = rng.sample(range(1, 31), rng.randrange(2, 7))
        chosen = rng.sample(numbers, 2 * rng.randrange(1, len(numbers) // 2 + 1))
        pairs = [chosen[index : index + 2] for index in range(0, len(chosen), 2)]
        swap = {n: n for n in numbers}
        for one, two in pairs:
            swap[one], swap[two] = two, one
        expected = all(
            (b % a == 0) == (swap[b] % swap[a] == 0)
            and not (b % a == 0 and a in chosen and (b not in chosen or b == swap[a]))
            for a in numbers
            for b in numbers
            if a != b
        )
        game = GAMES["divider"](low=1, high=30)
        position = read_position(game, f"left={','.join(map(str, numbers))}", Player.ONE)
        answers = [[n, n] for n in numbers if n not in chosen]
        proof = {"kind": "answers", "move": 0, "steps": [pairs], "answers": answers}
        told = ""
        try:
            check_data(game, position, Player.TWO, proof)
        except CertificateError as error:
            told = error.problem
        assert (not told or "has no answer" in told) is expected, (numbers, pairs, told)
        verdicts.add(expected)
    assert verdicts == {True, False}


def test_groups_prove_only_what_is_lost() -> None:
    """Every split of small sets into two groups, with any nim-values, is judged as by the rules."""
    rng, held = Random(5), 0
    for _ in range(60):
        numbers = frozenset(rng.sample(range(2, 31), 4))
        for size in (1, 2):
            for chosen in combinations(sorted(numbers), size):
                one, two = frozenset(chosen), numbers - set(chosen)
                apart = all(a % b and b % a for a in one for b in two)
                for nim in range(5):
                    groups = [[sorted(one), nim], [sorted(two), nim]]
                    found = accepted(numbers, {"kind": "groups", "groups": groups})
                    assert found is (apart and nim_value(one) == nim_value(two) == nim)
                    held += found
    assert held > 20


def test_answers_prove_only_what_is_lost() -> None:
    """Whatever is answered, the proof holds only if each answer leaves a lost set."""
    rng, held = Random(6), 0
    for _ in range(300):
        numbers = frozenset(rng.sample(range(2, 31), 4))
        answers = []
        for reply in sorted(numbers):
            left = frozenset(n for n in numbers if n % reply)
            good = [n for n in left if nim_value(frozenset(m for m in left if m % n)) == 0]
            answers.append([reply, rng.choice(good or sorted(left) or [reply])])
        proof = {"kind": "answers", "steps": [], "answers": answers}
        assert accepted(numbers, proof) is (nim_value(numbers) == 0)
        held += nim_value(numbers) == 0
    assert held > 5


LARGE = [*range(2, 100_001)]


@pytest.mark.parametrize(
    ("high", "proof", "what"),
    [
        (100_000, {"kind": "answers", "steps": [], "answers": [[2, 3]]}, "positions"),
        (100_000, {"kind": "groups", "groups": [[LARGE, 0]]}, "positions"),
        (100_000, {"kind": "answered", "answers": [[2, 3]]}, "positions"),
        (100_000, {"kind": "strategy", "replies": {"x": 3}}, "positions"),
    ],
)
def test_a_few_bytes_cannot_ask_for_much(high: int, proof: dict[str, Any], what: str) -> None:
    """Proofs about the largest list end at a limit before they have built much."""
    game = GAMES["divider"](high=high)
    proof = proof if proof["kind"] == "strategy" else {"move": 0, **proof}
    budget = CheckBudget(Limits(positions=20_000))
    with pytest.raises(OverBudgetError) as caught:
        check_data(game, game.start(), Player.TWO, proof, budget)
    assert caught.value.what == what


def test_a_mirror_of_the_largest_list_is_checked_in_as_many_steps_as_divisors() -> None:
    """All primes above 50,000 pair up in one step or in many, without comparing all pairs."""
    game = GAMES["divider"](high=100_000)
    primes = [n for n in range(50_001, 100_001, 2) if all(n % d for d in range(3, 317, 2))]
    pairs = [[one, two] for one, two in zip(primes[::2], primes[1::2], strict=False)]
    for steps in ([pairs], [[pair] for pair in pairs]):
        proof = {"kind": "mirror", "move": 0, "steps": steps, "rest": None}
        budget = CheckBudget(Limits(positions=50_000))
        with pytest.raises(CertificateError, match="2 has no partner"):
            check_data(game, game.start(), Player.TWO, proof, budget)
        assert len(primes) <= budget.visited + 1 < 2 * len(primes)


def test_a_nim_value_is_no_larger_than_its_group() -> None:
    """A nim-value that no group of that size can have is refused before anything is built."""
    game = GAMES["divider"](high=9)
    groups = [[[*range(2, 10)], 10**9]]
    with pytest.raises(CertificateError, match="8 numbers cannot have the nim-value 1000000000"):
        check_data(game, game.start(), Player.TWO, {"kind": "groups", "move": 0, "groups": groups})


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ("left=2,3", ""),
        ("left=2,3,5,7", ""),
        ("left=4,6,9,10", ""),
        ("left=2", "1 numbers are left, which is odd"),
        ("left=2,3,5", "3 numbers are left, which is odd"),
        ("left=5,10", "5 divides 10"),
        ("left=2,3,5,8", "2 divides 8"),
    ],
)
def test_parity_needs_an_even_count_of_numbers_that_divide_no_other(left: str, words: str) -> None:
    """`parity` proves a loss of an even count; one number that divides another refutes it."""
    game = GAMES["divider"](high=10)
    position = read_position(game, left, Player.ONE)
    if words:
        with pytest.raises(CertificateError, match=words):
            check_data(game, position, Player.TWO, PARITY)
    else:
        told = f"Numbers that divide no other: {position.left.bit_count()}"
        assert check_data(game, position, Player.TWO, PARITY).what == told


@pytest.mark.parametrize(
    ("left", "proof", "words"),
    [
        ("2,3", {"steps": [[[2, 3]]], "rest": None}, ""),
        ("2,3,4,9", {"steps": [[[2, 3], [4, 9]]], "rest": None}, ""),
        ("2,3,4,9", {"steps": [[[2, 3]]], "rest": None}, "2 divides 4, which stays"),
        ("2,3,4,9", {"steps": [[[4, 9]], [[2, 3]]], "rest": None}, "2 divides 4 unmirrored"),
        ("2,3,4,6", {"steps": [[[2, 3], [4, 6]]], "rest": None}, "2 divides 6 unmirrored"),
        ("2,3,4,10", {"steps": [[[2, 3], [4, 10]]], "rest": None}, "2 divides 4 unmirrored"),
        ("5,7", {"steps": [[[5, 5]]], "rest": None}, "5 is not free to be paired"),
        ("5,7", {"steps": [[[5, 7]], [[5, 7]]], "rest": None}, "5 is not free to be paired"),
        ("5,7", {"steps": [[[5, 3]]], "rest": None}, "3 is not free to be paired"),
        ("5,10", {"steps": [[[5, 10]]], "rest": None}, "5 and 10 divide one another"),
        ("5,10", {"steps": [[[10, 5]]], "rest": None}, "10 and 5 divide one another"),
        ("5,7,8", {"steps": [[[5, 7]]], "rest": None}, "8 has no partner"),
        ("5,7", {"steps": [[[5, 7]]], "rest": PARITY}, "nothing is left beside the pairs"),
        ("5,7,8,9", {"steps": [[[5, 7]]], "rest": PARITY}, ""),
        ("1,5,7,8", {"steps": [[[5, 7]]], "rest": PARITY}, "1 divides"),
        ("5,7,8,9", {"steps": [[[5, 7]]], "rest": {"kind": "parity", "move": 8}}, "out of turn"),
    ],
)
def test_a_mirror_keeps_who_divides_whom(left: str, proof: dict[str, Any], words: str) -> None:
    """Swapped numbers keep all divisibility, and what stays has a proof of its own."""
    game = GAMES["divider"](low=1, high=10)
    position = read_position(game, f"left={left}", Player.ONE)
    mirror = {"kind": "mirror", "move": 0, **proof}
    if words:
        with pytest.raises(CertificateError, match=words):
            check_data(game, position, Player.TWO, mirror)
    else:
        pairs = sum(map(len, proof["steps"]))
        told = check_data(game, position, Player.TWO, mirror).what
        assert told.startswith(f"Pairs that mirror one another: {pairs}")


def test_parity_costs_a_step_for_each_number_and_each_multiple() -> None:
    """On 2..30, 4 has six larger multiples and 9 two; with the proof itself that is eleven."""
    game, position = placed(frozenset((4, 9)))
    budget = CheckBudget()
    assert check_data(game, position, Player.TWO, PARITY, budget).positions == 1 + (1 + 6) + (1 + 2)
    assert budget.visited == 11


@pytest.mark.parametrize(
    ("left", "pairs", "rest", "words"),
    [
        ("2,3,5-7,9", [[2, 3], [5, 7], [6, 9]], None, ""),
        ("2,3,5-7,9", [[9, 6], [7, 5], [3, 2]], None, ""),
        ("2,3,5-7,9", [[2, 3], [5, 9], [6, 7]], None, "2 and 3 take"),
        ("4-7,9,10", [[5, 7], [4, 9]], PARITY, "5 or 7 divides 10, which stays"),
        ("4-7,9", [[5, 7], [4, 9]], None, "6 has no partner"),
        ("4-7,9", [[5, 7], [4, 9]], PARITY, "1 numbers are left"),
        ("4-9", [[5, 7], [6, 9]], PARITY, "4 divides 8"),
        ("4-7,9,10", [[4, 9], [5, 7]], PARITY, "5 or 7 divides 10, which stays"),
        ("5-9", [[5, 7], [6, 9]], None, "8 has no partner"),
        ("3-5,7", [[5, 7]], PARITY, ""),
        ("2,3,5-7,9", [[2, 3], [5, 7]], PARITY, "2 or 3 divides"),
        ("2,3,5-7,9", [[5, 7], [6, 9]], PARITY, "takes"),
        ("2,3,6,8", [[6, 8]], PARITY, "3 takes 6 without its partner"),
        ("2,5,7,9", [[2, 5], [7, 9]], PARITY, "nothing is left beside the pairs"),
        ("4,6,9,10", [[4, 6], [9, 10]], None, ""),
        ("5,7", [[5, 5]], None, "5 is not free to be paired"),
        ("5,7", [[5, 7], [7, 5]], None, "7 is not free to be paired"),
        ("5,7", [[5, 3]], None, "3 is not free to be paired"),
        ("5,10", [[5, 10]], None, "5 and 10 divide one another"),
        ("5,10", [[10, 5]], None, "10 and 5 divide one another"),
        ("2,4,5,10", [[2, 5], [4, 10]], None, ""),
        ("2,3,4,9,5,10", [[3, 4], [2, 9], [5, 10]], None, "5 and 10 divide one another"),
    ],
)
def test_partners_take_whole_pairs(
    left: str, pairs: list[list[int]], rest: dict[str, Any] | None, words: str
) -> None:
    """Two partners take whole pairs along, and so does a number without a partner."""
    game = GAMES["divider"](high=10)
    position = read_position(game, f"left={left}", Player.ONE)
    proof = {"kind": "pairing", "move": 0, "pairs": pairs, "rest": rest}
    if words:
        with pytest.raises(CertificateError, match=words):
            check_data(game, position, Player.TWO, proof)
    else:
        told = check_data(game, position, Player.TWO, proof)
        assert told.what.startswith(f"Pairs that answer one another: {len(pairs)}")
        assert told.theorems == ("theorem 2 of docs/theory/divider.md",)


def is_pairing(numbers: Iterable[int], pairs: Iterable[Iterable[int]]) -> bool:
    """Whether theorem 2 holds, from its words: every set that it names is a union of pairs."""
    numbers, chosen = set(numbers), [set(pair) for pair in pairs]

    def is_union(taken: set[int]) -> bool:
        whole = [pair for pair in chosen if pair <= taken]
        return taken == set[int]().union(*whole)

    def taken_by(takers: set[int]) -> set[int]:
        return {number for number in numbers if any(number % one == 0 for one in takers)}

    paired = set[int]().union(*chosen)
    return (
        all(max(pair) % min(pair) for pair in chosen)
        and all(is_union(taken_by(pair)) for pair in chosen)
        and all(is_union(taken_by({number}) & paired) for number in numbers - paired)
    )


def test_a_pairing_is_accepted_exactly_if_the_theorem_says_so() -> None:
    """Partners for some numbers are accepted just where the slow check finds no fault."""
    rng, verdicts = Random(9), Counter[bool]()
    for _ in range(4000):
        numbers = rng.sample(range(2, 31), rng.randrange(2, 9))
        chosen = rng.sample(numbers, 2 * rng.randrange(1, len(numbers) // 2 + 1))
        pairs = [chosen[index : index + 2] for index in range(0, len(chosen), 2)]
        game, position = placed(frozenset(numbers))
        stays = sorted({*numbers} - {*chosen})
        rest = {"kind": "answers", "move": 0, "steps": [], "answers": [[n, n] for n in stays]}
        proof = {"kind": "pairing", "move": 0, "pairs": pairs, "rest": rest if stays else None}
        told = ""
        try:
            check_data(game, position, Player.TWO, proof)
        except CertificateError as error:
            told = error.problem
        expected = is_pairing(numbers, pairs)
        assert (not told or "has no answer" in told) is expected, (numbers, pairs, told)
        verdicts[expected] += 1
    assert min(verdicts.values()) > 100


def splits(numbers: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every way to split the numbers into pairs."""
    if not numbers:
        yield []
    for other in numbers[1:]:
        rest = tuple(number for number in numbers[1:] if number != other)
        yield from ([(numbers[0], other), *pairs] for pairs in splits(rest))


def test_pairings_prove_only_what_is_lost() -> None:
    """Of each set of 2..12, every split into pairs that is accepted shows what is lost."""
    game, held = Divider(high=12), 0
    for size in (2, 4, 6, 8):
        for numbers in combinations(range(2, 13), size):
            position = DividerPosition(sum(1 << number for number in numbers), Player.ONE)
            for pairs in splits(numbers):
                if not is_pairing(numbers, pairs):
                    continue
                proof = Pairing(0, tuple(pairs), None)
                assert check_proof(game, position, Player.TWO, proof)
                assert nim_value(frozenset(numbers)) == 0
                held += 1
    assert held > 500


def test_partners_beside_a_rest_do_not_change_who_wins() -> None:
    """Of sets of 2..30, partners are set aside only where the other numbers are lost as all are."""
    rng, held = Random(10), 0
    for _ in range(3000):
        numbers = rng.sample(range(2, 31), rng.randrange(4, 8))
        pair = rng.sample(numbers, 2)
        if is_pairing(numbers, [pair]):
            held += 1
            stays = frozenset(numbers) - {*pair}
            assert (nim_value(frozenset(numbers)) == 0) == (nim_value(stays) == 0)
    assert held > 300


def test_a_pairing_costs_a_step_for_each_number_and_each_multiple() -> None:
    """On 2..30, 4 has six larger multiples and 9 two, whether they are partners or not."""
    game, position = placed(frozenset((4, 9)))
    proof = {"kind": "pairing", "move": 0, "pairs": [[4, 9]], "rest": None}
    assert check_data(game, position, Player.TWO, proof).positions == 1 + (1 + 6) + (1 + 2)
    game, position = placed(frozenset((4, 9, 11, 13)))
    proof |= {"pairs": [[11, 13]], "rest": PARITY}
    assert check_data(game, position, Player.TWO, proof).positions == 2 + 4 + 2 * (7 + 3)
