"""Which positions of random games of Divider Duel on long lists are settled in two seconds.

Each position is asked about by an engine of its own, which knows nothing but what the
package ships. Seconds are of processor time, so a busy machine changes little; all
together it takes a few minutes of them.
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
from divisor_duel.games.divider.solving.solvers import Columns
from divisor_duel.numbers import span

LISTS = (60, 80, 100)
SAMPLE = 5
SECONDS = 2.0
PLIES = 12
"""So many moves of a game are shown; later positions are settled at once."""


def processor_clock(seconds: float | None) -> Clock:
    """A clock that runs only while this process works."""
    return Clock(seconds, process_time)


def settled(high: int, rng: Random) -> list[bool]:
    """For the first positions of one random game, whether it was found out who wins.

    A game that ended sooner counts as settled.
    """
    game = GAMES["divider"](high=high)
    position, answers = game.start(), []
    for _ in range(PLIES + 1):
        if game.outcome(position):
            answers.append(True)
            continue
        engine = Engine(clock=processor_clock)
        with engine.theory(game) as theory:  # nothing besides who wins is asked
            analysis = analysis_of(theory, position, engine.budget(SECONDS, 0))
        answers.append(analysis.value is not Value.UNKNOWN)
        position = game.play(position, rng.choice(game.legal_moves(position)))
    return answers


def run() -> None:
    """Print the share of settled positions after so many random moves."""
    Columns(2, 40, Clock()).is_lost(span(2, 40), Clock())  # so that the compiled search is loaded
    rows = []
    for high in LISTS:
        rng = Random(high)
        games = [settled(high, rng) for _ in range(SAMPLE)]
        shares = [sum(column) / SAMPLE for column in zip(*games, strict=True)]
        rows.append((f"2..{high}", *(f"{share:.0%}" for share in shares)))
    head = ("list", *map(str, range(PLIES + 1)))
    title = f"Divider: settled in {SECONDS:g} s after so many random moves, {SAMPLE} games each"
    table(title, head, rows)
