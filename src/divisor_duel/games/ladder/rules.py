"""Divisor Duel, Ladder: climb the multiples of your own number.

You can take the numbers from 2 to 50, unless you agree on others. Each number
can be taken only once. At the start, both players own the number 1. On your
turn, take a multiple of your own number. It becomes your new own number. Every
number is a multiple of 1, so your first choice is free. If no multiple of your
own number is left on your turn, you lose.

>>> from divisor_duel import GAMES
>>> game = GAMES["ladder"](high=10)
>>> position = game.start()
>>> for move in (2, 3, 4, 9):
...     position = game.play(position, move)
>>> game.legal_moves(position)
(8,)
>>> game.outcome(game.play(position, 8))
Outcome(winner=<Player.ONE: 1>, reason='no multiple of 9 is left')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from divisor_duel.game import (
    OTHER,
    BenchSetups,
    Game,
    Outcome,
    Player,
    Preset,
    Settable,
    ending,
    make_position,
    option,
)
from divisor_duel.numbers import LARGEST, MaskTable, members, multiples, runs, span


class LadderPosition(NamedTuple):
    """The pool, both players' own numbers, and whose turn it is."""

    pool: int
    """The numbers that no player has taken, as a mask."""
    one: int
    """Player 1's own number."""
    two: int
    """Player 2's own number."""
    to_move: Player
    """Whose turn it is."""

    @property
    def own(self) -> int:
        """The number of the player to move."""
        return self.one if self.to_move == 1 else self.two


@dataclass(frozen=True)
class Ladder(Game[LadderPosition]):
    """Ladder on the pool 2 to `high`."""

    id: ClassVar[str] = "ladder"
    title: ClassVar[str] = "Divisor Duel: Ladder"
    summary: ClassVar[str] = "Climb multiples of your own number. If you can't climb, you lose."
    fair: ClassVar[Preset] = Preset(
        {"high": 100},
        "There is room for a long climb. With best play, the first player wins at move 9.",
        winner=1,
    )
    first_game: ClassVar[Preset] = Preset(
        {"high": 24}, "Short ladders: three or four steps each.", winner=1
    )
    misere_rule: ClassVar[str] = "making the last possible move loses"
    size_options: ClassVar[tuple[str, ...]] = ("high",)
    bench: ClassVar[BenchSetups] = {
        "book": {"high": 50},
        "middle": {"high": 100},
        "large": {"high": 250},
    }

    high: int = option(50, "the largest number", least=2, most=LARGEST)
    ending: str = ending()

    @cached_property
    def _pool(self) -> int:
        return span(2, self.high)

    @cached_property
    def _multiples(self) -> MaskTable:
        return MaskTable(multiples, self.high)

    @cached_property
    def _starts(self) -> dict[Player, LadderPosition]:
        return {first: LadderPosition(self._pool, 1, 1, first) for first in Player}

    def start(self, first: Player = Player.ONE) -> LadderPosition:
        return self._starts[first]

    def legal_moves(self, position: LadderPosition) -> tuple[int, ...]:
        pool, one, two, to_move = position
        return members(pool & self._multiples[one if to_move == 1 else two])

    def play(self, position: LadderPosition, move: int) -> LadderPosition:
        pool, one, two, to_move = position
        own = one if to_move == 1 else two
        if move <= own or move % own or not pool >> move & 1:
            raise self.illegal_move(position, move, self.why_illegal(position, move))
        if to_move == 1:
            one = move
        else:
            two = move
        return make_position(LadderPosition, (pool ^ 1 << move, one, two, OTHER[to_move]))

    def why_illegal(self, position: LadderPosition, move: int) -> str:
        if not 2 <= move <= self.high:
            return f"{move} is not between 2 and {self.high}"
        return super().why_illegal(position, move)

    def illegal_by_reason(self, position: LadderPosition) -> dict[str, int]:
        pool, own = position.pool, position.own
        return {
            "{} is already taken": self._pool & ~pool,
            f"{{}} is not a multiple of {own}": pool & ~self._multiples[own],
        }

    def outcome(self, position: LadderPosition) -> Outcome | None:
        pool, one, two, to_move = position
        own = one if to_move == 1 else two
        if pool & self._multiples[own]:
            return None
        return self.conclude(OTHER[to_move], f"no multiple of {own} is left")

    def size_phrase(self) -> str:
        return f"numbers 2 to {self.high}"

    def max_moves(self) -> int:
        return min(self.high - 1, 2 * self.high.bit_length())

    def describe(self, position: LadderPosition) -> str:
        pool, one, two, _ = position
        return f"Player 1 owns {one}, Player 2 owns {two}; pool: {runs(pool)}"

    def settable(self) -> tuple[Settable, ...]:
        """Return the settable fields: both players' own numbers and the pool."""
        return (
            Settable("one", "the number of Player 1", least=1, most=self.high),
            Settable("two", "the number of Player 2", least=1, most=self.high),
            Settable("pool", "the numbers left", tuple(range(2, self.high + 1))),
        )

    def tidy(self, position: LadderPosition) -> LadderPosition:
        """Take both players' own numbers out of the pool."""
        return position._replace(pool=position.pool & ~(1 << position.one | 1 << position.two))
