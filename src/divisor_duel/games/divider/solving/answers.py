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
from divisor_duel.files import write_whole
from divisor_duel.games.divider.solving.columns import without_multiples
from divisor_duel.games.divider.solving.mirror import mirrors
from divisor_duel.games.divider.solving.openings import proved_openings
from divisor_duel.games.divider.solving.solvers import Columns
from divisor_duel.numbers import members, span
from divisor_duel.proof import Proof, beginning

FILE = Path(__file__).with_name("answers.json")

SHORTEST = 36
"""Shortest list 2..n in the file: shorter ones have other proofs, or quick answers."""

Answers = list[list[int]]
"""Pairs of a number and its answer."""


class Judge(Protocol):
    """Anything that knows which positions are lost."""

    def is_lost(self, left: int, clock: Clock) -> bool | None:
        """Return whether the player to move loses, or None if time runs out."""


@cache
def _shipped() -> dict[str, tuple[int, Answers]]:
    table: dict[str, tuple[int, Answers]] = json.loads(FILE.read_text())
    return table


def shipped_answers(left: int) -> Proof | None:
    """Return the shipped proof for the start of a list 2..n, or None."""
    high = left.bit_length() - 1
    if left != span(2, high) or str(high) not in _shipped():
        return None
    move, answers = _shipped()[str(high)]
    lost = without_multiples(left, move) if move else left
    return beginning(move, _proof(mirrors(members(lost))[0], answers))


def answers_to_each(left: int, solver: Judge, clock: Clock) -> Proof | None:
    """Return the proof for a lost position; None if an answer is not found in time."""
    steps, unmirrored = mirrors(members(left))
    if not unmirrored:
        return {"kind": "mirror", "move": 0, "steps": steps, "rest": None}
    stays, answers = sum(1 << number for number in unmirrored), Answers()
    for reply in unmirrored:
        clock.check()
        answer = _shortest_win(without_multiples(stays, reply), solver, clock)
        if answer is None:
            return None
        answers.append([reply, answer])
    return _proof(steps, answers)


def _proof(steps: list[list[list[int]]], answers: Answers) -> Proof:
    return {"kind": "answers", "move": 0, "steps": steps, "answers": answers}


def least_left(left: int, winning: list[int], clock: Clock) -> tuple[int, int]:
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


def _shortest_win(left: int, solver: Judge, clock: Clock) -> int | None:
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
    table: Judge | None = None
    if options.table:
        from divisor_duel.games.divider.solving.whole import Whole

        table = Whole.kept(options.table)
    for high in range(SHORTEST, options.highest + 1):
        winning = [move for move, nim in proved_openings(2, high).items() if nim == 0]
        move, rest = least_left(span(2, high), winning, clock)
        proof = answers_to_each(rest, table or Columns(2, high, clock, taught=True), clock)
        assert proof is not None  # the clock has no limit
        lines.append(f'"{high}": {json.dumps([move, proof["answers"]])}')
        write_whole(FILE, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
        print(f"2..{high}", flush=True)


if __name__ == "__main__":
    main()
