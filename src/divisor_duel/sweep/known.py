"""A fingerprint of the engine's code and data, stored with each row of a sweep.

Rows that ran out of time are solved again when it has changed, since new theories, longer
tables and the extra `fast` prove more in the same time.
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
    """Return a fingerprint that changes when a game's engine may prove more or less."""
    digest = blake2b(digest_size=8)
    for file in [*_files_of(engine.__name__), *_files_of(GAMES[game].__module__)]:
        digest.update(file.read_bytes())
    return f"{digest.hexdigest()}{'+' if find_spec('numba') else ''}"


def _files_of(name: str) -> list[Path]:
    """Return the code and data files of a module's package; only its own without one."""
    module = sys.modules[name]
    file = Path(str(module.__file__))
    if not module.__package__:
        return [file]
    return sorted(path for path in file.parent.rglob("*") if path.suffix in (".py", ".json"))
