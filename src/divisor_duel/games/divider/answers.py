"""A proof by a table: the winner's answer to every number, in each lost position that can come up.

Numbers that mirrors answer (`mirror`) are left out of it, which makes such tables short.
"""

from __future__ import annotations

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.columns import without_multiples
from divisor_duel.games.divider.mirror import mirrors
from divisor_duel.games.divider.solvers import Solver
from divisor_duel.games.numbers import members
from divisor_duel.proof import Proof

LONGEST_TABLE = 5000
"""A table has no more lines."""


def table_of_answers(left: int, solver: Solver, clock: Clock) -> Proof | None:
    """The table for a lost position; None if it would be too long."""
    nodes: dict[int, dict[str, object]] = {}
    waiting = [left]
    while waiting and len(nodes) < LONGEST_TABLE:
        here = waiting.pop()
        steps, kept = mirrors(members(here))
        answers: list[list[int]] = []
        nodes[here] = {"left": list(members(here)), "steps": steps, "answers": answers}
        stays = sum(1 << number for number in kept)
        for reply in kept:
            clock.check()
            reached = without_multiples(stays, reply)
            answer = _shortest(reached, solver, clock)
            if answer is None:
                return None
            answers.append([reply, answer])
            after = without_multiples(reached, answer)
            if after and after not in nodes:
                nodes[after] = {}
                waiting.append(after)
    return None if waiting else {"kind": "answers", "move": 0, "nodes": [*nodes.values()]}


def _shortest(left: int, solver: Solver, clock: Clock) -> int | None:
    """The winning move that leaves the fewest numbers."""
    rest = {move: without_multiples(left, move) for move in members(left)}
    for move in sorted(rest, key=lambda move: rest[move].bit_count()):
        if not rest[move] or solver.is_lost(rest[move], clock):
            return move
    return None
