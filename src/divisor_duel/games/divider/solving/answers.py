"""A proof by answers: what the winner takes after each number of a lost position.

It leaves out numbers that a mirror answers (`mirror`). It does not show that the answers win: the
checker searches for that (`proofs/brute_force.py`), which visits fewer positions than a table has.

For the starts of longer lists the answers take too long to find while a player waits, so they are
shipped with the package: `answers.json` has, for each list, the winner's first move (0 if there is
none) and the answers. ``python -m divisor_duel.games.divider.solving.answers 72`` writes the file
again, up to 2..72; it needs the extra `fast`, and is quick with the ``--table`` that `openings`
saved.
"""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path
from typing import Protocol

from divisor_duel.engine.clock import Clock
from divisor_duel.files import write_atomic
from divisor_duel.games.divider.proofs import Answers, Pairing
from divisor_duel.games.divider.solving.mirror import mirrors
from divisor_duel.games.divider.solving.openings import proved_openings
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import members, span, without_multiples
from divisor_duel.proof import Pair

FILE = Path(__file__).with_name("answers.json")

SHORTEST = 36
"""Shortest list 2..n in the file: shorter ones have other proofs, or quick answers."""


class LossOracle(Protocol):
    """Anything that knows which positions are lost."""

    def is_lost(self, left: int, clock: Clock) -> bool | None:
        """Return whether the player to move loses, or None if time runs out."""


@cache
def _shipped() -> dict[str, tuple[int, list[list[int]]]]:
    table: dict[str, tuple[int, list[list[int]]]] = json.loads(FILE.read_text())
    return table


def shipped_answers(left: int) -> Answers | None:
    """Return the shipped proof for the start of a list 2..n, or None."""
    high = left.bit_length() - 1
    if left != span(2, high) or str(high) not in _shipped():
        return None
    move, answers = _shipped()[str(high)]
    lost = without_multiples(left, move) if move else left
    steps, _ = mirrors(members(lost))
    return Answers(move, steps, tuple((reply, answer) for reply, answer in answers))


def prove_by_answers(left: int, solver: LossOracle, clock: Clock) -> Pairing | Answers | None:
    """Return the proof for a lost position; None if an answer is not found in time."""
    steps, unmirrored = mirrors(members(left))
    if not unmirrored:
        return Pairing(0, tuple(pair for step in steps for pair in step), None)
    stays, answers = sum(1 << number for number in unmirrored), list[Pair]()
    for reply in unmirrored:
        clock.check()
        answer = _shortest_win(without_multiples(stays, reply), solver, clock)
        if answer is None:
            return None
        answers.append((reply, answer))
    return Answers(0, steps, tuple(answers))


def best_to_prove(left: int, winning: list[int], clock: Clock) -> tuple[int, int]:
    """Return the winning move that leaves the fewest unmirrored numbers, and its mask.

    Without a winning move it is 0, with `left`.
    """
    rests = list[tuple[int, int, int]]()
    for move in winning:
        clock.check()
        rest = without_multiples(left, move)
        rests.append((len(mirrors(members(rest))[1]), rest, move))
    _, rest, move = min(rests, default=(0, left, 0))
    return move, rest


def _shortest_win(left: int, solver: LossOracle, clock: Clock) -> int | None:
    """Return the winning move that leaves the fewest numbers."""
    rest = {move: without_multiples(left, move) for move in members(left)}
    for move in sorted(rest, key=lambda move: rest[move].bit_count()):
        if not rest[move] or solver.is_lost(rest[move], clock):
            return move
    return None


def main() -> None:
    """Write the file again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("highest", type=int, help="the last list is 2..HIGHEST")
    parser.add_argument("--table", type=Path, help="table that `openings` saved (.npy)")
    options, lines, clock = parser.parse_args(), list[str](), Clock()
    table: LossOracle | None = None
    if options.table:
        from divisor_duel.games.divider.solving.nim_table import NimTable

        table = NimTable.load(options.table)
    for high in range(SHORTEST, options.highest + 1):
        winning = [move for move, nim in proved_openings(2, high).items() if nim == 0]
        move, rest = best_to_prove(span(2, high), winning, clock)
        proof = prove_by_answers(
            rest, table or ListSolver(2, high, clock, with_openings=True), clock
        )
        assert isinstance(proof, Answers)  # the clock has no limit, and some numbers are unmirrored
        lines.append(f'"{high}": {json.dumps([move, proof.answers])}')
        write_atomic(FILE, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
        print(f"2..{high}", flush=True)


if __name__ == "__main__":
    main()
