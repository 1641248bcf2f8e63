"""The theory of Chain: a matching says who wins, a search how soon.

The matching judges every move of any pool at once, and after a move it is
repaired rather than rebuilt. How long the game lasts and nim-values are searched
where the pool is small enough.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError, Work
from divisor_duel.engine.engine import default_engine
from divisor_duel.engine.theory import MOST_CANDIDATES, Theory
from divisor_duel.engine.verdict import Best, Verdict, Verdicts, combine
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.chain.solving.graph import Graph, Solution, graph_in_steps, solving
from divisor_duel.games.chain.solving.nim import NimSearch
from divisor_duel.games.chain.solving.pairing import winning_pairing
from divisor_duel.games.chain.solving.remoteness import RemotenessSearch
from divisor_duel.proof import Proof

LARGEST_SEARCH = 400
"""Beyond this many numbers, remoteness and nim-values are not tried."""

REMEMBERED = 16

NUMBERS_REMEMBERED = 100_000
"""So many numbers in all have the pools whose matchings are remembered, and at least a few pools:
who asks about many games in turn finds the position before the last move of each.
"""


class ChainTheory(Theory[Chain, ChainPosition]):
    """Every number valued by one maximum matching."""

    def __init__(self, game: Chain, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._graph: Work[Graph] = Work(graph_in_steps(game.low, game.high))
        self._solutions: dict[int, dict[int, Work[Solution]]] = {}  # by pool and last number
        self._pools_kept = max(REMEMBERED, NUMBERS_REMEMBERED // game.high)
        self._quickest: dict[ChainPosition, tuple[int, list[int]]] = {}
        self._searched = game.high - game.low < LARGEST_SEARCH
        self._searches: tuple[RemotenessSearch, NimSearch] | None = None

    @property
    def bytes_held(self) -> int:
        """The graph with its matchings, and what was searched."""
        searched = sum(search.bytes_held for search in self._searches or ())
        return 100 * max(6 * self.game.high, NUMBERS_REMEMBERED) + searched

    def solution(self, position: ChainPosition, clock: Clock) -> Solution:
        """The matching of a position, from that before the last move where it is known.

        OutOfTimeError if it needs more time; asked again, the work goes on.
        """
        known = self._solutions.get(position.pool, {})
        work = known.get(position.last) or self._begun(position, clock)
        self._solutions.pop(position.pool, None)
        while len(self._solutions) >= self._pools_kept:
            self._solutions.pop(next(iter(self._solutions)))
        self._solutions[position.pool] = known
        known[position.last] = work
        return work.finish(clock)

    def _begun(self, position: ChainPosition, clock: Clock) -> Work[Solution]:
        graph, last = self._graph.finish(clock), position.last
        for work in self._solutions.get(position.pool | 1 << last, {}).values():
            if work.done and last in work.finish(clock).legal:
                return Work(work.finish(clock).taking(last))
        return Work(solving(graph, position.pool, last, self.game.legal_moves(position)))

    def judge(self, position: ChainPosition, budget: Budget) -> Verdicts:
        try:
            solution = self.solution(position, budget.values)
        except OutOfTimeError:
            return dict.fromkeys(self.game.legal_moves(position), Verdict())
        winning = set(solution.winning_moves())
        verdicts = {move: Verdict(move not in winning) for move in solution.legal}
        for move in winning:
            if solution.ends(move):
                verdicts[move] = Verdict(False, 0, 0)
        if self._searched and budget.extras.left > 0:
            return self._searched_verdicts(position, solution, verdicts, budget.extras)
        soonest, moves = self._quickest.get(position, (0, []))
        return verdicts | {move: Verdict(False, soonest) for move in moves}

    def _searched_verdicts(
        self,
        position: ChainPosition,
        solution: Solution,
        verdicts: Verdicts,
        clock: Clock,
    ) -> Verdicts:
        """With nim-values and remoteness, as far as there is time.

        First comes how soon the position is won, for half of the time at the most. Then
        nim-values, which are quick, and numbers with few neighbours, the shortest searches.
        """
        if solution.winning_moves():
            self.quickest(position, clock.part(clock.left / 2))
        length, nim = self._both_searches(solution.graph)
        order = sorted(solution.legal, key=lambda move: len(solution.graph.neighbours[move]))
        after = {move: solution.after(move) for move in order if not clock.late}
        nims: dict[int, int | None] = {
            move: nim.nim_value(position.pool, one, clock)
            for move, one in after.items()
            if not clock.late
        }
        plies: dict[int, int | None] = {
            move: length.remoteness(position.pool, one, clock)
            for move, one in after.items()
            if not clock.late
        }
        if position in self._quickest:
            soonest, moves = self._quickest[position]
            plies |= dict.fromkeys(moves, soonest)
        return {
            move: Verdict(
                verdict.win,
                plies.get(move, verdict.remoteness),
                nims.get(move, 0 if verdict.win is False else None),
            )
            for move, verdict in verdicts.items()
        }

    def _both_searches(self, graph: Graph) -> tuple[RemotenessSearch, NimSearch]:
        if self._searches is None:
            self._searches = RemotenessSearch(graph), NimSearch(graph)
        return self._searches

    def settle(self, position: ChainPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        verdict = combine(verdicts.values())
        if self._searched and verdict.win and verdict.remoteness is None:
            best = self.quickest(position, budget.extras)
            if best:
                return verdict._replace(remoteness=1 + best[0])
        return verdict

    def plies_left(self, position: ChainPosition, budget: Budget) -> int | None:
        """Of a won position only the winning moves are looked at."""
        with suppress(OutOfTimeError):
            if self._searched and self.solution(position, budget.values).winning_moves():
                found = self.quickest(position, budget.extras)
                return found and 1 + found[0]
        return super().plies_left(position, budget)

    def best(self, position: ChainPosition, budget: Budget) -> Best:
        with suppress(OutOfTimeError):
            if self._searched and self.solution(position, budget.values).winning_moves():
                found = self.quickest(position, budget.extras)
                if found:
                    return Best(found[1], True)
        return super().best(position, budget)

    def quickest(self, position: ChainPosition, clock: Clock) -> tuple[int, list[int]] | None:
        """The remoteness after the best winning moves, and these moves, if found in time."""
        known = self._quickest.get(position)
        if known is None:
            solution = self.solution(position, Clock())
            length, _ = self._both_searches(solution.graph)
            moves = solution.winning_moves()
            after = [solution.after(move) for move in moves if not clock.late]
            found = None if clock.late else length.quickest(position.pool, after, clock)
            if found is None:
                return None
            while len(self._quickest) >= REMEMBERED:
                self._quickest.pop(next(iter(self._quickest)))
            known = self._quickest[position] = found[0], [one.last for one in found[1]]
        return known

    def candidates(self, verdicts: Verdicts) -> list[int]:
        """Those with the fewest neighbours first, which mostly need few pairs."""
        winning = [move for move, after in verdicts.items() if after.win is False]
        near = self._graph.finish(Clock()).neighbours
        winning.sort(key=lambda move: (len(near[move]), -move))
        return winning[:MOST_CANDIDATES]

    def explain(self, position: ChainPosition, clock: Clock, depth: int = 0) -> Proof:
        """The partner of every number that can come up."""
        plan = winning_pairing(self.solution(position, clock), clock)
        pairs = [list(pair) for pair in plan.pairs()]
        return {"kind": "pairs", "move": 0, "pairs": pairs, "barrier": sorted(plan.barrier)}

    def weight(self, proof: Proof) -> int:
        return len(proof["pairs"])


def pairing(game: Chain, position: ChainPosition) -> dict[int, int]:
    """The partner of each number in the strategy that wins this position, for whoever wins."""
    with default_engine().theory(game) as theory:
        assert isinstance(theory, ChainTheory)
        return winning_pairing(theory.solution(position, Clock()), Clock()).partners


THEORY = ChainTheory
