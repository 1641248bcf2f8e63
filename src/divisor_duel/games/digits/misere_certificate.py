"""Misere Digits' own kinds of proof that the player to move loses.

``last``: the other player writes the last digit, at least four digits are left, and the target is
above (base^2 - 1)(base - 2): the theorem in `misere.py` says that nobody can be made to
complete a multiple then. There is nothing else to check.

``remainders``: `answers` give the winner's answer to each digit, or 0 if the digit makes a
multiple. That these win is worked out here, from the rules alone; of the number only its
remainder counts for what follows, so there are few positions.
"""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.allowance import allowed, too_many
from divisor_duel.check import MOST_POSITIONS
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.numbers import members
from divisor_duel.proof import Proof, demand

KINDS = ("last", "remainders")


def verify(game: Digits, lost: DigitsPosition, proof: Proof) -> str:
    """What was checked, in words; CertificateError if the player to move need not lose."""
    if proof["kind"] == "remainders":
        return _verify_answers(game, lost, proof.get("answers"))
    count = lost.left.bit_count()
    demand(count % 2 == 0, f"of {count} digits the player to move writes the last")
    demand(waits_to_the_end(game, lost), "the target is too small, or too few digits are left")
    return f"Digits of which the winner writes the last: {count}"


def waits_to_the_end(game: Digits, position: DigitsPosition) -> bool:
    """Whether the theorem says who wins: then it is whoever writes the last digit."""
    bound = (game.base**2 - 1) * (game.base - 2)
    return game.target > bound and position.left.bit_count() >= 3


def _verify_answers(game: Digits, lost: DigitsPosition, answers: object) -> str:
    pairs = answers if isinstance(answers, list) else []
    sound = all(isinstance(pair, list) and [*map(type, pair)] == [int, int] for pair in pairs)
    demand(bool(pairs) and sound, "answers must be pairs of whole numbers")
    known, again = dict(pairs), Remainders(game, allowed(MOST_POSITIONS))
    for digit in members(lost.left):
        after = game.play(lost, digit)
        if not (after.left and after.number % game.target):
            over = game.outcome(after)
            fine = over is not None and over.winner != lost.to_move and known.get(digit) == 0
            demand(fine, f"{digit} wins for the other player")
            continue
        answer = known.get(digit, 0)
        demand(bool(answer and after.left >> answer & 1), f"{digit} has no answer")
        reached = game.play(after, answer)
        over = game.outcome(reached)
        fine = over.winner != lost.to_move if over else again.is_lost(reached)
        demand(fine, f"{answer} is no answer to {digit}")
    return f"Answers: {len(known)}; remainders gone through: {len(again)}"


class Remainders:
    """Who loses, by the digits left and the remainder of the number."""

    def __init__(self, game: Digits, most: int = 1 << 62) -> None:
        self._target, self._base, self._most = game.target, game.base, most
        self._lost: dict[tuple[int, int], bool] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def forget(self) -> None:
        """Make room; whoever asks meanwhile still gets a true answer."""
        self._lost.clear()

    def is_lost(self, position: DigitsPosition, pause: Callable[[], None] = lambda: None) -> bool:
        """Whether the player to move loses a position that is not over."""
        return self._is_lost(position.left, position.number % self._target, pause)

    def _is_lost(self, left: int, remainder: int, pause: Callable[[], None]) -> bool:
        key = left, remainder
        if key not in self._lost:
            pause()
            if len(self._lost) >= self._most:
                raise too_many(self._most)
            self._lost[key] = not any(
                self._wins(
                    left ^ 1 << digit, (self._base * remainder + digit) % self._target, pause
                )
                for digit in members(left)
            )
        return self._lost[key]

    def _wins(self, left: int, remainder: int, pause: Callable[[], None]) -> bool:
        """Whether whoever wrote that digit wins: no multiple, and the last or a lost position."""
        return remainder > 0 and (not left or self._is_lost(left, remainder, pause))
