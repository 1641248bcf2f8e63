"""Digits' kinds of proof that the player to move loses, in normal play and misere.

A digit is safe if after it no digit left makes a multiple. ``safe`` claims that this rule wins:
finish if you can; otherwise write the first safe digit in the `order` given. With `ahead` 2 a
digit must also leave you a safe or finishing one whatever is written next. There are two checks:

- for a target above base^2 - base - 2 nothing is played out: at most one digit is unsafe at a
  time, so a player to move with an even number of digits left always has a safe one, and the
  opponent writes the last digit (theorem 1 of docs/theory/digits.md);
- for any other target the checker plays the rule against every digit, by digits left and
  remainder.

``partners`` is about digit sums. If the target is `sum` times a divisor of the base, and `sum`
divides base - 1, a number is a multiple exactly if its digit sum is a multiple of `sum` and its
last digit a multiple of that divisor. The proof claims that this rule wins: finish if you can;
otherwise write the partner of the digit just written, from `pairs`. The checker plays this rule
against every digit, too.

Misere has two kinds of its own:

``last``: the winner writes the last digit, at least four digits are left, and the target is
above (base^2 - 1)(base - 2): then neither player can be made to complete a multiple, by theorem 2
of docs/theory/digits.md. There is nothing else to check.

``remainders``: `answers` gives the winner's answer to each digit, or 0 if the digit makes a
multiple. The checker searches all further play from the rules alone; only the remainder of the
number matters, so there are few positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.proof import Checked, CommonProof, Number, Pair, Proof, Whole, require
from divisor_duel.proofs.brute_force import answers_by_reply
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import GameProofs

THEOREM = "theorem 1 of docs/theory/digits.md"


Ahead: TypeAlias = Literal[1, 2]
"""How far a safe digit looks: one digit ahead, or two."""


class Safe(Proof, frozen=True, tag="safe"):
    """The rule: finish if you can, else write the first safe digit in this order."""

    order: tuple[Number, ...]
    ahead: Ahead


class Partners(Proof, frozen=True, tag="partners"):
    """The rule: finish if you can, else write the partner of the opponent's digit."""

    sum: Number
    pairs: tuple[Pair, ...]


DigitsProof: TypeAlias = CommonProof | Safe | Partners
"""Every kind of proof in normal play."""

KINDS = (Safe, Partners)

State = tuple[int, int]
"""The digits left as a mask, and the remainder of the number."""


def verify(
    game: Digits, lost: DigitsPosition, proof: Safe | Partners, budget: CheckBudget
) -> Checked:
    """Check that the rule beats the player to move; CertificateError if it fails."""
    if isinstance(proof, Partners):
        return _verify_partners(game, lost, proof, budget)
    require(sorted(proof.order) == [*range(1, game.base)], "order must list every digit once")
    state = lost.left, lost.number % game.target
    require(not finishers(game, state), "a digit left makes a multiple now")
    if has_rare_multiples(game):
        require(lost.left.bit_count() % 2 == 1, "the last digit is the winner's own")
        summary = "The loser writes the last digit, and two digits are never both unsafe"
        return Checked(summary, (THEOREM,))
    followed = SafeRule(game, proof.order, proof.ahead).walk(state, budget)
    return Checked(f"Positions in which the rule was followed: {len(followed)}")


def _verify_partners(
    game: Digits, lost: DigitsPosition, proof: Partners, budget: CheckBudget
) -> Checked:
    require(proof.sum == digit_sum_modulus(game), "sum must fit target and base")
    partners = dict[int, int]()
    for one, other in proof.pairs:
        require(not {one, other} & set(partners) and one != other, f"{one} has two partners")
        require(max(one, other) < game.base, f"{max(one, other)} is not a digit")
        partners |= {one: other, other: one}
    state = lost.left, lost.number % game.target
    followed = follow_partners(game, state, partners, budget)
    return Checked(f"Positions in which partners answered: {len(followed)}")


def digit_sum_modulus(game: Digits) -> int:
    """Return the number that divides the digit sum of every multiple of the target.

    0 if ``partners`` does not fit target and base.
    """
    modulus = gcd(game.target, game.base - 1)
    last = game.target // modulus
    return modulus if modulus > 1 and last > 1 and game.base % last == 0 else 0


