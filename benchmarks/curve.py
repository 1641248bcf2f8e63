"""The share of positions on long lists of Divider Duel solved in two seconds.

The positions come from random games. Each is solved by a new engine, which knows only
what the package ships. Seconds are CPU seconds, so a busy machine changes little; the
whole section takes a few minutes.
"""

from __future__ import annotations

from random import Random
from time import process_time

from benchmarks.measure import table
from divisor_duel import GAMES
from divisor_duel.engine import Engine
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.engine.clock import Clock
from divisor_duel.game import Value
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import span

LISTS = (60, 80, 100)
SAMPLE = 5
SECONDS = 2.0
PLIES = 12
"""Number of moves shown; later positions are solved at once."""


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
        engine = Engine(clock=processor_clock)
        with engine.theory(game) as theory:  # to find the winner and nothing more
            analysis = analysis_of(theory, position, engine.budget(SECONDS, 0))
        answers.append(analysis.value is not Value.UNKNOWN)
        position = game.play(position, rng.choice(game.legal_moves(position)))
    return answers


def run() -> None:
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
