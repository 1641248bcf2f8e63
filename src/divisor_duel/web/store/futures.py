"""Futures by which a store reports results."""

from __future__ import annotations

import asyncio
from typing import TypeVar

T = TypeVar("T")


def settle(future: asyncio.Future[T], result: T | Exception) -> None:
    """Set the result of a future, or its exception, unless its caller has left."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
