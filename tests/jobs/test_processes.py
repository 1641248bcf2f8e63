"""Worker processes: they end with their parent and leave Ctrl-C to it."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future
from multiprocessing import active_children

import pytest

from divisor_duel.jobs.processes import interrupts_blocked, worker_pool


def interrupt_handler() -> str:
    """How this process takes Ctrl-C."""
    return str(signal.getsignal(signal.SIGINT))


def blocked() -> bool:
    """Whether this thread blocks Ctrl-C."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_workers_ignore_ctrl_c_and_end_with_the_block() -> None:
    """A worker runs tasks in its own process, and none is left behind."""
    with worker_pool(1) as pool:
        assert pool.submit(os.getpid).result() != os.getpid()
        assert pool.submit(interrupt_handler).result() == str(signal.SIG_IGN)
    assert active_children() == []


def test_workers_are_stopped_when_the_block_fails() -> None:
    """After an error a task that would never end is not waited for."""
    never: list[Future[str]] = []

    def fail() -> None:
        with worker_pool(1) as pool:
            pool.submit(os.getpid).result()
            never.append(pool.submit(input_from_nobody))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert active_children() == []
    assert never[0].done()


def input_from_nobody() -> str:
    """Wait for a pipe that no process writes to."""
    reader, _ = os.pipe()
    return os.read(reader, 1).decode()


def test_interrupts_are_blocked_within_the_block_only() -> None:
    """Ctrl-C is held back while processes start, and comes through afterwards."""
    assert not blocked()
    with interrupts_blocked():
        assert blocked()
        with interrupts_blocked():
            assert blocked()
        assert blocked()
    assert not blocked()
