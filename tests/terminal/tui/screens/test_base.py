"""What all screens share, where there is little room."""

from __future__ import annotations

import importlib
import pkgutil

from divisor_duel.terminal.tui import screens
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.widgets.text import fitting


def screens_of(kind: type[DuelScreen] = DuelScreen) -> list[type[DuelScreen]]:
    """Every full screen that there is."""
    return [each for own in kind.__subclasses__() for each in (own, *screens_of(own))]


def test_help_and_the_way_out_are_named_where_there_is_little_room() -> None:
    """In 50 columns the bottom line of every screen still says how to get help, and out."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    shown = {
        screen.__name__: {key for key, _, _ in fitting(screen.KEYS, 48)}
        for screen in screens_of()
        if screen.KEYS and screen.__module__.startswith(screens.__name__)
    }
    assert len(shown) >= 9
    assert [name for name, keys in shown.items() if "?" not in keys] == []
    assert [name for name, keys in shown.items() if not keys & {"Esc", "q"}] == []
