"""Divider Duel: take a number, and its multiples go too.

The list holds the numbers from 2 to 9, unless you agree on others. On your
turn, take any number on the list. All its multiples on the list go too. You
can't pass, and numbers never come back. If your move empties the list, you win.

>>> from divisor_duel import GAMES
>>> game = GAMES["divider"]()
>>> position = game.start()
>>> for move in (5, 3, 2):
...     position = game.play(position, move)
>>> game.legal_moves(position)
(7,)
>>> game.outcome(game.play(position, 7))
Outcome(winner=<Player.TWO: 2>, reason='no number is left')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from divisor_duel.errors import OptionsError
from divisor_duel.game import (
    OTHER,
    BenchSetups,
    Game,
    OptionValue,
    Outcome,
    Player,
    Preset,
    Settable,
    ending,
    make_position,
    option,
)
from divisor_duel.numbers import LARGEST, MaskTable, members, multiples, runs, span

REFUSED = "{} is not on the list"


class DividerPosition(NamedTuple):
    """What is still on the list, and whose turn it is."""

    left: int
    """The numbers still on the list, as a mask."""
    to_move: Player
    """Whose turn it is."""


@dataclass(frozen=True)
class Divider(Game[DividerPosition]):
    """Divider Duel on the list `low` to `high`."""

    id: ClassVar[str] = "divider"
    title: ClassVar[str] = "Divider Duel"
    summary: ClassVar[str] = "Take a number; its multiples go too. Take the last number to win."
    impartial: ClassVar[bool] = True
    fair: ClassVar[Preset] = Preset(
        {"high": 20},
        "Random play is nearly even. With best play, the first player wins at move 15.",
        winner=1,
    )
    misere_rule: ClassVar[str] = "taking the last number loses"
    recommended: ClassVar[Preset] = Preset(
        {"high": 14},
        "The way to win fits in a sentence. Random play is nearly even. "
        "With best play, the first player wins at move 11.",
        winner=1,
    )
    first_game: ClassVar[Preset] = Preset({"high": 9}, "Eight numbers, one minute.", winner=1)
    size_options: ClassVar[tuple[str, ...]] = ("low", "high")
    bench: ClassVar[BenchSetups] = {
        "book": {"high": 9},
        "middle": {"high": 18},
        "large": {"high": 24},
    }

    low: int = option(2, "the smallest number on the list", least=1, most=LARGEST)
    high: int = option(9, "the largest number on the list", least=2, most=LARGEST)
    ending: str = ending()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.low > self.high:
            raise OptionsError(f"low must not be above high, but {self.low} is above {self.high}")

    @cached_property
    def _list(self) -> int:
        return span(self.low, self.high)

    @cached_property
    def _multiples(self) -> MaskTable:
        return MaskTable(multiples, self.high)

    @cached_property
    def _starts(self) -> dict[Player, DividerPosition]:
        return {first: DividerPosition(self._list, first) for first in Player}

    def start(self, first: Player = Player.ONE) -> DividerPosition:
        return self._starts[first]

    @classmethod
    def with_left(
        cls, options: Mapping[str, OptionValue], numbers: tuple[int, ...], first: Player
    ) -> tuple[Divider, DividerPosition]:
        limits = {"low": max(min(numbers), 1), "high": max(*numbers, 2)}
        game = cls(**{**limits, **options})  # type: ignore[arg-type]
        for number in numbers:
            if not game.low <= number <= game.high:
                raise OptionsError(f"{number} is not between {game.low} and {game.high}")
        return game, DividerPosition(sum(1 << number for number in set(numbers)), first)

    def legal_moves(self, position: DividerPosition) -> tuple[int, ...]:
        return members(position.left)

    def play(self, position: DividerPosition, move: int) -> DividerPosition:
        left, to_move = position
        if move < 1 or not left >> move & 1:
            raise self.illegal_move(position, move, self.why_illegal(position, move))
        return make_position(DividerPosition, (left & ~self._multiples[move], OTHER[to_move]))

    def why_illegal(self, position: DividerPosition, move: int) -> str:
        return REFUSED.replace("{}", str(move))

    def illegal_by_reason(self, position: DividerPosition) -> dict[str, int]:
        return {REFUSED: self._list & ~position.left}

    def outcome(self, position: DividerPosition) -> Outcome | None:
        if position.left:
            return None
        return self.conclude(OTHER[position.to_move], "no number is left")

    def size_phrase(self) -> str:
        return f"numbers {self.low} to {self.high}"

    def max_moves(self) -> int:
        return self.high - self.low + 1

    def describe(self, position: DividerPosition) -> str:
        return f"on the list: {runs(position.left)}"

    def settable(self) -> tuple[Settable, ...]:
        """Return the only settable field: the numbers on the list."""
        numbers = tuple(range(self.low, self.high + 1))
        return (Settable("left", "the numbers on the list", numbers),)
