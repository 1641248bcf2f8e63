"""What a game may bring besides its rules: one module for each part, all of them optional.

A game's parts lie beside its rules: where the class stands in `chess/rules.py`, its theory
is `chess/theory.py`. Whoever wants a part asks for it by name and has a plain default that
works for any game, so rules alone are a whole game and each further file makes one thing
better. Parts are imported when they are first asked for.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from divisor_duel.game import Game


def part(game: Game[Any] | type[Game[Any]], name: str) -> ModuleType | None:
    """The module `name` of this game, or None if it brings none."""
    kind = game if isinstance(game, type) else type(game)
    return _part(kind.__module__, name)


@cache
def _part(rules: str, name: str) -> ModuleType | None:
    """A module that is there but does not work is an error, not a missing one."""
    package, _, module = rules.rpartition(".")
    if module != "rules" or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def script(game: type[Game[Any]], name: str = "page.js") -> Path | None:
    """A script that the game brings for the page, or None if it brings none.

    `page.js` draws its board, `emblem.js` the small drawing that stands for it in a list.
    """
    path = Path(sys.modules[game.__module__].__file__ or "").with_name(name)
    return path if path.is_file() else None
