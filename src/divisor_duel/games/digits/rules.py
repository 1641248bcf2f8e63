"""Divisor Duel, Digits: add digits until the target divides the number.

The players agree on a target above 1. The rule book's examples use 7. Each
digit from 1 to 9 can be used only once. On your turn, write one at the right
end of the number, which starts empty. If the target now divides the number,
you win. If all digits are used and the target never divided the number, the
player who wrote the last digit loses. Other bases work the same way, with the
digits from 1 to base - 1. Digits above 9 are written A, B, C and so on.

>>> from divisor_duel import GAMES
>>> game = GAMES["digits"](target=7)
>>> position = game.play(game.start(), 1)
>>> game.outcome(position) is None
True
>>> game.outcome(game.play(position, 4))
Outcome(winner=<Player.TWO: 2>, reason='7 divides 14')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from divisor_duel.errors import MoveTextError
from divisor_duel.game import (
    OTHER,
    BenchSetups,
    Game,
    Outcome,
    Player,
    Preset,
    Settable,
    brief,
    ending,
    make_position,
    option,
    read_number,
)
from divisor_duel.numbers import members, members_in_parts, span

_FEW_SETS = 1 << 16
"""Sets of smaller digits are so few that all their lists stay in a cache."""

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""How digits are written, by value."""


class DigitsPosition(NamedTuple):
    """The digits left, the number so far, and whose turn it is."""

    left: int
    """The digits not yet used, as a mask."""
    number: int
    """The number written so far; 0 while it is empty."""
    to_move: Player
    """Whose turn it is."""


@dataclass(frozen=True)
class Digits(Game[DigitsPosition]):
    """Digits with a `target`, in a `base`."""

    id: ClassVar[str] = "digits"
    title: ClassVar[str] = "Divisor Duel: Digits"
    summary: ClassVar[str] = "Add a digit. If the target divides the number, you win."
    fair: ClassVar[Preset] = Preset(
        {"target": 18},
        "Random play is nearly even. With best play, the second player wins at move 9.",
        winner=2,
    )
    first_game: ClassVar[Preset] = Preset(
        {"target": 12}, "Multiples of 12 are easy to find.", winner=1
    )
    misere_rule: ClassVar[str] = "making a multiple loses, and otherwise the last digit wins"
    bench: ClassVar[BenchSetups] = {
        "book": {"target": 7},
        "middle": {"target": 18},
        "large": {"target": 22, "base": 12},
    }

    target: int = option(7, "the number that must divide yours", least=2, most=10**18)
    base: int = option(10, "the base: the digits are 1 to base - 1", least=2, most=36)
    ending: str = ending()

    @cached_property
    def _digits(self) -> int:
        return span(1, self.base - 1)

    @cached_property
    def _starts(self) -> dict[Player, DigitsPosition]:
        return {first: DigitsPosition(self._digits, 0, first) for first in Player}

    def start(self, first: Player = Player.ONE) -> DigitsPosition:
        return self._starts[first]

    def legal_moves(self, position: DigitsPosition) -> tuple[int, ...]:
        left, number, _ = position
        if number and number % self.target == 0:
            return ()
        return members(left) if left < _FEW_SETS else members_in_parts(left)

    def play(self, position: DigitsPosition, move: int) -> DigitsPosition:
        left, number, to_move = position
        over = number and number % self.target == 0
        if over or move < 1 or not left >> move & 1:
            raise self.illegal_move(position, move, self.why_illegal(position, move))
        return make_position(
            DigitsPosition, (left ^ 1 << move, number * self.base + move, OTHER[to_move])
        )

    def why_illegal(self, position: DigitsPosition, move: int) -> str:
        if 0 < move < self.base:
            return super().why_illegal(position, move)
        return f"{move} is not a digit from 1 to {self.format_move(self.base - 1)}"

    def illegal_by_reason(self, position: DigitsPosition) -> dict[str, int]:
        return {"the digit {} is already used": self._digits & ~position.left}

    def outcome(self, position: DigitsPosition) -> Outcome | None:
        left, number, to_move = position
        if number and number % self.target == 0:
            return self.conclude(OTHER[to_move], f"{self.target} divides {self.written(number)}")
        if left:
            return None
        reason = f"all digits are used, and {self.target} never divided the number"
        if not self.misere:
            reason += "; the last player to move loses"
        return self.conclude(to_move, reason)

    def size_phrase(self) -> str:
        base = "" if self.base == 10 else f" in base {self.base}"
        return f"target {self.target}, digits 1 to {self.format_move(self.base - 1)}{base}"

    def max_moves(self) -> int:
        return self.base - 1

    def describe(self, position: DigitsPosition) -> str:
        digits = " ".join(self.format_move(digit) for digit in members(position.left))
        return f"the number is {self.written(position.number) or 'empty'}; digits left: {digits}"

    def key(self, position: DigitsPosition) -> str:
        """Return a key with the remainder only: the rest of the number does not matter."""
        digits = " ".join(self.format_move(digit) for digit in members(position.left))
        remainder = position.number % self.target
        turn = f"Player {int(position.to_move)} to move"
        return f"{turn}; the remainder is {remainder}; digits left: {digits}"

    def written(self, number: int) -> str:
        """Return the number in this game's base; empty before the first digit."""
        if self.base == 10:
            return str(number or "")
        text = ""
        while number:
            number, digit = divmod(number, self.base)
            text = SYMBOLS[digit] + text
        return text

    def format_move(self, move: int) -> str:
        return SYMBOLS[move]

    def parse_move(self, text: str) -> int:
        """Read a digit as it is written, or its value: in base 12 both ``A`` and ``10``."""
        value = read_number(text)
        if value is None and len(text) == 1:
            value = SYMBOLS.find(text.upper(), 0, self.base)
        if value is None or value < 0:
            raise MoveTextError(f"{brief(text)} is not a digit such as 5")
        return value

    def settable(self) -> tuple[Settable, ...]:
        """Return the number written so far, in this base, and the digits left."""
        most = self.base ** (self.base - 1) - 1
        return (
            Settable(
                "number", "the number written", most=most, written=self.written, parse=self._parse
            ),
            Settable("left", "the digits left", tuple(range(1, self.base))),
        )

    def _parse(self, text: str) -> int | None:
        """Return the number that `text` writes in this base; None if it cannot be played."""
        if text == "0":
            return 0
        if not 0 < len(text) < self.base or not set(text.upper()) <= set(SYMBOLS[1 : self.base]):
            return None
        return int(text, self.base)
