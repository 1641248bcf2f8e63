"""Subjects of drawings, analysed by an engine that is not the default one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from divisor_duel import Record
from divisor_duel.drawing.page import Subject
from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.game import AnyGame


def subject_of(record: Record, seconds: float | None = None) -> Subject[Any, Any]:
    """The last position of a record, analysed by an engine of its own."""
    *_, position = record.positions()
    engine = Engine()
    return Subject(record, engine.analyze(record.game, position, seconds), seconds, engine)


@contextmanager
def no_default_engine() -> Iterator[None]:
    """Let every question to the default engine fail."""
    used = Engine.theory

    def theory(engine: Engine, game: AnyGame) -> Any:
        assert engine is not DEFAULT, f"the default engine was asked about {game}"
        return used(engine, game)

    with patch.object(Engine, "theory", theory):
        yield
