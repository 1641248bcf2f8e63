"""What every theory of a game provides: proved verdicts, and the clock they work by.

A theory belongs to one set-up of one game and keeps what it has worked out.
It says of each legal move what the position after it is worth. Nothing here is
ever estimated: what is not proved is None.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from divisor_duel.game import Game, Position, Value

P = TypeVar("P", bound=Position)

EXTRA_SECONDS = 1.0
"""How long remoteness and nim-values may take when no time is given."""


class Verdict(NamedTuple):
    """What is proved about a position, as the player to move there sees it."""

    win: bool | None = None
    """Whether the player to move wins, or None if that is not proved."""
    remoteness: int | None = None
    """Plies to the end when the winner hurries and the loser delays."""
    grundy: int | None = None
    """The nim-value; only impartial games have one."""

    @property
    def value(self) -> Value:
        """What the position is worth to the player to move."""
        return Value.of(self.win)


Verdicts = Mapping[int, Verdict]
"""For each legal move, the verdict on the position after it."""


class OutOfTimeError(Exception):
    """Ends a search whose time has run out; it never leaves the engine."""


class Clock:
    """A deadline that costs next to nothing to ask about."""

    __slots__ = ("_count", "deadline")

    def __init__(self, seconds: float | None = None) -> None:
        self.deadline = None if seconds is None else monotonic() + seconds
        """When time is up, on the monotonic clock; None for never."""
        self._count = 0

    def tick(self) -> None:
        """Count one step of a search; OutOfTimeError when time is up, seen every 64 steps."""
        if not self._count & 63:
            self.check()
        self._count += 1

    def check(self) -> None:
        """OutOfTimeError when time is up."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise OutOfTimeError

    @property
    def left(self) -> float:
        """The seconds left."""
        return float("inf") if self.deadline is None else self.deadline - monotonic()


class Budget:
    """Time for what must be known, who wins, and for what is good to know besides."""

    def __init__(self, seconds: float | None = None, extras: float | None = None) -> None:
        self.values = Clock(seconds)
        """For wins and losses: without end unless a time is given."""
        self.extras = Clock(extras or seconds or EXTRA_SECONDS)
        """For remoteness, nim-values and lines."""


class Theory(ABC, Generic[P]):
    """Exact knowledge of one set-up of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @abstractmethod
    def judge(self, position: P, budget: Budget) -> Verdicts:
        """The verdict on the position after each legal move."""

    def settle(self, position: P, verdicts: Verdicts, budget: Budget) -> Verdict:
        """The verdict on the position itself, from those on its moves."""
        return combine(verdicts.values())

    def best(self, position: P, budget: Budget) -> list[int]:
        """The best moves, as far as they are proved in time: all that are equally good."""
        verdicts = self.judge(position, budget)
        ranks = {move: preference(0, verdict) for move, verdict in verdicts.items()}
        first = min(ranks.values())
        return [move for move, rank in ranks.items() if rank == first]

    def reason(self, position: P, verdict: Verdict, verdicts: Verdicts, line: Iterable[int]) -> str:
        """Why the verdict is true, in words that a player can check."""
        return search_reason(self.game, verdict, verdicts, tuple(line))

    def line(self, position: P, verdicts: Verdicts, budget: Budget) -> tuple[int, ...]:
        """One best line: to the end, or as far as it is proved in time."""
        return follow(self, position, verdicts, budget)


def combine(children: Iterable[Verdict]) -> Verdict:
    """The verdict on a position that is not over, from those on the positions after its moves."""
    verdicts = list(children)
    lost = [verdict.remoteness for verdict in verdicts if verdict.win is False]
    grundy = mex(verdict.grundy for verdict in verdicts)
    if lost:
        known = [plies for plies in lost if plies is not None]
        undecided = any(verdict.win is None for verdict in verdicts)  # one might win sooner
        proved = (len(known) == len(lost) and not undecided) or 0 in known
        return Verdict(True, 1 + min(known) if proved else None, grundy)
    if all(verdict.win for verdict in verdicts):
        longest = [verdict.remoteness for verdict in verdicts if verdict.remoteness is not None]
        plies = 1 + max(longest) if len(longest) == len(verdicts) else None
        return Verdict(False, plies, grundy)
    return Verdict(None, None, grundy)


def mex(values: Iterable[int | None]) -> int | None:
    """The least nim-value that is missing; None if one of them is unknown."""
    present = set(values)
    if None in present:
        return None
    value = 0
    while value in present:
        value += 1
    return value


def preference(move: int, verdict: Verdict) -> tuple[int, int, int]:
    """A sorting key: wins first and the quickest of them, losses last and the longest of them."""
    if verdict.win is False:  # the other player, who is then to move, has lost
        return 0, 1 << 62 if verdict.remoteness is None else verdict.remoteness, move
    if verdict.win is None:
        return 1, 0, move
    return 2, 0 if verdict.remoteness is None else -verdict.remoteness, move


LONGEST_UNTIMED_LINE = 24
"""Where nobody knows how long a game lasts, a line shows this many moves at the most."""

LINE_SECONDS = 0.2
"""What a line may take even when the time is used up: mostly it only looks things up."""


def follow(theory: Theory[P], position: P, verdicts: Verdicts, budget: Budget) -> tuple[int, ...]:
    """Play the best move again and again, as long as it is known to be a best one."""
    line: list[int] = []
    expected: int | None = None
    game, clock = theory.game, Clock(max(budget.extras.left, LINE_SECONDS))
    while verdicts:
        move = min(verdicts, key=lambda move: preference(move, verdicts[move]))
        verdict = verdicts[move]
        if verdict.win is None or (expected is not None and verdict.remoteness != expected - 1):
            break  # from here on it would only be some line
        expected = verdict.remoteness
        if verdict.remoteness is None and len(line) >= LONGEST_UNTIMED_LINE:
            break
        line.append(move)
        position = game.play(position, move)
        if game.outcome(position) or clock.left < 0:
            break
        verdicts = theory.judge(position, Budget(max(clock.left, 0.01)))
    return tuple(line)


def search_reason(
    game: Game[Any], verdict: Verdict, verdicts: Verdicts, line: tuple[int, ...]
) -> str:
    """What a plain search can say: how many moves win, and the line it looked at."""
    told = ", ".join(game.format_move(move) for move in line)
    good = [move for move, child in verdicts.items() if child.win is False]
    if verdict.win is None:
        return "The time ran out before every move was worked out."
    if not verdict.win:
        count = len(verdicts)
        every = f"all {count} moves lose" if count > 1 else "the only move loses"
        return f"Every reply was worked out: {every}. The longest resistance is {told}."
    return f"{game.format_move(good[0])} wins against every reply; best play goes {told}."
