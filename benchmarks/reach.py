"""How far the searches get: long lists of Divider Duel, remoteness of Chain.

Each list of Divider Duel is solved in a separate process without proved openings and
with an empty cache folder, so that it starts cold.
"""

from __future__ import annotations

import os
import time
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.measure import at_most, duration, table
from benchmarks.processes import in_process, peak_megabytes
from divisor_duel import GAMES
from divisor_duel.engine.clock import Clock
from divisor_duel.games.chain.solving.graph import START, graph_of, solve
from divisor_duel.games.chain.solving.remoteness import RemotenessSearch
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import span, without_multiples

LIMIT = 60.0
"""Time limit for one list, in seconds."""
PLAIN = 1.0
"""A time limit too short to compile, in seconds, which selects the plain Python search."""
FIRST = 31
"""The shortest list that uses the compiled search; it times the compilation itself."""
LISTS = (20, 30, 40, 45, 48, 50, 52, 54)
GOAL, GOAL_SECONDS, GOAL_MEGABYTES = 50, 10.0, 1000.0
OPENING_SECONDS, START_SECONDS = 60.0, 60.0


class Search(NamedTuple):
    """The result of one search of a list."""

    lost: bool | None
    """Whether the player to move loses; None if not found in time."""
    seconds: float
    """Wall-clock time without imports."""
    megabytes: float
    """Peak memory of the process."""

    def times(self) -> tuple[str, str]:
        """Return time and memory as cells of a table."""
        late = self.lost is None
        time = f"not in {LIMIT:g} s" if late else duration(self.seconds)
        return time, f"{self.megabytes:.0f} MB"


def search_list(high: int, clock: float | None, folder: str, openings: bool) -> Search:
    """Solve 2..`high`, or all positions after its openings, with cold caches.

    The compiled search is used if `clock` leaves enough time for it (None: no limit). A
    small search loads it first, so that loading is not timed.
    """
    os.environ["XDG_CACHE_HOME"] = os.environ["NUMBA_CACHE_DIR"] = folder
    everything = span(2, high)
    solver = ListSolver(2, high, Clock(clock))
    if clock != PLAIN and high > FIRST:
        solver.is_lost(span(2, 6), Clock())
    begin, deadline = time.perf_counter(), Clock(LIMIT)
    if not openings:
        lost = solver.is_lost(everything, deadline)
    else:
        after = [without_multiples(everything, move) for move in range(2, high + 1)]
        losses = [solver.is_lost(left, deadline) for left in sorted(after, key=int.bit_count)]
        lost = None if None in losses else not any(losses)
    return Search(lost, time.perf_counter() - begin, peak_megabytes())


def searched(high: int, clock: float | None, folder: str, openings: bool = False) -> Search:
    """Run `search_list` in its own process; the search observes its time limit itself."""
    search = in_process(search_list, high, clock, folder, openings, limit=2 * LIMIT)
    return search or Search(None, LIMIT, float("nan"))


def print_lists() -> None:
    """Print the time to solve 2..n: in plain Python, compiled, and for every opening."""
    fast = find_spec("numba") is not None
    rows, compiled = [], {}
    with TemporaryDirectory() as folder:
        first = searched(FIRST, None, folder) if fast else None
        for high in LISTS:
            plain = searched(high, PLAIN, folder)
            row = [f"2..{high}", *plain.times()]
            if fast and high > FIRST:
                compiled[high] = [searched(high, None, folder, every) for every in (False, True)]
                row += [text for search in compiled[high] for text in search.times()]
            rows.append(row + ["-"] * (7 - len(row)))
    head = ("list", "plain", "memory", "compiled", "memory", "every opening", "memory")
    table("Divider: who wins, nothing known before", head, rows)
    if first is None:
        print("\nDivider: not compiled, the extra `fast` is not installed")
        return
    print(f"\n  compiling, once after installation: {duration(first.seconds)}")
    print_goal(*compiled[GOAL])


def print_goal(start: Search, openings: Search) -> None:
    """Print the list that has targets for time and memory."""
    rows = []
    for what, search in (("the start", start), ("every opening", openings)):
        took = LIMIT if search.lost is None else search.seconds
        rows.append((f"{what}, s", f"{took:.2f}", *at_most(took, GOAL_SECONDS)))
        memory = search.megabytes
        rows.append((f"{what}, MB", f"{memory:.0f}", *at_most(memory, GOAL_MEGABYTES)))
    table(f"Divider: 2..{GOAL}, compiled", ("", "", "target", ""), rows)


def print_openings() -> None:
    """Print for how many openings of Chain the remoteness is found, and how quickly."""
    rows = []
    for high in (50, 70, 100):
        game, graph = GAMES["chain"](high=high), graph_of(2, high)
        start, search = game.start(), RemotenessSearch(graph)
        solution = solve(graph, start.pool, START, game.legal_moves(start))
        times, exact = [], 0
        for move in sorted(solution.legal, key=lambda number: len(graph.neighbours[number])):
            begin, clock = time.perf_counter(), Clock(OPENING_SECONDS)
            exact += search.remoteness(start.pool, solution.after(move), clock) is not None
            times.append(time.perf_counter() - begin)
        numbers = [f"2..{high}", str(len(times)), str(exact)]
        rows.append([*numbers, duration(max(times)), duration(sum(times))])
    head = ("chain", "openings", f"exact in {OPENING_SECONDS:g} s", "slowest", "all together")
    table("Chain: remoteness after each opening, any allowed", head, rows)


def print_starts() -> None:
    """Print the remoteness of whole games of Chain with an even opening.

    Such an opening cannot win at once.
    """
    rows = []
    for high in (50, 60, 70, 80, 84, 100):
        game, graph = GAMES["chain"](high=high, opening="even"), graph_of(2, high)
        start = game.start()
        solution = solve(graph, start.pool, START, game.legal_moves(start))
        after = [solution.after(move) for move in solution.winning_moves()]
        row, plies = [f"2..{high}", f"{len(after)} of {len(solution.legal)}"], "-"
        for fast in (False, True):
            begin = time.perf_counter()
            search = RemotenessSearch(graph, fast=fast)
            quickest = search.quickest(start.pool, after, Clock(START_SECONDS))
            took = time.perf_counter() - begin
            row.append(f"not in {START_SECONDS:g} s" if quickest is None else duration(took))
            plies = str(1 + quickest[0]) if quickest else plies
        rows.append([*row, plies])
    head = ("chain", "winning openings", "plain Python", "compiled", "remoteness")
    table("Chain: remoteness of the start, opening even", head, rows)


def run() -> None:
    """Print how far the searches of Divider Duel and Chain get."""
    print_lists()
    print_openings()
    print_starts()
