"""Answers to each number of a lost position, found and shipped."""

from __future__ import annotations

import json

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving.answers import SHORTEST, shipped_answers
from divisor_duel.games.divider.solving.mirror import mirrors
from divisor_duel.games.divider.solving.openings import FILE, proved_openings
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import members, span, without_multiples

LONGEST = 72
"""To here answers come with the package."""


def test_starts_of_long_lists_have_answers_at_once() -> None:
    """The answers that come with the package name each number that has no mirror, and what both
    moves leave is lost as far as that is quickly found.
    """
    table, checked = json.loads(FILE.read_text()), 0
    for high in range(SHORTEST, LONGEST + 1):
        start = span(2, high)
        proof = shipped_answers(start)
        assert proof
        move, answers = proof.move, dict(proof.answers)
        assert (move == 0) == (0 not in table[str(high)])
        assert move == 0 or proved_openings(2, high)[move] == 0
        lost = without_multiples(start, move) if move else start
        kept = mirrors(members(lost))[1]
        assert sorted(answers) == kept
        stays = sum(1 << number for number in kept)
        search = ListSolver(2, high, Clock(0), with_openings=True)
        for reply, answer in answers.items():
            after = without_multiples(without_multiples(stays, reply), answer)
            if after.bit_count() < 20:
                assert search.is_lost(after, Clock())
                checked += 1
    assert checked > 200
