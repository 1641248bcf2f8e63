"""The interface through which screens use the app."""

from __future__ import annotations

import inspect

from divisor_duel.terminal.tui.app import DuelApp
from divisor_duel.terminal.tui.navigation import Navigation


def test_the_app_does_all_that_screens_ask_for() -> None:
    """Textual's apps are no abstract classes, so nothing else would notice a missing method."""
    asked = [
        name
        for name, method in vars(Navigation).items()
        if getattr(method, "__isabstractmethod__", False)
    ]
    assert len(asked) > 10
    for name in asked:
        own = vars(DuelApp)[name]
        wanted = getattr(Navigation, name)
        if isinstance(wanted, property):
            assert isinstance(own, property), name
        else:
            assert inspect.signature(own) == inspect.signature(wanted), name


def test_the_app_tells_the_time() -> None:
    """Screens read the clock and the date of the puzzle from the app."""
    app = DuelApp()
    assert app.now().date()
    assert app.today()
