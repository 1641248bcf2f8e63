"""Exact play in a sum: nim-values add up without carrying (Sprague and Grundy).

Each game is worth as much as a heap of Nim with as many tokens as its nim-value, and two heaps
together are worth the exclusive or of their sizes. So the player to move loses exactly if both
games have the same nim-value. Proof: from equal values every move makes them unequal, as no
move leaves a nim-value as it is; from unequal ones the larger can be brought down to the smaller,
as a nim-value is the least that no move reaches. At the end both are 0, and so equal.

If only one nim-value is known and it is 0, the sum is won exactly if the other game is, and the
theory of that game may know this without its nim-value. Nim-values do not give remoteness, which
takes a search of both games together (`remoteness`).
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import AnyTheory, Theory
from divisor_duel.engine.verdict import Verdict, Verdicts, combine
from divisor_duel.games.parts import THEORY as THEORY_OF_GAME
from divisor_duel.games.parts import find
from divisor_duel.games.sum.proofs import Equal
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.games.sum.solving.remoteness import MOST_PAIRS, SumRemoteness


class SumTheory(Theory[Sum, SumPosition]):
    """Combines the theories of both games."""

    def __init__(self, game: Sum, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._theories: list[AnyTheory] = [
            (find(part, THEORY_OF_GAME) or Search)(part, cache) for part in game.parts
        ]
        self._remoteness = SumRemoteness(game.parts)

    @property
    def bytes_held(self) -> int:
        return sum(theory.bytes_held for theory in self._theories) + 200 * len(self._remoteness)

    def judge(self, position: SumPosition, budget: Budget) -> dict[int, Verdict]:
        after, now = self._known(position, budget)
        verdicts = {
            2 * move + which: add_verdicts(verdict, now[1 - which])
            for which in (0, 1)
            for move, verdict in after[which].items()
        }
        search = self._search(budget.extras)
        with suppress(OutOfTimeError, RecursionError):
            for move, verdict in verdicts.items():
                child = self.game.play(position, move)
                plies = search.plies(child.one, child.two, budget.extras)
                verdicts[move] = verdict._replace(win=plies % 2 == 1, remoteness=plies)
        return verdicts

    def _search(self, clock: Clock) -> SumRemoteness:
        """Return a search; where steps are counted, one that remembers no earlier question."""
        if clock.counted:
            return SumRemoteness(self.game.parts)
        if len(self._remoteness) >= MOST_PAIRS:
            self._remoteness = SumRemoteness(self.game.parts)
        return self._remoteness

    def settle(self, position: SumPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        _, (one, two) = self._known(position, budget)
        known, by_moves = add_verdicts(one, two), combine(verdicts.values())
        win = by_moves.win if known.win is None else known.win
        return Verdict(win, by_moves.remoteness, known.grundy)

    def explain(self, position: SumPosition, clock: Clock, depth: int = 0) -> Equal | None:
        budget = Budget.within(clock)
        budget.extras = clock
        _, (one, two) = self._known(position, budget)
        if one.grundy is None or one.grundy != two.grundy:
            return None
        return Equal(0, one.grundy)

    def _known(
        self, position: SumPosition, budget: Budget
    ) -> tuple[list[Verdicts], tuple[Verdict, Verdict]]:
        """Return the verdicts after each move of each game, and on both games as they are."""
        after, now = list[Verdicts](), list[Verdict]()
        for theory, place in zip(self._theories, position[:2], strict=True):
            over = theory.game.outcome(place)
            after.append({} if over else theory.judge(place, budget))
            now.append(Verdict(False, 0, 0) if over else theory.settle(place, after[-1], budget))
        return after, (now[0], now[1])


def add_verdicts(one: Verdict, two: Verdict) -> Verdict:
    """Return the verdict on the sum of two games."""
    if one.grundy is not None and two.grundy is not None:
        nim = one.grundy ^ two.grundy
        return Verdict(nim != 0, None, nim)
    if one.win is False:  # worth 0: the sum has the value of the other game
        return Verdict(two.win, None, two.grundy)
    if two.win is False:
        return Verdict(one.win, None, one.grundy)
    return Verdict()


THEORY = SumTheory
