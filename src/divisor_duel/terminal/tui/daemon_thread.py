"""Threads for the screens' workers, which never delay leaving the app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


async def in_daemon_thread(work: Callable[[], Result]) -> Result:
    """Run `work` in a thread of its own, and return its result.

    Textual's own thread workers run in asyncio's pool, and Python waits at exit until the
    pool is idle: quitting would take as long as the search that runs. A daemon thread just
    ends with the program. If the awaiting worker is cancelled, the result is dropped.
    """
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # the worker that awaits it raises it again
            future.set_exception(error)

    Thread(target=run, daemon=True, name="worker").start()
    return await asyncio.wrap_future(future)
