"""What all screens share, where there is little room."""

from __future__ import annotations

import importlib
import pkgutil

from divisor_duel.terminal.tui import screens
from divisor_duel.terminal.tui.screens.base import Room
from divisor_duel.terminal.tui.widgets.text import fitting


def rooms(kind: type[Room] = Room) -> list[type[Room]]:
    """Every kind of room that there is."""
    return [each for own in kind.__subclasses__() for each in (own, *rooms(own))]


def test_help_and_the_way_out_are_named_where_there_is_little_room() -> None:
    """In 50 columns the bottom line of every room still says how to get help, and out."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    shown = {
        room.__name__: {key for key, _, _ in fitting(room.KEYS, 48)}
        for room in rooms()
        if room.KEYS and room.__module__.startswith(screens.__name__)
    }
    assert len(shown) >= 9
    assert [name for name, keys in shown.items() if "?" not in keys] == []
    assert [name for name, keys in shown.items() if not keys & {"Esc", "q"}] == []
