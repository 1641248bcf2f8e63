"""When a search goes on compiled: the extra `fast` is installed, and there is time for it.

A compiled search is a module of its own, so that nobody loads numba who does not use it.
It says whether it `is_loaded` in this process, and whether it `is_ready`: compiled before,
so that only loading is left to do.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from divisor_duel.engine.clock import Clock

LOAD_SECONDS, COMPILE_SECONDS = 3.0, 20.0
"""How much time must be left to load a compiled search, or to compile it first."""


def compiled_module(name: str, clock: Clock) -> ModuleType | None:
    """The module `name`, if it can be used with the time that is left.

    Where steps are counted it never is: what it does is not counted.
    """
    left = clock.left
    if clock.counted or left <= 0 or (left < LOAD_SECONDS and name not in sys.modules):
        return None
    try:
        module = import_module(name)
    except ImportError:  # the extra `fast` is not installed
        return None
    if module.is_loaded():
        return module
    wanted = LOAD_SECONDS if module.is_ready() else COMPILE_SECONDS
    return module if left >= wanted else None
