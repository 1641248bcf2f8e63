"""The theory of Chain: a matching says who wins, a search how soon.

The matching judges every move of any pool at once, and after a move it is
repaired rather than rebuilt. How long the game lasts and nim-values are searched
where the pool is small enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from divisor_duel.engine.theory import Budget, Clock, Theory, Verdict, Verdicts, combine
from divisor_duel.game import Game
from divisor_duel.games.chain.graph import START, Solution, graph_of, solve
from divisor_duel.games.chain.nim import NimSearch
from divisor_duel.games.chain.pairing import winning_pairing
from divisor_duel.games.chain.remoteness import RemotenessSearch
from divisor_duel.games.chain.rules import Chain, ChainPosition

LARGEST_SEARCH = 400
"""Beyond this many numbers, remoteness and nim-values are not tried."""

MOST_PAIRS_TOLD = 12
REMEMBERED = 16


class ChainTheory(Theory[ChainPosition]):
    """Every number valued by one maximum matching."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        assert isinstance(game, Chain)
        self._graph = graph_of(game.low, game.high)
        self._solutions: dict[ChainPosition, Solution] = {}
        self._searched = game.high - game.low < LARGEST_SEARCH
        if self._searched:
            self._length, self._nim = RemotenessSearch(self._graph), NimSearch(self._graph)

    def solution(self, position: ChainPosition) -> Solution:
        """The matching of a position, from that before the last move where it is known."""
        position = position._replace(to_move=position.to_move.ONE)
        found = self._solutions.pop(position, None) or self._derived(position)
        if found is None:
            legal = self.game.legal_moves(position)
            found = solve(self._graph, position.pool, position.last, legal)
        while len(self._solutions) >= REMEMBERED:
            self._solutions.pop(next(iter(self._solutions)))
        self._solutions[position] = found
        return found

    def _derived(self, position: ChainPosition) -> Solution | None:
        before = position.pool | 1 << position.last
        for known in self._solutions:
            if known.pool == before and position.last in self._solutions[known].legal:
                return self._solutions[known].after(position.last)
        return None

    def judge(self, position: ChainPosition, budget: Budget) -> Verdicts:
        solution = self.solution(position)
        winning = set(solution.winning_moves())
        verdicts = {move: Verdict(move not in winning) for move in solution.legal}
        return self._searched_verdicts(position, verdicts, budget) if self._searched else verdicts

    def _searched_verdicts(
        self, position: ChainPosition, verdicts: Verdicts, budget: Budget
    ) -> Verdicts:
        """With nim-values and remoteness, as far as there is time.

        Nim-values are quick, and numbers with few neighbours are the shortest searches.
        """
        solution, clock = self.solution(position), budget.extras
        after = {move: solution.after(move) for move in solution.legal}
        order = sorted(after, key=lambda move: len(self._graph.neighbours[move]))
        nims = {move: self._nim.nim_value(position.pool, after[move], clock) for move in order}
        plies = {move: self._length.remoteness(position.pool, after[move], clock) for move in order}
        return {
            move: Verdict(verdict.win, plies[move], nims[move])
            for move, verdict in verdicts.items()
        }

    def settle(self, position: ChainPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        verdict = combine(verdicts.values())
        if self._searched and verdict.win and verdict.remoteness is None:
            best = self.quickest(position, budget.extras)
            if best:
                return verdict._replace(remoteness=1 + best[0])
        return verdict

    def best(self, position: ChainPosition, budget: Budget) -> list[int]:
        if self._searched and self.solution(position).winning_moves():
            found = self.quickest(position, budget.extras)
            if found:
                return found[1]
        return super().best(position, budget)

    def quickest(self, position: ChainPosition, clock: Clock) -> tuple[int, list[int]] | None:
        """The remoteness after the best winning moves, and these moves, if found in time."""
        solution = self.solution(position)
        after = [solution.after(move) for move in solution.winning_moves()]
        found = self._length.quickest(position.pool, after, clock)
        return (found[0], [one.last for one in found[1]]) if found else None

    def reason(
        self, position: ChainPosition, verdict: Verdict, verdicts: Verdicts, line: Iterable[int]
    ) -> str:
        moves = tuple(line)
        plan = winning_pairing(self.solution(position), moves[0] if moves else START)
        pairs = [f"{one}-{other}" for one, other in plan.pairs()]
        told = ", ".join(pairs[:MOST_PAIRS_TOLD])
        more = f" and {len(pairs) - MOST_PAIRS_TOLD} more" if len(pairs) > MOST_PAIRS_TOLD else ""
        if plan.move == START:
            return (
                f"They answer each number with its partner: {told}{more}. Whatever you take has "
                "a free partner, so they never run out."
            )
        if not pairs:
            return f"Take {plan.move}: it has no factor or multiple left, so they cannot answer."
        return (
            f"Take {plan.move}, then answer each number with its partner: {told}{more}. "
            "Whatever they take has a free partner, so you never run out."
        )


def pairing(game: Chain, position: ChainPosition) -> dict[int, int]:
    """The partner of each number in the strategy that wins this position, for whoever wins."""
    from divisor_duel.engine.analysis import theory_of

    theory = theory_of(game)
    assert isinstance(theory, ChainTheory)
    return winning_pairing(theory.solution(position)).partners


THEORY = ChainTheory
