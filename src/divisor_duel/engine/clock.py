"""Time as the engine sees it: deadlines that are passed down, in seconds or in counted steps.

A clock belongs to one question and is handed from call to call; no search keeps
one. Counted steps stop a search at the same place each time, on any machine: a
second of theirs is a fixed number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import inf
from time import monotonic
from typing import ClassVar, Generic, TypeAlias, TypeVar

T = TypeVar("T")

EXTRA_SECONDS = 1.0
"""How long remoteness and nim-values may take when no time is given."""

TELLING_SECONDS = 0.1
"""What a line and a reason may take even when the time is used up: mostly they look things up."""

STEPS_PER_SECOND = 20_000
"""What counts as a second where steps are counted: about what plain searches do in one."""


class OutOfTimeError(Exception):
    """Ends a search whose time has run out; it never leaves the engine."""


class Clock:
    """A deadline that costs next to nothing to ask about."""

    __slots__ = ("_count", "deadline", "now")

    counted: ClassVar[bool] = False
    """Whether steps are counted, so that answers must not depend on what was asked before."""

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        """What time it is, in seconds from any moment on."""
        self.deadline = inf if seconds is None else now() + seconds
        """When time is up; infinite for never."""
        self._count = 0

    def tick(self) -> None:
        """Count one quick step of a search; OutOfTimeError when time is up, seen every 64 steps."""
        if not self._count & 63:
            self.check()
        self._count += 1

    def check(self) -> None:
        """OutOfTimeError when time is up."""
        if self.now() > self.deadline:
            raise OutOfTimeError

    @property
    def left(self) -> float:
        """The seconds left."""
        return self.deadline - self.now()

    @property
    def late(self) -> bool:
        """Whether time is up, for work without steps: where steps are counted it costs nothing."""
        return self.left <= 0

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the work: so long, but no longer than this one."""
        clock = Clock(seconds, self.now)
        clock.deadline = min(clock.deadline, self.deadline)
        return clock


class Steps:
    """How many steps were made, read as seconds."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> float:
        return self.made / STEPS_PER_SECOND


class StepClock(Clock):
    """A clock that moves on only when a step is made, so that it stops at the same place."""

    __slots__ = ("_steps",)

    counted = True

    def __init__(self, seconds: float | None = None, steps: Steps | None = None) -> None:
        self._steps = steps or Steps()
        super().__init__(seconds, self._steps)

    def tick(self) -> None:
        """Make one step; OutOfTimeError when there are no more."""
        self._steps.made += 1
        super().check()

    check = tick

    @property
    def late(self) -> bool:
        return False

    def part(self, seconds: float) -> Clock:
        clock = StepClock(seconds, self._steps)
        clock.deadline = min(clock.deadline, self.deadline)
        return clock


ClockKind: TypeAlias = Callable[[float | None], Clock]
"""What makes a clock from a number of seconds, or from None for one without end."""


class Budget:
    """Time for what must be known, who wins, and for what is good to know besides."""

    def __init__(
        self, seconds: float | None = None, extras: float | None = None, kind: ClockKind = Clock
    ) -> None:
        if extras is None:
            extras = EXTRA_SECONDS if seconds is None else seconds
        self._kind = kind
        self.values = kind(seconds)
        """For wins and losses: without end unless a time is given."""
        self.extras = kind(extras)
        """For remoteness, nim-values and lines."""

    def telling(self) -> Clock:
        """For the line and the reason: what is left, and at least a moment."""
        return self._kind(max(self.extras.left, TELLING_SECONDS))

    def proving(self, most: float) -> Clock:
        """For a proof: the same, or `most` seconds where no time was given; never more."""
        if self.values.deadline == inf:
            return self._kind(most)
        return self.telling().part(most)

    @classmethod
    def within(cls, clock: Clock) -> Budget:
        """For who wins the time of `clock`, and nothing for what is good to know besides."""
        return cls._made(clock, Clock(0), Clock)

    def of(self, clock: Clock) -> Budget:
        """All of it by one clock, which is part of this one's time."""
        return self._made(clock, clock, self._kind)

    @classmethod
    def _made(cls, values: Clock, extras: Clock, kind: ClockKind) -> Budget:
        budget = cls.__new__(cls)
        budget.values, budget.extras, budget._kind = values, extras, kind
        return budget


def finished(steps: Generator[None, None, T]) -> T:
    """What a generator returns once all its steps are made."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: T = end.value
            return made


class Work(Generic[T]):
    """Long work that stops when time is up and goes on when it is asked for again.

    It is a generator that yields often and returns what it made; all that it has
    done so far stays in it.
    """

    def __init__(self, steps: Generator[None, None, T]) -> None:
        self._steps = steps
        self._made: list[T] = []
        self._broken = False

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self._made)

    def finish(self, clock: Clock) -> T:
        """What was made; OutOfTimeError if that needs more time."""
        while not self._made:
            clock.check()
            if self._broken:  # a step was interrupted, and a generator cannot be taken up then
                raise OutOfTimeError
            try:
                next(self._steps)
            except StopIteration as end:
                self._made.append(end.value)
            except BaseException:
                self._broken = True
                raise
        return self._made[0]
