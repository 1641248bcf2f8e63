"""Callbacks by which a store reports results, called together for each commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Callback = Callable[[Any], None]
"""Gets the result of a request, or its exception; called on the event loop only."""

_LOG = logging.getLogger("divisor_duel.web")


def settle(future: asyncio.Future[Any]) -> Callback:
    """Return a callback that settles `future`."""
    return partial(_settle, future)


def _settle(future: asyncio.Future[Any], result: Any) -> None:
    if future.done():  # cancelled: no caller waits any more
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def call_all(results: Iterable[tuple[Callback, Any]]) -> None:
    """Call each callback with its result; one that raises does not stop the others."""
    for callback, result in results:
        try:
            callback(result)
        except Exception:
            _LOG.exception("a callback of the store failed")
