"""The command: ``python -m benchmarks.crowd [PART ...] [--small] [--games N]``."""

from __future__ import annotations

import argparse

from benchmarks import crowd
from benchmarks.crowd import PARTS, run
from benchmarks.crowd.size import FULL, SMALL


def main() -> None:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=crowd.__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none")
    parser.add_argument("--small", action="store_true", help="only to try it")
    parser.add_argument("--games", type=int, metavar="N", help="so many games in `one` and `pair`")
    wanted = parser.parse_args()
    for part in wanted.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; choose from {', '.join(PARTS)}")
    size = SMALL if wanted.small else FULL
    if wanted.games:
        size = size._replace(games=wanted.games)
    run(wanted.parts or tuple(PARTS), size)


if __name__ == "__main__":
    main()
