"""Rules of thumb that look at most one reply ahead: a bench must not reward any of them.

The positions of Bench 2 are chosen so that no rule of this list scores above
`bench_selection.MOST_BY_RULE` in any game. Each rule names a move of any position; where
it has no opinion, it takes the smallest move. The list is also a set of baselines:

    duel bench rule:fewest-replies rule:largest-odd

>>> from divisor_duel import GAMES
>>> game = GAMES["chain"](high=30)
>>> position = game.play(game.start(), 12)
>>> {name: rule(Choice.of(game, position)) for name, rule in RULES.items() if "-prime" in name}
{'smallest-prime': 2, 'largest-prime': 3}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from divisor_duel.factors import is_prime, list_divisors
from divisor_duel.game import AnyGame, Position


@dataclass(frozen=True)
class Choice:
    """A position in which a rule names a move."""

    game: AnyGame
    position: Position
    listed: tuple[int, ...]
    """The legal moves, in the order in which the question lists them."""
    last: int = 0
    """The opponent's last move; 0 before the first move."""

    @classmethod
    def of(
        cls, game: AnyGame, position: Position, listed: Iterable[int] = (), last: int = 0
    ) -> Choice:
        """Return a choice; without a list, the moves are in ascending order."""
        return cls(game, position, tuple(listed) or game.legal_moves(position), last)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves, ascending."""
        return tuple(sorted(self.listed))

    @cached_property
    def afters(self) -> dict[int, Position]:
        """The position after each move."""
        return {move: self.game.play(self.position, move) for move in self.legal}

    @cached_property
    def replies(self) -> dict[int, tuple[int, ...]]:
        """The opponent's replies to each move."""
        return {move: self.game.legal_moves(after) for move, after in self.afters.items()}

    @cached_property
    def left(self) -> dict[int, int]:
        """How much is left after each move: numbers in the pool, or the number itself."""
        return {move: amount_left(after) for move, after in self.afters.items()}

    @cached_property
    def safe(self) -> tuple[int, ...]:
        """The moves after which the opponent cannot win at once; all if there are none."""
        safe = tuple(move for move in self.legal if not self._loses_at_once(move))
        return safe or self.legal

    def _loses_at_once(self, move: int) -> bool:
        after, opponent = self.afters[move], self.position.to_move.other
        ends = (self.game.outcome(self.game.play(after, reply)) for reply in self.replies[move])
        return any(end and end.winner == opponent for end in ends)

    def smallest(self, fits: Callable[[int], bool]) -> int:
        """Return the smallest move that fits, or the smallest of all."""
        return next(filter(fits, self.legal), self.legal[0])

    def largest(self, fits: Callable[[int], bool]) -> int:
        """Return the largest move that fits, or the smallest of all."""
        return next(filter(fits, reversed(self.legal)), self.legal[0])


def amount_left(position: Position) -> int:
    """Return how many numbers are left in a position, or the number that is counted down."""
    for name in ("pool", "left"):
        mask: int = getattr(position, name, 0)
        if mask:
            return mask.bit_count()
    number: int = getattr(position, "number", 0)
    return number


Rule = Callable[[Choice], int]
"""Names a move of a position."""


def _divisor_count(move: int) -> int:
    return len(list_divisors(move))


def _is_even(number: int) -> bool:
    return number % 2 == 0


def _is_odd(number: int) -> bool:
    return number % 2 == 1


def _by(measure: Callable[[Choice, int], float], moves: str = "legal") -> Rule:
    """Return the rule that minimises a measure; the smallest such move if several do."""

    def rule(choice: Choice) -> int:
        legal: tuple[int, ...] = getattr(choice, moves)
        return min(legal, key=lambda move: (measure(choice, move), move))

    return rule


RULES: Mapping[str, Rule] = {
    "first-listed": lambda choice: choice.listed[0],
    "last-listed": lambda choice: choice.listed[-1],
    "middle-listed": lambda choice: choice.listed[len(choice.listed) // 2],
    "smallest": lambda choice: choice.legal[0],
    "largest": lambda choice: choice.legal[-1],
    "median": lambda choice: choice.legal[len(choice.legal) // 2],
    "smallest-odd": lambda choice: choice.smallest(_is_odd),
    "largest-odd": lambda choice: choice.largest(_is_odd),
    "smallest-even": lambda choice: choice.smallest(_is_even),
    "largest-even": lambda choice: choice.largest(_is_even),
    "smallest-prime": lambda choice: choice.smallest(is_prime),
    "largest-prime": lambda choice: choice.largest(is_prime),
    "most-divisors": _by(lambda choice, move: -_divisor_count(move)),
    "fewest-divisors": _by(lambda choice, move: _divisor_count(move)),
    "fewest-replies": _by(lambda choice, move: len(choice.replies[move])),
    "most-replies": _by(lambda choice, move: -len(choice.replies[move])),
    "even-replies": lambda choice: choice.smallest(
        lambda move: _is_even(len(choice.replies[move]))
    ),
    "odd-replies": lambda choice: choice.smallest(lambda move: _is_odd(len(choice.replies[move]))),
    "most-removed": _by(lambda choice, move: choice.left[move]),
    "fewest-removed": _by(lambda choice, move: -choice.left[move]),
    "leave-even": lambda choice: choice.smallest(lambda move: _is_even(choice.left[move])),
    "leave-odd": lambda choice: choice.smallest(lambda move: _is_odd(choice.left[move])),
    "leave-even-largest": lambda choice: choice.largest(lambda move: _is_even(choice.left[move])),
    "leave-odd-largest": lambda choice: choice.largest(lambda move: _is_odd(choice.left[move])),
    "nearest-to-last": _by(lambda choice, move: abs(move - choice.last)),
    "coprime-to-last": lambda choice: choice.smallest(lambda move: gcd(move, choice.last) == 1),
    "safe-smallest": lambda choice: choice.safe[0],
    "safe-largest": lambda choice: choice.safe[-1],
    "safe-fewest-replies": _by(lambda choice, move: len(choice.replies[move]), "safe"),
    "safe-most-replies": _by(lambda choice, move: -len(choice.replies[move]), "safe"),
}
"""All rules, by name."""
