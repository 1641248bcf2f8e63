"""The nim-value that each opening of the lists 2..n leaves, proved in advance.

`openings.json` has a line for each n: the nim-values after taking 2, 3, ... n, 0 if
that wins. ``python -m divisor_duel.games.divider.solving.openings 72`` adds the missing
lists, or with ``--fresh`` writes the whole file again; it needs the extra `fast`. With
``--table FILE`` a stopped run resumes where it was, and a killed one resumes from its
last save, at most a quarter of an hour earlier.
"""

from __future__ import annotations

import argparse
import json
import signal
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING

from divisor_duel.engine.verdict import mex
from divisor_duel.files import write_atomic
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.long_openings import long_openings
from divisor_duel.numbers import span, without_multiples

if TYPE_CHECKING:
    from divisor_duel.games.divider.solving.nim_table import NimTable

FILE = Path(__file__).with_name("openings.json")

SAVE_SECONDS = 900.0
"""Seconds between two saves of the table in a long run."""


@cache
def _table() -> dict[str, list[int]]:
    table: dict[str, list[int]] = json.loads(FILE.read_text())
    return table


def proved_openings(low: int, high: int) -> dict[int, int]:
    """Return the proved nim-value after each opening of low..high, if there are any."""
    values = _table().get(str(high), []) if low == 2 else []
    return dict(enumerate(values, 2))


@lru_cache(maxsize=64)
def proved_positions(high: int, least: int = 2) -> dict[int, int]:
    """Return the nim-values of the lists 2..n and of what each opening of them leaves.

    n runs from `least` to `high`; beyond the lists in the file, only a few openings are known. The
    same numbers left have the same nim-value in any game, whatever was played before.
    """
    known: dict[int, int] = {}
    for last in range(least, high + 1):
        after = proved_openings(2, last)
        if after:
            start = span(2, last)
            known[start] = mex(after.values()) or 0
        else:
            after, start = long_openings(last), span(2, last)
        known |= {without_multiples(start, opening): nim for opening, nim in after.items()}
    return known


def save(table: dict[str, list[int]], file: Path = FILE) -> None:
    """Write the table with one line for each list."""
    lines = [f'"{high}": {json.dumps(table[high])}' for high in sorted(table, key=int)]
    write_atomic(file, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


class Run:
    """One run of the command, which proves one list after another with one table."""

    def __init__(self, nim_table: NimTable) -> None:
        self._nim_table = nim_table
        self._saved = monotonic()

    def prove(self, high: int) -> list[int]:
        """Return the nim-value that each opening of 2..high leaves."""
        start = span(2, high)
        after = [without_multiples(start, opening) for opening in range(2, high + 1)]
        return [self._nim_table.nim_value(left, self._save_in_time) for left in after]

    def save(self) -> None:
        """Save the table if it has a file."""
        self._nim_table.save()
        self._saved = monotonic()

    def _save_in_time(self) -> None:
        if monotonic() - self._saved > SAVE_SECONDS:
            self.save()


def main() -> None:
    """Prove the missing lists one by one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("highest", type=int, help="the last list is 2..HIGHEST, at most 76")
    parser.add_argument("--fresh", action="store_true", help="prove all lists again")
    parser.add_argument("--output", type=Path, default=FILE, help="where to write")
    parser.add_argument("--table", type=Path, help="file to save positions between runs (.npy)")
    parser.add_argument("--gigabytes", type=float, default=9.0, help="size limit of the table")
    options = parser.parse_args()
    try:
        from divisor_duel.games.divider.solving.nim_table import NimTable
    except ImportError:
        from divisor_duel.extras import install_message

        parser.error(install_message("this needs two more packages", "fast"))
    if not 2 <= options.highest <= 76:
        parser.error(f"HIGHEST is 2 to 76, not {options.highest}")
    try:
        nim_table = NimTable(encoding(2, options.highest), options.gigabytes, options.table)
    except MemoryError:
        parser.error(f"{options.table} needs more than {options.gigabytes:g} GB")
    run = Run(nim_table)
    proved = {} if options.fresh else dict(_table())
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that `kill` saves the table, too
    try:
        for high in range(2, options.highest + 1):
            if str(high) not in proved:
                proved[str(high)] = run.prove(high)
                save(proved, options.output)
                spent = f"{process_time():.0f} s of processor time"
                size = f"{len(nim_table):,} rows, {nim_table.gigabytes:.2f} GB"
                print(f"2..{high}: {spent} so far, {size}", flush=True)
    except MemoryError:
        print(f"stopped: the table would be larger than {options.gigabytes:g} GB")
    except KeyboardInterrupt:
        print("stopped")
    finally:
        run.save()


if __name__ == "__main__":
    main()
