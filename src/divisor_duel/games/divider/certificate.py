"""Divider Duel's own kinds of proof that the player to move loses.

``parity``: no number left divides another, and their count is even: every move takes one.

``mirror``: `steps`, each a list of pairs that swap places. Within what the earlier steps leave,
a swap must keep who divides whom, no number may divide its own partner, and no swapped
number may divide one that stays. Then a number is answered by its partner, so swapped numbers
may be left out of account (R2 in `columns.py`). `rest` proves that what stays is lost too; it
is null if nothing stays.

``answers``: `steps` are mirrors as above, and `answers` give the winner's answer to each number
that stays. That what both moves leave is lost again is worked out (`retrying.py`), from the
rules alone.

``groups``: numbers that no divisibility joins, each group with its nim-value, and these
cancel. That these are their nim-values is worked out in the same way.
"""

from __future__ import annotations

from divisor_duel.allowance import allowed
from divisor_duel.check import holds
from divisor_duel.games.divider.retrying import MOST_WORKED_OUT, Retrying
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.numbers import members, multiples
from divisor_duel.proof import Proof, demand

KINDS = ("parity", "mirror", "answers", "groups")


def verify(game: Divider, lost: DividerPosition, proof: Proof) -> str:
    """What was checked, in words; CertificateError if the player to move need not lose."""
    if proof["kind"] == "parity":
        return _verify_parity(game, lost)
    if proof["kind"] == "mirror":
        return _verify_mirror(game, lost, proof)
    if proof["kind"] == "answers":
        return _verify_answers(game, lost, proof)
    return _verify_groups(game, lost, proof.get("groups"))


def _verify_parity(game: Divider, lost: DividerPosition) -> str:
    numbers = members(lost.left)
    demand(len(numbers) % 2 == 0, f"{len(numbers)} numbers are left, which is odd")
    for number in numbers:
        demand(lost.left & multiples(number, game.high) == 1 << number, f"{number} divides others")
    return f"Numbers that divide no other: {len(numbers)}"


def _verify_mirror(game: Divider, lost: DividerPosition, proof: Proof) -> str:
    left = set(members(lost.left))
    count = len(left)
    left = _without_mirrored(proof.get("steps"), left)
    told = f"Pairs that mirror one another: {(count - len(left)) // 2}"
    demand(len(left) < count, "steps must not be empty")
    rest = proof.get("rest")
    if not left:
        demand(rest is None, "nothing is left beside the pairs")
        return told
    demand(isinstance(rest, dict) and rest.get("move") == 0, f"{min(left)} has no partner")
    assert isinstance(rest, dict)
    kept = DividerPosition(sum(1 << number for number in left), lost.to_move)
    return f"{told}. {holds(game, kept, lost.to_move.other, rest)}"


def _without_mirrored(steps: object, left: set[int]) -> set[int]:
    """What stays when the pairs of all steps are left out, if these are mirrors."""
    demand(isinstance(steps, list), "steps must be a list of lists of pairs")
    assert isinstance(steps, list)
    for step in steps:
        swap = _swap(step, left)
        for number in left:
            _check_number(number, left, swap)
        left = left - set(swap)
    return left


def _swap(step: object, left: set[int]) -> dict[int, int]:
    """Each number's partner in one step."""
    sound = isinstance(step, list) and bool(step) and all(map(_is_pair, step))
    demand(sound, "steps must be a list of lists of pairs")
    assert isinstance(step, list)
    swap = dict[int, int]()
    for one, other in step:
        for number, partner in ((one, other), (other, one)):
            demand(number in left and number not in swap, f"{number} is not free to be paired")
            swap[number] = partner
        demand(bool(one % other and other % one), f"{one} and {other} divide one another")
    return swap


def _check_number(number: int, left: set[int], swap: dict[int, int]) -> None:
    """A swap keeps what this number divides, and a swapped number divides none that stays."""
    image = swap.get(number, number)
    for other in left:
        if other % number == 0:
            demand(swap.get(other, other) % image == 0, f"{number} divides {other} unmirrored")
            demand(image == number or other in swap, f"{number} divides {other}, which stays")


def _verify_answers(game: Divider, lost: DividerPosition, proof: Proof) -> str:
    listed = proof.get("answers")
    demand(isinstance(listed, list) and all(map(_is_pair, listed)), "answers must be pairs")
    assert isinstance(listed, list)
    kept, answers = _without_mirrored(proof.get("steps"), set(members(lost.left))), dict(listed)
    again = Retrying(kept, allowed(MOST_WORKED_OUT))
    for reply in kept:
        reached = {number for number in kept if number % reply}
        answer = answers.get(reply)
        demand(answer in reached, f"{reply} has no answer")
        after = [number for number in reached if number % answers[reply]]
        demand(again.is_lost(after), f"{answer} is no answer to {reply}")
    return f"Answers: {len(kept)}; positions worked out again: {len(again)}"


def _verify_groups(game: Divider, lost: DividerPosition, groups: object) -> str:
    demand(isinstance(groups, list) and all(map(_is_group, groups)), _GROUPS)
    assert isinstance(groups, list)
    numbers = [number for group, _ in groups for number in group]
    demand(sorted(numbers) == [*members(lost.left)], "the groups are not what is left")
    place = {number: index for index, (group, _) in enumerate(groups) for number in group}
    total, most = 0, allowed(MOST_WORKED_OUT)
    for group, nim in groups:
        for number in group:
            for other in members(lost.left & multiples(number, game.high)):
                demand(place[other] == place[number], f"{number} divides {other} elsewhere")
        again = Retrying(group, most)
        demand(again.is_lost(group, nim), f"the nim-value of {group} is not {nim}")
        total, most = total ^ nim, most - len(again)
    demand(total == 0, "the nim-values do not cancel")
    return f"Groups whose nim-values cancel: {len(groups)}"


_GROUPS = "groups must list numbers and a nim-value each"


def _is_pair(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(type(n) is int and n > 0 for n in value)
    )


def _is_group(value: object) -> bool:
    if not (isinstance(value, list) and len(value) == 2 and isinstance(value[0], list)):
        return False
    return type(value[1]) is int and all(type(number) is int and number > 0 for number in value[0])
