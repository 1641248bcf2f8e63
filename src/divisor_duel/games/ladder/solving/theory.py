"""The theory of Ladder: a theorem for every position reached in play, and a search.

`theorem` has the proof; `search` has the bounds and the search, and why they are exact. The search
finds how long best play lasts, and who wins a position set up by hand that the theorem leaves open.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from math import gcd
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.theory import Theory
from divisor_duel.engine.verdict import Verdict, Verdicts
from divisor_duel.games.ladder.proofs import Count, Doubling, doubled_path, most_moves, safe_path
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.solving.search import LadderSearch, reduce_state, state_of
from divisor_duel.games.ladder.solving.theorem import State, theorem
from divisor_duel.proof import End, Proof

LARGEST_AT_ONCE = 400
"""Largest `high` for which every position is always solved completely."""

FIRST_FEW = 4
"""How many of the smallest moves the theorem judges even without time for a search: a strategy
starts with one of them."""

MOST_EXPLAINED = 40
"""Most winning moves that are tried for one that is easy to explain."""

DOUBLING_WEIGHT = 12
"""Weight of a proof by doubling: checking it is as much work as counting this many steps."""


class LadderTheory(Theory[Ladder, LadderPosition]):
    """Judges each number by the theorem, by bounds, or by a search."""

    def __init__(self, game: Ladder, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._search = LadderSearch()

    @property
    def always_finishes(self) -> bool:
        return self.game.high <= LARGEST_AT_ONCE

    @property
    def bytes_held(self) -> int:
        return 250 * len(self._search)  # about 250 bytes for each position

    def judge(self, position: LadderPosition, budget: Budget) -> Verdicts:
        own, other = position.own, position.one + position.two - position.own
        limit, _, opponent, holes = state_of(position)
        common = gcd(own, other)
        legal = self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        states = {
            move: reduce_state(limit, opponent, move // common, (*holes, move // common))
            for move in legal[:FIRST_FEW]
        }
        for move, state in states.items():  # the theorem needs no time
            verdicts[move] = Verdict(theorem(state))
        for move in legal:
            if budget.values.left <= 0:
                break
            taken = move // common
            state = reduce_state(limit, opponent, taken, (*holes, taken))
            verdicts[move] = self._verdict(state, budget)
        return verdicts

    def _verdict(self, state: State, budget: Budget) -> Verdict:
        """Return what can be proved in time about a position in reduced form."""
        win: bool | None = None
        try:
            budget.values.check()
            win = self._search.wins(state, budget.values)
            budget.extras.check()
            return Verdict(win, self._search.remoteness(state, budget.extras))
        except OutOfTimeError:
            return Verdict(win)

    def settle(self, position: LadderPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        state = state_of(position)
        verdict = self._verdict(state, budget)
        if verdict.win is None:
            return verdict._replace(win=theorem(state))
        return verdict

    def candidates(self, verdicts: Verdicts) -> list[int]:
        """Return winning moves, smallest first: small numbers leave the longest path."""
        winning = (move for move, after in verdicts.items() if after.win is False)
        return list(islice(winning, MOST_EXPLAINED))

    def explain(self, position: LadderPosition, clock: Clock, depth: int = 0) -> Proof | None:
        """Prove a loss by counting or by the theorem."""
        clock.check()
        if theorem(state_of(position)) is False:
            return self._count(position) or Doubling(0)
        return self._count(position)

    def proof(
        self, position: LadderPosition, verdict: Verdict, verdicts: Verdicts, clock: Clock
    ) -> Proof | None:
        """Return a proof by counting if there is one: it is shorter than every line by name."""
        counted: Proof | None = None
        with suppress(OutOfTimeError):
            if verdict.win:
                counted = self._counted_win(position, self.candidates(verdicts), clock)
            elif verdict.win is False:
                counted = self._count(position)
        return counted or super().proof(position, verdict, verdicts, clock)

    def _counted_win(
        self, position: LadderPosition, winning: list[int], clock: Clock
    ) -> Proof | None:
        """Return the move that wins at once, or else the one with the fewest steps to count."""
        best: Count | None = None
        for move in winning:
            clock.check()
            after = self.game.play(position, move)
            if self.game.outcome(after):
                return End(move)
            count = self._count(after)
            if count and (best is None or len(count.path) < len(best.path)):
                best = count.with_move(move)
        return best

    def _count(self, position: LadderPosition) -> Count | None:
        """Return a proof by counting that the player to move loses, or None."""
        steps = most_moves(self.game.high, position.own)
        for find_path in (doubled_path, safe_path):
            path = find_path(self.game, position, steps)
            if len(path) == steps:
                return Count(0, tuple(path))
        return None

    def weight(self, proof: Proof) -> int:
        return 1 + len(proof.path) if isinstance(proof, Count) else DOUBLING_WEIGHT


THEORY = LadderTheory
