"""Callbacks by which a store reports results, called together for each commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Answer = Callable[[Any], None]
"""Gets the result of a request, or its exception; called on the event loop only."""

_LOG = logging.getLogger("divisor_duel.web")


def into(future: asyncio.Future[Any]) -> Answer:
    """Return a callback that settles `future`."""
    return partial(_settle, future)


def _settle(future: asyncio.Future[Any], result: Any) -> None:
    if future.done():  # cancelled: no caller waits any more
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def give(answers: Iterable[tuple[Answer, Any]]) -> None:
    """Call each callback with its result; one that raises does not stop the others."""
    for answer, result in answers:
        try:
            answer(result)
        except Exception:
            _LOG.exception("a callback of the store failed")
