"""The command: ``python -m benchmarks.crowd [PART ...] [--small] [--games N]``."""

from __future__ import annotations

import argparse

from benchmarks import crowd
from benchmarks.crowd import PARTS, run
from benchmarks.crowd.size import FULL, SMALL


def main() -> None:
    """Run the parts named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=crowd.__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none")
    parser.add_argument("--small", action="store_true", help="a short trial run")
    parser.add_argument("--games", type=int, metavar="N", help="games in `one` and `pair`")
    arguments = parser.parse_args()
    for part in arguments.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; choose from {', '.join(PARTS)}")
    size = SMALL if arguments.small else FULL
    if arguments.games:
        size = size._replace(games=arguments.games)
    run(arguments.parts or tuple(PARTS), size)


if __name__ == "__main__":
    main()
