"""Divisor Duel, Countdown: subtract a divisor.

There is one number, 60 unless you agree on another. On your turn, choose a
divisor of it, but not 1 and not the number itself. Subtract it. Your opponent
continues with the result. A prime has no such divisor, and neither has 1. If
you get one of these on your turn, you lose. A player who starts from a prime
loses without a move.

>>> from divisor_duel import GAMES
>>> game = GAMES["countdown"](start=60)
>>> position = game.play(game.start(), 15)
>>> game.legal_moves(position)
(3, 5, 9, 15)
>>> game.outcome(GAMES["countdown"](start=7).start())
Outcome(winner=<Player.TWO: 2>, reason='7 is prime, so nothing can be subtracted')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from divisor_duel.factors import proper_divisors
from divisor_duel.game import (
    NORMAL,
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


class CountdownPosition(NamedTuple):
    """The number, and whose turn it is."""

    number: int
    """The current number."""
    to_move: Player
    """Whose turn it is."""


@dataclass(frozen=True, init=False)
class Countdown(Game[CountdownPosition]):
    """Countdown from a starting number.

    The option is called `start` everywhere else. Every game has a method of
    that name, so the attribute is `begin`.
    """

    id: ClassVar[str] = "countdown"
    title: ClassVar[str] = "Divisor Duel: Countdown"
    summary: ClassVar[str] = "Subtract a divisor. If nothing can be subtracted, you lose."
    impartial: ClassVar[bool] = True
    fair: ClassVar[Preset] = Preset(
        {"start": 144},
        "Random play is nearly even. With best play, the first player wins at move 11.",
        winner=1,
    )
    first_game: ClassVar[Preset] = Preset(
        {"start": 24}, "Two or three moves each are enough.", winner=1
    )
    misere_rule: ClassVar[str] = "making the last possible move loses"
    size_options: ClassVar[tuple[str, ...]] = ("start",)
    bench: ClassVar[BenchSetups] = {
        "book": {"start": 60},
        "middle": {"start": 1000},
        "large": {"start": 1_000_000_000},
    }

    begin: int = option(60, "the starting number", name="start", least=1, most=10**18)
    ending: str = ending()

    def __init__(self, start: int = 60, ending: str = NORMAL) -> None:
        object.__setattr__(self, "begin", start)
        object.__setattr__(self, "ending", ending)
        self.__post_init__()

    @cached_property
    def _starts(self) -> dict[Player, CountdownPosition]:
        return {first: CountdownPosition(self.begin, first) for first in Player}

    def start(self, first: Player = Player.ONE) -> CountdownPosition:
        return self._starts[first]

    def legal_moves(self, position: CountdownPosition) -> tuple[int, ...]:
        return proper_divisors(position.number)

    def play(self, position: CountdownPosition, move: int) -> CountdownPosition:
        number, to_move = position
        if move <= 1 or move >= number or number % move:
            raise self.illegal_move(position, move, self.why_illegal(position, move))
        return make_position(CountdownPosition, (number - move, OTHER[to_move]))

    def why_illegal(self, position: CountdownPosition, move: int) -> str:
        number = position.number
        if move == 1 or move == number:
            return f"you can't subtract 1 or {number} itself"
        return f"{move} does not divide {number}"

    def outcome(self, position: CountdownPosition) -> Outcome | None:
        number, to_move = position
        if proper_divisors(number):
            return None
        cause = f"{number} is prime" if number > 1 else "only 1 is left"
        return self.conclude(OTHER[to_move], f"{cause}, so nothing can be subtracted")

    def size_phrase(self) -> str:
        return f"counting down from {self.begin}"

    def max_moves(self) -> int:
        return self.begin // 2

    def describe(self, position: CountdownPosition) -> str:
        return f"the number is {position.number}"

    def settable(self) -> tuple[Settable, ...]:
        """Return the number; it cannot be above the start."""
        return (Settable("number", "the number now", least=1, most=self.begin),)