def follow_partners(
    game: Digits, lost: State, partners: Mapping[int, int], budget: CheckBudget
) -> set[State]:
    """Check that partners win; return `lost` and the positions after each partner."""
    waiting, seen = [lost], {lost}
    while waiting:
        state = waiting.pop()
        for reply in members(state[0]):
            rest, reached = reply_state = after(game, state, reply)
            require(reached > 0, f"{reply} makes a multiple")
            if not rest or finishers(game, reply_state):
                continue  # the digits have run out, or the winner finishes
            partner = partners.get(reply, 0)
            require(bool(partner and rest >> partner & 1), f"{reply} has no partner left")
            require(rest != 1 << partner, "the last digit is the winner's own")
            answered = after(game, reply_state, partner)
            if answered not in seen:
                budget.spend()
                seen.add(answered)
                waiting.append(answered)
    return seen


def has_rare_multiples(game: Digits) -> bool:
    """Return whether the target is so large that at most one digit is ever unsafe."""
    return game.target > game.base * game.base - game.base - 2


def finishers(game: Digits, state: State) -> list[int]:
    """Return the digits left that make a multiple at once."""
    left, remainder = state
    candidates = range(-remainder * game.base % game.target, game.base, game.target)
    return [digit for digit in candidates if left >> digit & 1]


def after(game: Digits, state: State, digit: int) -> State:
    """Return the state after a digit is written."""
    left, remainder = state
    return left ^ 1 << digit, (remainder * game.base + digit) % game.target


class FinishersByRemainder(dict[int, int]):
    """The digits that make a multiple at once, as a mask, by remainder; computed when asked."""

    def __init__(self, game: Digits) -> None:
        self._game = game

    def __missing__(self, remainder: int) -> int:
        game = self._game
        everything = (1 << game.base) - 2
        self[remainder] = mask = sum(
            1 << digit for digit in finishers(game, (everything, remainder))
        )
        return mask


class SafeRule:
    """The rule of a ``safe`` proof, with its order of digits and its look-ahead."""

    def __init__(self, game: Digits, order: tuple[int, ...], ahead: int) -> None:
        self.base, self.target, self.order, self.ahead = game.base, game.target, order, ahead
        self._finish = FinishersByRemainder(game)

    def is_safe(self, left: int, remainder: int, digit: int, ahead: int) -> bool:
        """Return whether a digit is safe: no digit finishes after it.

        With `ahead` 2, also no reply may leave the winner without a safe or finishing digit.
        """
        left ^= 1 << digit
        remainder = (remainder * self.base + digit) % self.target
        if left & self._finish[remainder]:
            return False
        return ahead == 1 or all(self._answered(left, remainder, reply) for reply in members(left))

    def _answered(self, left: int, remainder: int, reply: int) -> bool:
        """Return whether a finishing or safe digit follows `reply`, or no digit is left."""
        left ^= 1 << reply
        remainder = (remainder * self.base + reply) % self.target
        if not left or left & self._finish[remainder]:
            return True
        return any(self.is_safe(left, remainder, digit, 1) for digit in members(left))

    def digit(self, left: int, remainder: int) -> int:
        """Return the digit to write if none finishes; 0 if no digit is safe."""
        for digit in self.order:
            if left >> digit & 1 and self.is_safe(left, remainder, digit, self.ahead):
                return digit
        return 0

    def walk(
        self, lost: State, budget: CheckBudget, tick: Callable[[], None] = lambda: None
    ) -> set[State]:
        """Check that the rule wins; return the positions in which it chose a digit."""
        base, target, finish = self.base, self.target, self._finish
        waiting, chosen = [lost], set[State]()
        while waiting:
            left, remainder = waiting.pop()
            for reply in members(left):
                rest, reached = left ^ 1 << reply, (remainder * base + reply) % target
                if not rest or rest & finish[reached] or (rest, reached) in chosen:
                    continue  # the digits have run out, the winner finishes, or it was seen
                tick()
                budget.spend()
                chosen.add((rest, reached))
                digit = self.digit(rest, reached)
                require(digit > 0, f"no digit is safe with the remainder {reached}")
                require(rest != 1 << digit, "the last digit is the winner's own")
                waiting.append((rest ^ 1 << digit, (reached * base + digit) % target))
        return chosen


