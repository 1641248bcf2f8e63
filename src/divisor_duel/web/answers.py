"""How a store answers: by a call for each change, and all of a commit in one go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Answer = Callable[[Any], None]
"""Is told what came of a request, an exception if it failed; called by the event loop only."""

_LOG = logging.getLogger("divisor_duel.web")


def into(future: asyncio.Future[Any]) -> Answer:
    """An answer to who waits for a future."""
    return partial(_settle, future)


def _settle(future: asyncio.Future[Any], answer: Any) -> None:
    if future.done():  # cancelled: nobody waits
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def give(answers: Iterable[tuple[Answer, Any]]) -> None:
    """Tell everybody what came of it; whoever fails to take it in does not harm the others."""
    for answer, found in answers:
        try:
            answer(found)
        except Exception:
            _LOG.exception("a change could not be told")
