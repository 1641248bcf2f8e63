"""A proof by answers: what the winner takes after each number of a lost position.

Numbers that mirrors answer (`mirror`) are left out of it. That the answers win is not written
down: the checker works it out again (`retrying`), which takes fewer positions than a table has.
"""

from __future__ import annotations

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.columns import without_multiples
from divisor_duel.games.divider.mirror import mirrors
from divisor_duel.games.divider.solvers import Solver
from divisor_duel.games.numbers import members
from divisor_duel.proof import Proof


def answers_to_each(left: int, solver: Solver, clock: Clock) -> Proof | None:
    """The proof for a lost position; None if an answer is not found in time."""
    steps, kept = mirrors(members(left))
    stays, answers = sum(1 << number for number in kept), list[list[int]]()
    for reply in kept:
        clock.check()
        answer = _shortest(without_multiples(stays, reply), solver, clock)
        if answer is None:
            return None
        answers.append([reply, answer])
    return {"kind": "answers", "move": 0, "steps": steps, "answers": answers}


def _shortest(left: int, solver: Solver, clock: Clock) -> int | None:
    """The winning move that leaves the fewest numbers."""
    rest = {move: without_multiples(left, move) for move in members(left)}
    for move in sorted(rest, key=lambda move: rest[move].bit_count()):
        if not rest[move] or solver.is_lost(rest[move], clock):
            return move
    return None