MISERE_THEOREM = "theorem 2 of docs/theory/digits.md"


class Last(Proof, frozen=True, tag="last"):
    """The claim that the winner writes the last digit."""


class Answers(Proof, frozen=True, tag="remainders"):
    """The winner's answer to each digit; 0 if the digit makes a multiple."""

    answers: Annotated[tuple[tuple[Number, Whole], ...], Meta(min_length=1)]


MisereDigitsProof: TypeAlias = CommonProof | Last | Answers
"""Every kind of proof in misere."""

MISERE_KINDS = (Last, Answers)


def verify_misere(
    game: Digits, lost: DigitsPosition, proof: Last | Answers, budget: CheckBudget
) -> Checked:
    """Check that the player to move loses; raise CertificateError if the proof fails."""
    if isinstance(proof, Answers):
        return _verify_answers(game, lost, proof, budget)
    count = lost.left.bit_count()
    require(count % 2 == 0, f"of {count} digits the player to move writes the last")
    require(last_digit_decides(game, lost), "the target is too small, or too few digits are left")
    return Checked(f"Digits of which the winner writes the last: {count}", (MISERE_THEOREM,))


def last_digit_decides(game: Digits, position: DigitsPosition) -> bool:
    """Return whether theorem 2 applies: the player who writes the last digit wins."""
    bound = (game.base**2 - 1) * (game.base - 2)
    return game.target > bound and position.left.bit_count() >= 3


def _verify_answers(
    game: Digits, lost: DigitsPosition, proof: Answers, budget: CheckBudget
) -> Checked:
    known, remainders = answers_by_reply(proof.answers), Remainders(game, budget)
    for digit in members(lost.left):
        after = game.play(lost, digit)
        answer = known.pop(digit, None)
        if not (after.left and after.number % game.target):
            over = game.outcome(after)
            proved = over is not None and over.winner != lost.to_move and answer == 0
            require(proved, f"{digit} wins for the other player")
            continue
        require(answer in members(after.left), f"{digit} has no answer")
        reached = game.play(after, answer or 0)
        over = game.outcome(reached)
        proved = over.winner != lost.to_move if over else remainders.is_lost(reached)
        require(proved, f"{answer} does not win after {digit}")
    require(not known, "it answers a digit that is not left")
    summary = f"Answers: {len(proof.answers)}; remainders gone through: {len(remainders)}"
    return Checked(summary)


class Remainders:
    """A misere search with a cache, by the digits left and the remainder."""

    def __init__(self, game: Digits, budget: CheckBudget) -> None:
        self._target, self._base, self._budget = game.target, game.base, budget
        self._lost: dict[tuple[int, int], bool] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def forget(self) -> None:
        """Empty the cache; searches under way stay correct."""
        self._lost.clear()

    def is_lost(self, position: DigitsPosition, pause: Callable[[], None] = lambda: None) -> bool:
        """Return whether the player to move loses a position that is not over."""
        return self._is_lost(position.left, position.number % self._target, pause)

    def _is_lost(self, left: int, remainder: int, pause: Callable[[], None]) -> bool:
        key = left, remainder
        if key not in self._lost:
            pause()
            self._budget.spend()
            self._lost[key] = not any(
                self._writer_wins(
                    left ^ 1 << digit, (self._base * remainder + digit) % self._target, pause
                )
                for digit in members(left)
            )
        return self._lost[key]

    def _writer_wins(self, left: int, remainder: int, pause: Callable[[], None]) -> bool:
        """Return whether the player who just wrote a digit wins.

        That is if it made no multiple, and no digit is left or the opponent loses.
        """
        return remainder > 0 and (not left or self._is_lost(left, remainder, pause))


PROOFS = GameProofs[Digits, DigitsPosition, Safe | Partners](KINDS, verify)
MISERE_PROOFS = GameProofs[Digits, DigitsPosition, Last | Answers](MISERE_KINDS, verify_misere)
