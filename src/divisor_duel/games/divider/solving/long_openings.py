"""The nim-values that 2, 3 and 5 leave as openings of lists beyond those in `openings`.

These openings leave few numbers: without the multiples of 2, a list of 150 is as easy as one of
about 50. So they were solved for far longer lists, one by one. `long_openings.json` has a line for
each n, with the nim-value after 2, 3 and 5 where it is known, 0 if that wins. With the extra
`fast`, ``python -m divisor_duel.games.divider.solving.long_openings 150 --seconds 60`` looks for
those that are missing.
"""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path
from time import process_time

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.files import write_atomic
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.numbers import span, without_multiples

FILE = Path(__file__).with_name("long_openings.json")

OPENINGS = (2, 3, 5)
"""The openings that the file knows."""

SHORTEST, LONGEST = 73, 200
"""The lists: 2..72 and shorter ones are in `openings`, longer ones are not searched as columns."""

MOST_BITS = 63
"""Most bits of a position for the compiled search; its nim-values must be below this."""

Table = dict[str, dict[str, int]]
"""The nim-value by list and opening, both as text."""


@cache
def _table() -> Table:
    table: Table = json.loads(FILE.read_text())
    return table


def long_openings(high: int) -> dict[int, int]:
    """Return the nim-value that 2, 3 and 5 leave of 2..high, as far as they are in the file."""
    return {int(opening): nim for opening, nim in _table().get(str(high), {}).items()}


def nim_after(opening: int, high: int, clock: Clock) -> int | None:
    """Search the nim-value of 2..high after one move; None if it is too large or time runs out."""
    from divisor_duel.games.divider.solving.compiled_search import CompiledSearch

    left = without_multiples(span(2, high), opening)
    enc = encoding(2, high, left)
    state = enc.encode(left)
    if enc.width > MOST_BITS or enc.size_of(state) >= MOST_BITS:
        return None
    try:
        return CompiledSearch(enc).grundy(state, clock)
    except OutOfTimeError:
        return None


def main() -> None:
    """Look for the missing values, and write the file after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("highest", type=int, help=f"the last list is 2..HIGHEST, at most {LONGEST}")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time for each value")
    parser.add_argument("--output", type=Path, default=FILE, help="where to write")
    options = parser.parse_args()
    if not SHORTEST <= options.highest <= LONGEST:
        parser.error(f"HIGHEST is {SHORTEST} to {LONGEST}, not {options.highest}")
    table: Table = json.loads(options.output.read_text()) if options.output.exists() else {}
    for opening in OPENINGS:
        for high in range(SHORTEST, options.highest + 1):
            row = table.setdefault(str(high), {})
            if str(opening) in row:
                continue
            began = process_time()
            nim = nim_after(opening, high, Clock(options.seconds, process_time))
            spent = f"{process_time() - began:.1f} s"
            print(f"2..{high} after {opening}: {'unknown' if nim is None else nim}, {spent}")
            if nim is not None:
                row[str(opening)] = nim
                save(table, options.output)


def save(table: Table, file: Path) -> None:
    """Write the table, a line for each list that has a value."""
    rows = {high: dict(sorted(row.items())) for high, row in table.items() if row}
    lines = [f'"{high}": {json.dumps(rows[high])}' for high in sorted(rows, key=int)]
    write_atomic(file, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    main()
