"""Divisor Duel, Chain: answer with a factor or a multiple.

You can take the numbers from 2 to 50, unless you agree on others. Each number
can be taken only once. The first player takes any number. With the house rule
"opening even", known from Juniper Green, it must be even. After that, take a
factor or a multiple of the number taken last. If none is left on your turn,
you lose.

>>> from divisor_duel import GAMES
>>> game = GAMES["chain"]()
>>> position = game.play(game.start(), 15)
>>> game.legal_moves(position)
(3, 5, 30, 45)
>>> game.outcome(game.play(game.start(), 47))
Outcome(winner=<Player.ONE: 1>, reason='no factor or multiple of 47 is left')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from divisor_duel.errors import OptionsError
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
from divisor_duel.numbers import LARGEST, MaskTable, members, multiples, relatives, runs, span


class ChainPosition(NamedTuple):
    """The pool, the number to answer, and whose turn it is."""

    pool: int
    """The numbers not yet taken, as a mask."""
    last: int
    """The number taken last, or 0 before the first move."""
    to_move: Player
    """Whose turn it is."""


@dataclass(frozen=True)
class Chain(Game[ChainPosition]):
    """Chain on the pool `low` to `high`."""

    id: ClassVar[str] = "chain"
    title: ClassVar[str] = "Divisor Duel: Chain"
    summary: ClassVar[str] = "Take a factor or multiple of the last number, or lose."
    impartial: ClassVar[bool] = True
    fair: ClassVar[Preset] = Preset(
        {"opening": "even"},
        "You can't open with a large prime, because nothing could follow it. Random play is nearly "
        "even. With best play, the first player wins at move 21.",
        winner=1,
    )
    first_game: ClassVar[Preset] = Preset(
        {"high": 20, "opening": "even"}, "Small enough to see every pair.", winner=1
    )
    misere_rule: ClassVar[str] = "making the last possible move loses"
    size_options: ClassVar[tuple[str, ...]] = ("low", "high")
    bench: ClassVar[BenchSetups] = {
        "book": {"high": 50},
        "middle": {"high": 100},
        "large": {"high": 200},
    }

    low: int = option(2, "the smallest number", least=1, most=LARGEST)
    high: int = option(50, "the largest number", least=2, most=LARGEST)
    opening: str = option("any", "which numbers can open the game", choices=("any", "even"))
    ending: str = ending()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.low > self.high:
            raise OptionsError(f"low must not be above high, but {self.low} is above {self.high}")
        if self.opening == "even" and self.low == self.high and self.low % 2:
            raise OptionsError(f"opening 'even' needs an even number, but there is only {self.low}")

    @cached_property
    def _pool(self) -> int:
        return span(self.low, self.high)

    @cached_property
    def _answers(self) -> MaskTable:
        """The numbers that may follow each number; those of 0 may open the game."""
        table = MaskTable(relatives, self.high)
        table[0] = self._pool if self.opening == "any" else multiples(2, self.high)
        return table

    @cached_property
    def _starts(self) -> dict[Player, ChainPosition]:
        return {first: ChainPosition(self._pool, 0, first) for first in Player}

    def start(self, first: Player = Player.ONE) -> ChainPosition:
        return self._starts[first]

    def legal_moves(self, position: ChainPosition) -> tuple[int, ...]:
        pool, last, _ = position
        return members(pool & self._answers[last])

    def play(self, position: ChainPosition, move: int) -> ChainPosition:
        pool, last, to_move = position
        if move < 1 or not (pool & self._answers[last]) >> move & 1:
            raise self.illegal_move(position, move, self.why_illegal(position, move))
        return make_position(ChainPosition, (pool ^ 1 << move, move, OTHER[to_move]))

    def children(self, position: ChainPosition) -> Iterator[ChainPosition]:
        pool, last, to_move = position
        other = OTHER[to_move]
        for move in members(pool & self._answers[last]):
            yield make_position(ChainPosition, (pool ^ 1 << move, move, other))

    def why_illegal(self, position: ChainPosition, move: int) -> str:
        if not self.low <= move <= self.high:
            return f"{move} is not between {self.low} and {self.high}"
        return super().why_illegal(position, move)

    def illegal_by_reason(self, position: ChainPosition) -> dict[str, int]:
        pool, last, _ = position
        other = f"{{}} is neither a factor nor a multiple of {last}"
        if not last:
            other = "the first number must be even, and {} is odd"
        taken = self._pool & ~pool
        return {"{} is already taken": taken, other: pool & ~self._answers[last]}

    def outcome(self, position: ChainPosition) -> Outcome | None:
        pool, last, to_move = position
        if pool & self._answers[last]:
            return None
        reason = f"no factor or multiple of {last} is left"
        if not last:
            reason = "no number left can open the game"
        return self.conclude(OTHER[to_move], reason)

    def size_phrase(self) -> str:
        first = ", an even one first" if self.opening == "even" else ""
        return f"numbers {self.low} to {self.high}{first}"

    def max_moves(self) -> int:
        return self.high - self.low + 1

    def describe(self, position: ChainPosition) -> str:
        last = position.last or "none yet"
        return f"last number: {last}; pool: {runs(position.pool)}"

    def settable(self) -> tuple[Settable, ...]:
        """Return the number to answer and the pool."""
        numbers = tuple(range(self.low, self.high + 1))
        return (
            Settable("last", "the number to answer", least=self.low, most=self.high, none=True),
            Settable("pool", "the numbers left", numbers),
        )

    def tidy(self, position: ChainPosition) -> ChainPosition:
        """Remove the number to answer from the pool."""
        return position._replace(pool=position.pool & ~(1 << position.last))
