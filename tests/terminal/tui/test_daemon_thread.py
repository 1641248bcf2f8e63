"""Threads for workers: results, errors, and leaving while one runs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from queue import SimpleQueue
from threading import Event, Thread, current_thread, main_thread

import pytest

from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread


def test_results_and_errors_come_back() -> None:
    """The work runs in another thread, and the caller gets what it returns or raises."""
    thread = asyncio.run(in_daemon_thread(current_thread))
    assert thread is not main_thread()
    assert thread.daemon

    def fail() -> None:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        asyncio.run(in_daemon_thread(fail))


def test_a_result_that_nobody_awaits_is_dropped() -> None:
    """After a cancellation the thread ends quietly, even if the loop is gone by then."""
    ready, go_on = Event(), Event()
    threads: SimpleQueue[Thread] = SimpleQueue()

    def work() -> str:
        ready.set()
        go_on.wait(300)
        threads.put(current_thread())
        return "late"

    async def cancel() -> None:
        task = asyncio.create_task(in_daemon_thread(work))
        await asyncio.sleep(0)
        ready.wait(300)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    go_on.set()
    threads.get(timeout=300).join(300)


LEAVING = """
from threading import Event
from textual import work
from textual.app import App
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread

class Leaving(App):
    def on_mount(self):
        self.think()

    @work
    async def think(self):
        def forever():
            self.call_later(self.exit)
            Event().wait()
        await in_daemon_thread(forever)

Leaving().run(headless=True)
print("left")
"""


def test_leaving_does_not_wait_for_work() -> None:
    """An app whose worker never ends exits all the same."""
    run = [sys.executable, "-c", LEAVING]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("left\n", "")
