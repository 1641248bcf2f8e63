"""The engine of the commands, which stores facts that took long to find.

It is made on first use, so that commands without exact play do not load it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from divisor_duel.engine import Engine


@cache
def command_engine() -> Engine:
    """Return the engine of this process; its facts go to the user's cache folder."""
    from divisor_duel.engine import Engine
    from divisor_duel.files import cache_folder

    return Engine(cache=cache_folder)
