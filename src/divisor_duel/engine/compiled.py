"""Decide whether to use a compiled search: it needs the extra `fast`, and time.

Each compiled search is a separate module, so that numba is loaded only where it is used.
The module says whether it `is_loaded` in this process, and whether it `is_ready`: already
compiled, so that it only needs loading.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from divisor_duel.engine.clock import Clock

LOAD_SECONDS, COMPILE_SECONDS = 3.0, 20.0
"""Least time left, in seconds, to load a compiled search, or to compile it first."""


def compiled_module(name: str, clock: Clock) -> ModuleType | None:
    """Return the module `name`; None if it is missing or too little time is left.

    It is always None on a step clock, since a compiled search does not count its steps.
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
    needed = LOAD_SECONDS if module.is_ready() else COMPILE_SECONDS
    return module if left >= needed else None
