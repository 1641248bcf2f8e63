"""Limits on a check: what is spent is counted, and the limit that is reached is named."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from divisor_duel.errors import OverBudgetError
from divisor_duel.proofs.budget import SLOW, CheckBudget, Limits, resident_megabytes


def spend_many(budget: CheckBudget, before_each: Callable[[], None] = lambda: None) -> None:
    """Spend one position after the other."""
    for _ in range(100_000):
        before_each()
        budget.spend()


def spend_until(budget: CheckBudget) -> OverBudgetError:
    """Spend positions until a limit is reached."""
    with pytest.raises(OverBudgetError) as caught:
        spend_many(budget)
    return caught.value


def steps(each: float) -> Callable[[], float]:
    """A clock or meter that shows more every time it is read."""
    readings = count()
    return lambda: next(readings) * each


def test_the_last_position_allowed_is_not_too_many() -> None:
    """Exactly as many positions may be spent as the limit says, at once or one by one."""
    budget = CheckBudget(Limits(positions=1000))
    for _ in range(400):
        budget.spend()
    budget.spend(600)
    assert budget.visited == 1000
    error = spend_until(budget)
    assert str(error) == "checking this takes more than 1000 positions"
    assert (error.what, error.limit, budget.visited) == ("positions", 1000, 1001)


def test_time_is_limited() -> None:
    """A clock that runs on ends the check, whatever the number of positions."""
    error = spend_until(CheckBudget(Limits(None, 2.5, None), now=steps(1.0)))
    assert str(error) == "checking this takes more than 2.5 seconds"
    assert (error.what, error.limit) == ("seconds", 2.5)


def test_memory_is_limited() -> None:
    """Memory that grows ends the check; what was held before it began does not count."""
    held = iter([500.0, 590.0, 600.0, 600.1])
    budget = CheckBudget(Limits(None, None, 100), memory=lambda: next(held))
    error = spend_until(budget)
    assert str(error) == "checking this takes more than 100 megabytes"
    assert (error.what, error.limit) == ("megabytes", 100)
    assert next(held, None) is None


def test_slow_work_reads_the_clock_more_often() -> None:
    """Where a position takes long, the time limit is passed by a few positions only."""
    now = [0.0]
    budget = CheckBudget(Limits(None, 60.0, None), now=lambda: now[0])

    def work() -> None:
        now[0] += 0.1

    with pytest.raises(OverBudgetError, match="60 seconds"):
        spend_many(budget, work)
    assert 60.0 < now[0] < 61.0


def test_without_limits_all_is_allowed() -> None:
    """None sets no limit, and then nothing is measured."""
    budget = CheckBudget(Limits(None, None, None), memory=lambda: pytest.fail("memory was read"))
    budget.spend(10**30)
    assert budget.visited == 10**30


def test_the_memory_of_this_process_is_read() -> None:
    """A new process that fills a large block holds at least half of it more than before.

    Not this one: where a system reports only the peak, it may have held more earlier.
    """
    code = """
from divisor_duel.proofs.budget import resident_megabytes
before = resident_megabytes()
block = bytearray(b"x") * 200_000_000
print(resident_megabytes() - before)
"""
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert 100 < float(output.stdout) < 1000


def test_without_that_file_the_peak_is_read() -> None:
    """Where the system has no such file, the memory is the most that was held so far."""
    peak = resident_megabytes("/no/such/file")
    assert peak > 0.9 * resident_megabytes()


def test_memory_is_read_in_megabytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second number is pages on Linux; elsewhere the peak is bytes or kilobytes, or unknown."""
    statm = tmp_path / "statm"
    statm.write_text("9000000 3000000 7 1 0 5 0\n")
    page = os.sysconf("SC_PAGE_SIZE")
    assert resident_megabytes(str(statm)) == 3_000_000 * page / 1_000_000
    missing = str(tmp_path / "missing")
    usage = SimpleNamespace(ru_maxrss=5_000_000)
    monkeypatch.setattr("resource.getrusage", lambda who: usage)
    monkeypatch.setattr("sys.platform", "freebsd14")
    assert resident_megabytes(missing) == 5000
    monkeypatch.setattr("sys.platform", "darwin")
    assert resident_megabytes(missing) == 5
    monkeypatch.setitem(sys.modules, "resource", None)
    assert resident_megabytes(missing) == 0


def test_the_usual_limits_are_these() -> None:
    """Ten million positions, five minutes and a gigabyte."""
    assert Limits() == (10_000_000, 300, 1000)


def test_how_often_the_clock_is_read() -> None:
    """Slow work divides the steps between two readings by 4, and quick work doubles them."""
    time, reads = 0.0, list[int]()
    budget: CheckBudget | None = None

    def now() -> float:
        nonlocal time
        reads.append(budget.visited if budget else 0)
        time += 0.1 if 1 < len(reads) < 8 else 0
        return time

    budget = CheckBudget(Limits(None, None, None), now=now)
    for _ in range(1300):
        budget.spend()
    slow, quick = [1, 65, 81, 85, 86, 87], [88, 90, 94, 102, 118, 150, 214, 342, 598, 854, 1110]
    assert reads == [0, *slow, *quick]


def test_a_limit_that_is_just_reached_is_not_passed() -> None:
    """Exactly the time allowed is not too long, and exactly `SLOW` seconds are not slow."""
    exact = iter((0.0, 5.0))
    budget = CheckBudget(Limits(None, 5, None), now=lambda: next(exact))
    budget.spend()
    assert budget.visited == 1
    reads = list[float]()

    def now() -> float:
        reads.append(SLOW if reads else 0.0)
        return reads[-1]

    budget = CheckBudget(Limits(None, None, None), now=now)
    for _ in range(200):
        budget.spend()
    assert reads == [0.0, SLOW]
