"""Thousands of players: cost of a move, storm of reconnections, killed server.

``python -m benchmarks.crowd [one] [pair] [storm] [kill] [--small]`` runs the named parts, or
all of them; ``--small`` runs them with a fiftieth of the players, as a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.crowd.cost import one, pair
from benchmarks.crowd.size import FULL, Size
from benchmarks.crowd.storms import kill, storm
from divisor_duel.web.server import allow_many_files

PARTS: dict[str, Callable[[Size], None]] = {"one": one, "pair": pair, "storm": storm, "kill": kill}


def run(names: Sequence[str] = tuple(PARTS), size: Size = FULL) -> None:
    """Run the named parts and print their results."""
    files = allow_many_files()
    most = max(size.crowd, size.storm, 2 * size.games)
    if files < most + 200:
        print(f"\n  This system allows {files:,} open files, so there are fewer players.")
        size = size._replace(crowd=min(size.crowd, files - 200), storm=min(size.storm, files - 200))
    for name in names:
        PARTS[name](size)
