"""The theory of Chain: a matching says who wins, a search how soon.

One matching judges every move of a pool, and after a move it is repaired rather
than rebuilt. If the pool is small enough, searches find the remoteness and the
nim-values.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError, Work
from divisor_duel.engine.theory import MOST_CANDIDATES, Theory
from divisor_duel.engine.verdict import Best, Verdict, Verdicts, combine
from divisor_duel.games.chain.proofs import Pairs
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.chain.solving.graph import Graph, Solution, graph_in_steps, solve_in_steps
from divisor_duel.games.chain.solving.nim_values import NimSearch
from divisor_duel.games.chain.solving.pairing import winning_pairing
from divisor_duel.games.chain.solving.remoteness import COMPILED as COMPILED_REMOTENESS
from divisor_duel.games.chain.solving.remoteness import RemotenessSearch
from divisor_duel.proof import Proof

LARGEST_SEARCH = 400
"""Most numbers in a set-up whose remoteness and nim-values are searched."""

MAX_QUICKEST_WINS = 16
"""Most positions with a cached quickest win."""

MIN_CACHED_POOLS = 16
"""Fewest pools with cached matchings, however large the pools are."""

CACHED_NUMBERS = 100_000
"""Total size of the pools with cached matchings, in numbers.

It is enough for a caller who alternates between many games to find the position before the last
move of each.
"""


class ChainTheory(Theory[Chain, ChainPosition]):
    """One maximum matching values every move."""

    def __init__(self, game: Chain, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._graph: Work[Graph] = Work(graph_in_steps(game.low, game.high))
        self._solutions: dict[int, dict[int, Work[Solution]]] = {}  # by pool and last number
        self._most_pools = max(MIN_CACHED_POOLS, CACHED_NUMBERS // game.high)
        self._quickest: dict[ChainPosition, tuple[int, list[int]]] = {}
        self._searchable = game.high - game.low < LARGEST_SEARCH
        self._searches: tuple[RemotenessSearch, NimSearch] | None = None

    @property
    def bytes_held(self) -> int:
        """Approximate memory of the graph, its matchings and the searches, in bytes."""
        searched = sum(search.bytes_held for search in self._searches or ())
        return 100 * max(6 * self.game.high, CACHED_NUMBERS) + searched

    def solution(self, position: ChainPosition, clock: Clock) -> Solution:
        """Return the matching of a position.

        It is repaired from the one before the last move if that is cached.
        OutOfTimeError if it needs more time; the next call resumes the work.
        """
        known = self._solutions.get(position.pool, {})
        work = known.get(position.last) or self._start_work(position, clock)
        self._solutions.pop(position.pool, None)
        while len(self._solutions) >= self._most_pools:
            self._solutions.pop(next(iter(self._solutions)))
        self._solutions[position.pool] = known
        known[position.last] = work
        return work.finish(clock)

    def _start_work(self, position: ChainPosition, clock: Clock) -> Work[Solution]:
        """Start to repair the matching before the last move, or to build one."""
        graph, last = self._graph.finish(clock), position.last
        for work in self._solutions.get(position.pool | 1 << last, {}).values():
            if work.done and last in work.finish(clock).legal:
                return Work(work.finish(clock).after_in_steps(last))
        return Work(solve_in_steps(graph, position.pool, last, self.game.legal_moves(position)))

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
        if self._searchable and budget.extras.left > 0:
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
        """Return the verdicts with nim-values and remoteness, as far as time allows.

        The quickest win comes first and gets at most half of the time. Then come nim-values,
        which are quick. Numbers with few neighbours go first: their searches are short.
        """
        if solution.winning_moves():
            self.quickest(position, clock.part(clock.left / 2))
        length, nim = self._both_searches(solution.graph)
        order = sorted(solution.legal, key=lambda move: len(solution.graph.neighbours[move]))
        after = {move: solution.after(move) for move in order if not clock.expired}
        nims: dict[int, int | None] = {
            move: nim.nim_value(position.pool, solved, clock)
            for move, solved in after.items()
            if not clock.expired
        }
        plies: dict[int, int | None] = {
            move: length.remoteness(position.pool, solved, clock)
            for move, solved in after.items()
            if not clock.expired
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
        if self._searchable and verdict.win and verdict.remoteness is None:
            best = self.quickest(position, budget.extras)
            if best:
                return verdict._replace(remoteness=1 + best[0])
        return verdict

    def plies_left(self, position: ChainPosition, budget: Budget) -> int | None:
        """Return the remoteness; in a won position, search only the winning moves."""
        with suppress(OutOfTimeError):
            if self._searchable and self.solution(position, budget.values).winning_moves():
                quickest = self.quickest(position, budget.extras)
                return quickest and 1 + quickest[0]
        return super().plies_left(position, budget)

    def best(self, position: ChainPosition, budget: Budget) -> Best:
        with suppress(OutOfTimeError):
            if self._searchable and self.solution(position, budget.values).winning_moves():
                quickest = self.quickest(position, budget.extras)
                if quickest:
                    return Best(quickest[1], True)
        return super().best(position, budget)

    def quickest(self, position: ChainPosition, clock: Clock) -> tuple[int, list[int]] | None:
        """Return the least remoteness after a winning move and the moves that have it.

        None if time runs out.
        """
        known = self._quickest.get(position)
        if known is None:
            solution = self.solution(position, Clock())
            length, _ = self._both_searches(solution.graph)
            moves = solution.winning_moves()
            after = [solution.after(move) for move in moves if not clock.expired]
            found = None if clock.expired else length.quickest(position.pool, after, clock)
            if found is None:
                return None
            while len(self._quickest) >= MAX_QUICKEST_WINS:
                self._quickest.pop(next(iter(self._quickest)))
            known = self._quickest[position] = found[0], [solved.last for solved in found[1]]
        return known

    def candidates(self, verdicts: Verdicts) -> list[int]:
        """Return winning moves, fewest neighbours first: they usually need few pairs."""
        winning = [move for move, after in verdicts.items() if after.win is False]
        near = self._graph.finish(Clock()).neighbours
        winning.sort(key=lambda move: (len(near[move]), -move))
        return winning[:MOST_CANDIDATES]

    def explain(self, position: ChainPosition, clock: Clock, depth: int = 0) -> Pairs:
        """Return the winner's partner for every number that can come up."""
        plan = winning_pairing(self.solution(position, clock), clock)
        return Pairs(0, tuple(plan.pairs()), tuple(sorted(plan.barrier)))

    def partners(self, position: ChainPosition) -> dict[int, int]:
        """Return each number's partner in the winner's strategy, whichever player that is."""
        return winning_pairing(self.solution(position, Clock()), Clock()).partners

    def weight(self, proof: Proof) -> int:
        assert isinstance(proof, Pairs)
        return len(proof.pairs)


THEORY = ChainTheory
COMPILED = (COMPILED_REMOTENESS,)
