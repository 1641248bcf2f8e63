"""How many positions whoever checks a proof may go through: as usual, or as is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from divisor_duel.errors import TooManyPositionsError

_allowed: ContextVar[int | None] = ContextVar("positions a checker may go through", default=None)


@contextmanager
def allowing(positions: int | None) -> Iterator[None]:
    """Meanwhile whatever checks a proof may go through so many positions, None: as it likes."""
    before = _allowed.set(positions)
    try:
        yield
    finally:
        _allowed.reset(before)


def allowed(usual: int) -> int:
    """How many positions a kind of proof that usually has so many may go through."""
    told = _allowed.get()
    return usual if told is None else told


def too_many(most: int) -> TooManyPositionsError:
    """What is raised when a proof asks for more positions than these."""
    return TooManyPositionsError(
        f"that takes more than {most} positions; more --positions may do it, or a smaller set-up"
    )
