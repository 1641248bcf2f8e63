"""Subjects of drawings, analysed by an engine that is not the default one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from divisor_duel import Record
from divisor_duel.drawing.notebook import Subject
from divisor_duel.engine import Engine, using
from divisor_duel.game import Game


def subject_of(record: Record, seconds: float | None = None) -> Subject:
    """The last position of a record, analysed by an engine of its own."""
    *_, position = record.positions()
    engine = Engine()
    return Subject(record, engine.analyze(record.game, position, seconds), seconds, engine)


class _Forbidden(Engine):
    def theory(self, game: Game[Any]) -> Any:
        raise AssertionError(f"the default engine was asked about {game}")


@contextmanager
def no_default_engine() -> Iterator[None]:
    """Let every question to the default engine fail."""
    with using(_Forbidden()):
        yield
