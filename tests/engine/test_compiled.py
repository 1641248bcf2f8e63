"""When searches go on compiled."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from divisor_duel.engine.clock import Clock, StepClock
from divisor_duel.engine.compiled import COMPILE_SECONDS, LOAD_SECONDS, compiled_module


@pytest.mark.parametrize(
    ("loaded", "ready", "least"),
    [(True, True, 0.5), (False, True, LOAD_SECONDS), (False, False, COMPILE_SECONDS)],
)
def test_it_needs_time_to_load_or_compile(
    loaded: bool, ready: bool, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is loaded is used at once, the rest only with the time for it, counted steps never."""
    module = ModuleType("quick_search")
    module.is_loaded, module.is_ready = lambda: loaded, lambda: ready  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "quick_search", module)
    assert compiled_module("quick_search", Clock(least + 30)) is module
    assert compiled_module("quick_search", Clock(least - 0.5)) is None
    assert compiled_module("quick_search", StepClock(1000)) is None


def test_without_the_extra_there_is_none() -> None:
    """A module that cannot be imported is no compiled search, and no error."""
    assert compiled_module("no_such_search", Clock()) is None
