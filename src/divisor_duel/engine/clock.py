"""Deadlines of the engine, in seconds or in counted steps.

A clock belongs to one question and is passed from call to call; no search stores
one. Counted steps stop a search at the same place each time, on any machine: a
"second" is then a fixed number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import inf
from time import monotonic
from typing import ClassVar, Generic, TypeAlias, TypeVar

T = TypeVar("T")

EXTRA_SECONDS = 1.0
"""Default time limit for remoteness and nim-values, in seconds."""

EXPLAIN_SECONDS = 0.1
"""Least time for a line and a reason, in seconds, even after the deadline: most is cached."""

STEPS_PER_SECOND = 20_000
"""Steps that count as a second on a step clock: about what a plain search does in one."""


class OutOfTimeError(Exception):
    """Ends a search whose time has run out; it never leaves the engine."""


class Clock:
    """A deadline that is very cheap to check."""

    __slots__ = ("_count", "deadline", "now")

    counted: ClassVar[bool] = False
    """Whether this clock counts steps, so that answers must not depend on earlier questions."""

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        """Returns the time in seconds since an arbitrary moment."""
        self.deadline = inf if seconds is None else now() + seconds
        """When time is up, as `now` counts; infinite for no limit."""
        self._count = 0

    def tick(self) -> None:
        """Count a quick step; every 64 steps, raise OutOfTimeError if time is up."""
        if not self._count & 63:
            self.check()
        self._count += 1

    def check(self) -> None:
        """Raise OutOfTimeError if time is up."""
        if self.now() > self.deadline:
            raise OutOfTimeError

    @property
    def left(self) -> float:
        """The seconds left."""
        return self.deadline - self.now()

    @property
    def expired(self) -> bool:
        """True past the deadline; always False on a step clock."""
        return self.left <= 0

    def part(self, seconds: float) -> Clock:
        """Return a clock for part of the work: `seconds`, but no longer than this one."""
        clock = Clock(seconds, self.now)
        clock.deadline = min(clock.deadline, self.deadline)
        return clock


class Steps:
    """A step counter that reads as seconds."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> float:
        return self.made / STEPS_PER_SECOND


class StepClock(Clock):
    """A clock that advances only by steps, so that a search stops at the same place."""

    __slots__ = ("_steps",)

    counted = True

    def __init__(self, seconds: float | None = None, steps: Steps | None = None) -> None:
        self._steps = steps or Steps()
        super().__init__(seconds, self._steps)

    def tick(self) -> None:
        """Count one step; OutOfTimeError if none is left."""
        self._steps.made += 1
        super().check()

    check = tick

    @property
    def expired(self) -> bool:
        return False

    def part(self, seconds: float) -> Clock:
        clock = StepClock(seconds, self._steps)
        clock.deadline = min(clock.deadline, self.deadline)
        return clock


ClockKind: TypeAlias = Callable[[float | None], Clock]
"""Makes a clock from a number of seconds, or from None for no limit."""


class Budget:
    """Time for one analysis: for wins and losses, and for extras such as remoteness."""

    def __init__(
        self, seconds: float | None = None, extras: float | None = None, kind: ClockKind = Clock
    ) -> None:
        if extras is None:
            extras = EXTRA_SECONDS if seconds is None else seconds
        self._kind = kind
        self.values = kind(seconds)
        """The clock for wins and losses: no limit unless a time is given."""
        self.extras = kind(extras)
        """The clock for remoteness, nim-values and lines."""

    def explain_clock(self) -> Clock:
        """Return a clock for the line and the reason, of at least EXPLAIN_SECONDS."""
        return self._kind(max(self.extras.left, EXPLAIN_SECONDS))

    def proof_clock(self, most: float) -> Clock:
        """Return a clock for a proof: like `explain_clock`, but at most `most` seconds.

        It is exactly `most` seconds if no time was given.
        """
        if self.values.deadline == inf:
            return self._kind(most)
        return self.explain_clock().part(most)

    @classmethod
    def within(cls, clock: Clock) -> Budget:
        """Return a budget with `clock` for wins and losses, and no time for extras."""
        return cls._from_clocks(clock, Clock(0), Clock)

    def of(self, clock: Clock) -> Budget:
        """Return a budget with `clock`, a part of this budget's time, for everything."""
        return self._from_clocks(clock, clock, self._kind)

    @classmethod
    def _from_clocks(cls, values: Clock, extras: Clock, kind: ClockKind) -> Budget:
        budget = cls.__new__(cls)
        budget.values, budget.extras, budget._kind = values, extras, kind
        return budget


def run_to_end(steps: Generator[None, None, T]) -> T:
    """Run a generator to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


class Work(Generic[T]):
    """Long work that pauses when time is up and resumes on the next call.

    It wraps a generator that yields often and returns its result; the generator
    holds the progress so far.
    """

    def __init__(self, steps: Generator[None, None, T]) -> None:
        self._steps = steps
        self._result: list[T] = []
        self._broken = False

    @property
    def done(self) -> bool:
        """Whether the result is ready."""
        return bool(self._result)

    def finish(self, clock: Clock) -> T:
        """Continue the work and return its result; OutOfTimeError if it needs more time."""
        while not self._result:
            clock.check()
            if self._broken:  # an exception interrupted a step, and a generator cannot resume then
                raise OutOfTimeError
            try:
                next(self._steps)
            except StopIteration as end:
                self._result.append(end.value)
            except BaseException:
                self._broken = True
                raise
        return self._result[0]
