"""Time as an argument: deadlines, counted steps, and work that goes on later."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel.engine.clock import (
    STEPS_PER_SECOND,
    Budget,
    Clock,
    OutOfTimeError,
    StepClock,
    Work,
)


class Frozen:
    """A wall clock that moves on a little whenever it is read."""

    def __init__(self, step: float) -> None:
        self.step, self.time = step, 0.0

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def test_a_clock_ends_when_its_time_is_up() -> None:
    """Checking raises once the time is over, parts end with the whole, and None never ends."""
    wall = Frozen(0.0)
    clock = Clock(5, wall)
    part = clock.part(60)
    assert part.left == clock.left == 5
    wall.time = 5.5
    for late in (clock, part):
        with pytest.raises(OutOfTimeError):
            late.check()
    Clock(None, wall).check()


def test_steps_end_a_search_at_the_same_place() -> None:
    """A clock of steps moves on by steps alone, and its parts use the steps of the whole."""
    clock = StepClock(2.5 / STEPS_PER_SECOND)
    part = clock.part(100)
    clock.tick()
    part.tick()
    with pytest.raises(OutOfTimeError):
        clock.tick()
    assert clock.left < 0


def test_no_time_at_all_is_no_time_for_extras_either() -> None:
    """A budget of no seconds has nothing for remoteness, while no limit has about a second."""
    wall = Frozen(0.0)
    assert Budget(0, kind=lambda seconds: Clock(seconds, wall)).extras.left == 0
    assert Budget(None, kind=lambda seconds: Clock(seconds, wall)).extras.left == 1


def test_work_goes_on_where_it_stopped() -> None:
    """Work that ran out of time keeps what it did, and in the end gives what it made."""
    done: list[int] = []

    def steps() -> Any:
        for number in range(5):
            done.append(number)
            yield
        return sum(done)

    work = Work(steps())
    with pytest.raises(OutOfTimeError):
        work.finish(StepClock(2.5 / STEPS_PER_SECOND))
    assert done == [0, 1]
    assert not work.done
    assert work.finish(StepClock(1)) == 10
    assert work.finish(StepClock(0)) == 10
