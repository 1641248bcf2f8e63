"""Openings of the lists 2..n that were proved once and for all.

`openings.json` says for each n who wins, which openings win, and which could
not be settled; all others are proved to lose. ``python -m
divisor_duel.games.divider.openings 64 --seconds 600`` makes it again, from
nothing with ``--fresh``, or goes on where it stopped; a run of many minutes wants
the extra `fast`.
"""

from __future__ import annotations

import argparse
import json
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

from divisor_duel.engine.clock import Clock
from divisor_duel.files import write_whole
from divisor_duel.games.divider.columns import without_multiples
from divisor_duel.games.numbers import span

FILE = Path(__file__).with_name("openings.json")

Entry = dict[str, Any]


@cache
def _table() -> dict[str, Entry]:
    table: dict[str, Entry] = json.loads(FILE.read_text())
    return table


def proved_openings(low: int, high: int) -> dict[int, bool]:
    """For each opening of low..high that is settled, whether it wins."""
    entry = _table().get(str(high)) if low == 2 else None
    if entry is None:
        return {}
    settled = set(range(low, high + 1)) - set(entry["unknown"])
    return {opening: opening in entry["winning"] for opening in settled}


@lru_cache(maxsize=64)
def known_positions(high: int, least: int = 2) -> dict[int, bool]:
    """Whether the player to move loses, of every set that the openings of least..high settle.

    The sets are what is left after an opening, and whole lists: a position of any game
    that leaves the same numbers is worth the same, however it came about.
    """
    known: dict[int, bool] = {}
    for last in range(least, high + 1):
        entry = _table().get(str(last))
        if entry is None:
            continue
        start = span(2, last)
        if entry["value"]:
            known[start] = entry["value"] == "loss"
        for opening, wins in proved_openings(2, last).items():
            known[without_multiples(start, opening)] = wins
    return known


def blank(high: int) -> Entry:
    """The entry of a list of which nothing is proved."""
    return {"value": None, "winning": [], "unknown": list(range(2, high + 1)), "grundy": None}


def prove(high: int, seconds: float, entry: Entry) -> Entry:
    """What is proved of 2..high after so many seconds more."""
    from divisor_duel.games.divider.solvers import Columns

    start, clock = span(2, high), Clock(seconds)
    solver = Columns(2, high, clock)
    entry = entry | {"winning": list(entry["winning"]), "unknown": list(entry["unknown"])}
    if entry["value"] is None:
        lost = solver.is_lost(start, clock)
        entry["value"] = None if lost is None else "loss" if lost else "win"
    if entry["value"] == "loss":  # then every opening loses
        return entry | {"unknown": [], "grundy": 0}
    after = {opening: without_multiples(start, opening) for opening in entry["unknown"]}
    for opening in sorted(after, key=lambda opening: after[opening].bit_count()):
        lost = solver.is_lost(after[opening], clock)
        if lost is not None:
            entry["unknown"].remove(opening)
            entry["winning"] = sorted(entry["winning"] + ([opening] if lost else []))
    entry["grundy"] = solver.nim_value(start, clock)
    return entry


def save(table: dict[str, Entry], file: Path = FILE) -> None:
    """One line for each list."""
    lines = [f'"{high}": {json.dumps(table[high])}' for high in sorted(table, key=int)]
    write_whole(file, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def main() -> None:
    """Prove more, list by list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("highest", type=int, help="the last list is 2..HIGHEST")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each list")
    parser.add_argument("--fresh", action="store_true", help="take nothing for proved")
    parser.add_argument("--output", type=Path, default=FILE, help="where to write")
    options = parser.parse_args()
    table = {} if options.fresh else dict(_table())
    for high in map(str, range(2, options.highest + 1)):
        old = table.get(high) or blank(int(high))
        if old["unknown"] or old["grundy"] is None:
            begin = monotonic()
            table[high] = prove(int(high), options.seconds, old)
            save(table, options.output)
            print(f"2..{high}: {table[high]} in {monotonic() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
