"""What an engine could know when a row was made: the sources and data that it came from.

A row that time left open is asked again when this has changed, since new theories and longer
tables prove more in the same time, and so does the extra `fast` once it is installed.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from divisor_duel import engine
from divisor_duel.games.registry import GAMES


@cache
def knowledge(game: str) -> str:
    """A short text that differs wherever the engine of a game may prove more or less."""
    digest = blake2b(digest_size=8)
    for file in [*_beside(engine.__name__), *_beside(GAMES[game].__module__)]:
        digest.update(file.read_bytes())
    return f"{digest.hexdigest()}{'+' if find_spec('numba') else ''}"


def _beside(name: str) -> list[Path]:
    """The sources and data in the folder of a module, or its own file if it is in no package."""
    module = sys.modules[name]
    file = Path(str(module.__file__))
    if not module.__package__:
        return [file]
    return sorted(path for path in file.parent.iterdir() if path.suffix in (".py", ".json"))
