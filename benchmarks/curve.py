"""The share of positions on long lists of Divider Duel solved within a time limit.

The positions come from random games: those after each of the first moves, and some from the middle
of many games. Each is solved by a new engine, which knows only what the package ships; those from
the middle in processes of their own, which have to load the compiled search, too. Seconds are CPU
seconds, so a busy machine changes little; the whole section takes about ten minutes.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from benchmarks.measure import at_least, table
from benchmarks.processes import in_process
from divisor_duel import GAMES
from divisor_duel.engine import Engine
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.engine.clock import Clock
from divisor_duel.game import AnyGame, Value
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import span

LISTS = (60, 80, 100)
SAMPLE = 5
SECONDS = 2.0
PLIES = 12
"""Number of moves shown; later positions are solved at once."""

MIDDLE_SAMPLE = 60
"""Positions from the middle of games, for each list."""

MIDDLE_SECONDS = (0.5, 2.0)

MIDDLE_GOAL = {(80, 2.0): 0.9}
"""The share to reach, by list and seconds."""


def processor_clock(seconds: float | None) -> Clock:
    """Return a clock that counts the CPU time of this process."""
    return Clock(seconds, process_time)


def settled(high: int, rng: Random) -> list[bool]:
    """Return whether the winner was found in the first positions of a random game.

    Positions after the end of a game count as solved.
    """
    game = GAMES["divider"](high=high)
    position, answers = game.start(), []
    for _ in range(PLIES + 1):
        if game.outcome(position):
            answers.append(True)
            continue
        answers.append(is_settled(game, position, SECONDS))
        position = game.play(position, rng.choice(game.legal_moves(position)))
    return answers


def is_settled(game: AnyGame, position: Any, seconds: float) -> bool:
    """Return whether a new engine finds the winner, and nothing more, in this time."""
    engine = Engine(clock=processor_clock)
    with engine.theory(game) as theory:
        analysis = analysis_of(theory, position, engine.budget(seconds, 0))
    return analysis.value is not Value.UNKNOWN


def middle_position(high: int, number: int) -> tuple[AnyGame, Any]:
    """Return a position from the middle half of a random game."""
    game, rng = GAMES["divider"](high=high), Random(f"{high} {number}")
    position, positions = game.start(), []
    while legal := game.legal_moves(position):
        positions.append(position)
        position = game.play(position, rng.choice(legal))
    quarter = len(positions) // 4
    return game, positions[rng.randrange(quarter, len(positions) - quarter)]


def middle_is_settled(high: int, number: int, seconds: float) -> bool:
    """Return whether a process finds the winner of a position from the middle of a game."""
    return is_settled(*middle_position(high, number), seconds)


def run() -> None:
    """Print the shares after each of the first moves, and in the middle of games."""
    first_moves()
    middle()


def middle() -> None:
    """Print the share of solved positions from the middle of games, each in a new process."""
    rows = []
    for high in LISTS:
        for seconds in MIDDLE_SECONDS:
            answers = [
                in_process(middle_is_settled, high, number, seconds, limit=None)
                for number in range(MIDDLE_SAMPLE)
            ]
            share = sum(map(bool, answers)) / MIDDLE_SAMPLE
            goal = MIDDLE_GOAL.get((high, seconds))
            mark = at_least(share, goal) if goal else ("", "")
            rows.append((f"2..{high}", f"{seconds:g} s", f"{share:.0%}", *mark))
    title = f"Divider: settled in the middle of {MIDDLE_SAMPLE} random games, in new processes"
    table(title, ("list", "limit", "", "target", ""), rows)


def first_moves() -> None:
    """Print the share of solved positions, by the number of random moves."""
    ListSolver(2, 40, Clock()).is_lost(span(2, 40), Clock())  # loads the compiled search
    rows = []
    for high in LISTS:
        rng = Random(high)
        games = [settled(high, rng) for _ in range(SAMPLE)]
        shares = [sum(column) / SAMPLE for column in zip(*games, strict=True)]
        rows.append((f"2..{high}", *(f"{share:.0%}" for share in shares)))
    head = ("list", *map(str, range(PLIES + 1)))
    title = f"Divider: settled in {SECONDS:g} s by number of random moves, {SAMPLE} games each"
    table(title, head, rows)
