"""Digits' own kinds of proof: digits that nothing left can finish, and partners.

A digit is safe if after it no digit left makes a multiple. ``safe`` claims that this rule wins:
finish if you can; else write the first safe digit in the `order` given. With `ahead` 2 a digit
must also leave you a safe or finishing one whatever is written next. Two ways to check it:

- for a target above base^2 - base - 2 no play is walked through: at most one digit is unsafe at
  a time, so a player to move with an even number of digits left always has a safe one, and the
  opponent writes the last digit (theorem 1 of docs/theory/digits.md);
- for any other the rule is played against every digit, by digits left and remainder.

``partners`` is about digit sums. Where the target is `sum` times a divisor of the base, and `sum`
divides base - 1, a number is a multiple exactly if its digit sum is one of `sum` and its last
digit one of that divisor. It claims that this rule wins: finish if you can; else write the
partner of the digit just written, from `pairs`. That is played against every digit, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Literal

from divisor_duel.budget import CheckBudget
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.proof import Checked, demand
from divisor_duel.proof_schema import Form, Number, Pair

SAFE, PARTNERS = "safe", "partners"

THEOREM = "theorem 1 of docs/theory/digits.md"


class Safe(Form, frozen=True, tag=SAFE):
    """Finish if you can, else write the first safe digit in this order."""

    order: tuple[Number, ...]
    ahead: Literal[1, 2]


class Partners(Form, frozen=True, tag=PARTNERS):
    """Finish if you can, else write the partner of the opponent's digit."""

    sum: Number
    pairs: tuple[Pair, ...]


KINDS = (Safe, Partners)

State = tuple[int, int]
"""The digits left as a mask, and the remainder of what is written."""


def verify(game: Digits, lost: DigitsPosition, proof: Form, budget: CheckBudget) -> Checked:
    """Check that the rule wins against the player to move; CertificateError if it does not."""
    if isinstance(proof, Partners):
        return _verify_partners(game, lost, proof, budget)
    assert isinstance(proof, Safe)
    demand(sorted(proof.order) == [*range(1, game.base)], "order must list every digit once")
    state = lost.left, lost.number % game.target
    demand(not finishers(game, state), "a digit left makes a multiple now")
    if is_rare(game):
        demand(lost.left.bit_count() % 2 == 1, "the last digit is the winner's own")
        summary = "The loser writes the last digit, and two digits are never both unsafe"
        return Checked(summary, (THEOREM,))
    count = Rule(game, proof.order, proof.ahead).walk(state, budget)
    return Checked(f"Positions in which the rule was followed: {count}")


def _verify_partners(
    game: Digits, lost: DigitsPosition, proof: Partners, budget: CheckBudget
) -> Checked:
    demand(proof.sum == digit_sum(game), "sum must fit target and base")
    partners = dict[int, int]()
    for one, other in proof.pairs:
        demand(not {one, other} & set(partners) and one != other, f"{one} has two partners")
        demand(max(one, other) < game.base, f"{max(one, other)} is not a digit")
        partners |= {one: other, other: one}
    state = lost.left, lost.number % game.target
    count = follow_partners(game, state, partners, budget)
    return Checked(f"Positions in which partners answered: {count}")


def digit_sum(game: Digits) -> int:
    """Which number's multiples digit sums have to be for a multiple of the target; 0 if none."""
    modulus = gcd(game.target, game.base - 1)
    last = game.target // modulus
    return modulus if modulus > 1 and last > 1 and game.base % last == 0 else 0


def follow_partners(
    game: Digits, lost: State, partners: Mapping[int, int], budget: CheckBudget
) -> int:
    """In how many positions the winner answered with a partner, if that wins every time."""
    waiting, seen = [lost], {lost}
    while waiting:
        here = waiting.pop()
        for reply in members(here[0]):
            rest, reached = reply_state = after(game, here, reply)
            demand(reached > 0, f"{reply} makes a multiple")
            if not rest or finishers(game, reply_state):
                continue  # the digits have run out, or it is finished
            partner = partners.get(reply, 0)
            demand(bool(partner and rest >> partner & 1), f"{reply} has no partner left")
            demand(rest != 1 << partner, "the last digit is the winner's own")
            answered = after(game, reply_state, partner)
            if answered not in seen:
                budget.spend()
                seen.add(answered)
                waiting.append(answered)
    return len(seen)


def is_rare(game: Digits) -> bool:
    """Whether the target is so large that at most one digit is ever unsafe."""
    return game.target > game.base * game.base - game.base - 2


def finishers(game: Digits, state: State) -> list[int]:
    """The digits left that make a multiple at once."""
    left, remainder = state
    candidates = range(-remainder * game.base % game.target, game.base, game.target)
    return [digit for digit in candidates if left >> digit & 1]


def after(game: Digits, state: State, digit: int) -> State:
    """What is left, and the remainder, once a digit is written."""
    left, remainder = state
    return left ^ 1 << digit, (remainder * game.base + digit) % game.target


class Rule:
    """The rule, with the order in which digits are tried and how far it looks ahead."""

    def __init__(self, game: Digits, order: tuple[int, ...], ahead: int) -> None:
        self.base, self.target, self.order, self.ahead = game.base, game.target, order, ahead
        everything = (1 << game.base) - 2
        self._finish = [
            sum(1 << digit for digit in finishers(game, (everything, remainder)))
            for remainder in range(game.target)
        ]

    def is_safe(self, left: int, remainder: int, digit: int, ahead: int) -> bool:
        """Whether no digit finishes after this one, and none leaves the winner without a move."""
        left ^= 1 << digit
        remainder = (remainder * self.base + digit) % self.target
        if left & self._finish[remainder]:
            return False
        return ahead == 1 or all(self._goes_on(left, remainder, reply) for reply in members(left))

    def _goes_on(self, left: int, remainder: int, reply: int) -> bool:
        """Whether there is a finishing or a safe digit after `reply`, or nothing is left."""
        left ^= 1 << reply
        remainder = (remainder * self.base + reply) % self.target
        if not left or left & self._finish[remainder]:
            return True
        return any(self.is_safe(left, remainder, digit, 1) for digit in members(left))

    def digit(self, left: int, remainder: int) -> int:
        """What the rule says where nothing finishes; 0 if no digit is safe."""
        for digit in self.order:
            if left >> digit & 1 and self.is_safe(left, remainder, digit, self.ahead):
                return digit
        return 0

    def walk(
        self, lost: State, budget: CheckBudget, tick: Callable[[], None] = lambda: None
    ) -> int:
        """In how many positions the winner had to choose, if the rule wins against every digit."""
        base, target, finish = self.base, self.target, self._finish
        waiting, chosen = [lost], set[State]()
        while waiting:
            left, remainder = waiting.pop()
            for reply in members(left):
                rest, reached = left ^ 1 << reply, (remainder * base + reply) % target
                if not rest or rest & finish[reached] or (rest, reached) in chosen:
                    continue  # the digits have run out, or it is finished, or this was seen
                tick()
                budget.spend()
                chosen.add((rest, reached))
                digit = self.digit(rest, reached)
                demand(digit > 0, f"no digit is safe with the remainder {reached}")
                demand(rest != 1 << digit, "the last digit is the winner's own")
                waiting.append((rest ^ 1 << digit, (reached * base + digit) % target))
        return len(chosen)
