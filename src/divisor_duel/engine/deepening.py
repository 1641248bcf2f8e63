"""Iterative deepening for any game: a search that needs no theory.

If a win is near, there is no need to search whole games. For 1, 2, 3 ... plies the search asks
about every move whether the next player to move wins, or loses, by force within that many plies.
One winning move proves a win and one escape refutes a loss, so most positions are never visited.
The first number of plies that settles a move is its remoteness. It finds no nim-values.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import best_line
from divisor_duel.engine.verdict import Best, Verdict, Verdicts, best_moves
from divisor_duel.game import Game, P

DEEPEST = 200
"""Depth limit, in plies; moves that are not settled by then are searched to the end."""

NEVER = 1 << 60
"""A number of plies that no game reaches."""

Facts = dict[Hashable, tuple[int, int]]
"""For each kind of position (n, m): it is settled within n plies, and it is not within m."""


class Deepening(Search[P]):
    """Exact play by iterative deepening."""

    def __init__(self, game: Game[P], cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._lost: Facts = {}
        self._won: Facts = {}

    @property
    def bytes_held(self) -> int:
        return super().bytes_held + self._bytes_each * (len(self._won) + len(self._lost))

    def alike(self, position: P) -> Hashable:
        """Return a key that two positions share only if the player to move has the same future."""
        return position

    def judge(self, position: P, budget: Budget) -> dict[int, Verdict]:
        return self._judge(position, budget.values)

    def settle(self, position: P, verdicts: Verdicts, budget: Budget) -> Verdict:
        """Return the verdict with the remoteness of the soonest known win.

        No move can win sooner: all moves are searched to one depth before any goes deeper.
        """
        verdict = super().settle(position, verdicts, budget)
        plies = [after.remoteness for after in verdicts.values() if after.win is False]
        soonest = min((count for count in plies if count is not None), default=DEEPEST)
        return verdict._replace(remoteness=1 + soonest) if soonest < DEEPEST else verdict

    def best(self, position: P, budget: Budget) -> Best:
        verdicts = self._judge(position, budget.values, hurry=True)
        moves = best_moves(verdicts)
        return Best(moves, verdicts[moves[0]].win is not None)

    def plies_to_win(self, position: P, most: int, clock: Clock) -> int | None:
        """Return in how many plies, at most `most`, the player to move wins, or None."""
        with suppress(OutOfTimeError):
            lengths = range(1, most + 1)
            return next((n for n in lengths if self._settled(position, n, True, clock)), None)
        return None

    def line(
        self, position: P, plies: int | None, first: int, verdicts: Verdicts, budget: Budget
    ) -> tuple[int, ...]:
        def judge(position: P, budget: Budget) -> Verdicts:
            return self._judge(position, budget.values, hurry=True)

        return best_line(self, position, plies, first, verdicts, budget, judge)

    def _judge(self, position: P, clock: Clock, hurry: bool = False) -> dict[int, Verdict]:
        """Return the verdict on each move; with `hurry`, stop at the quickest win.

        Each move is played only when it is searched: with a long list, all the positions
        together would take a gigabyte.
        """
        game, legal = self.game, self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for plies in range(DEEPEST):
                for move in legal:
                    if verdicts[move].win is None:
                        after = game.play(position, move)
                        verdicts[move] = self._verdict_within(after, plies, clock)
                results = {verdict.win for verdict in verdicts.values()}
                if None not in results or (hurry and False in results):
                    return verdicts
            for move in legal:
                if verdicts[move].win is None:
                    verdicts[move] = self.solve(game.play(position, move), clock)
        return verdicts

    def _verdict_within(self, position: P, plies: int, clock: Clock) -> Verdict:
        """Return what is settled within `plies`, if fewer plies settled nothing."""
        for win in (True, False):
            if self._settled(position, plies, win, clock):
                return Verdict(win, plies)
        return Verdict()

    def _settled(self, position: P, plies: int, win: bool, clock: Clock) -> bool:
        """Return whether the player to move wins (or loses, if not `win`) within `plies`."""
        facts, others = (self._won, self._lost) if win else (self._lost, self._won)
        key = self.alike(position)
        surely, not_yet = facts.get(key, (NEVER, -1))
        if plies >= surely:
            return True
        if plies <= not_yet or (key in others and others[key][0] < NEVER):
            return False
        clock.check()
        if len(facts) > self._most:
            facts.clear()
        outcome = self.game.outcome(position)
        if outcome:
            settled = (outcome.winner == position.to_move) is win
            facts[key] = (0, -1) if settled else (NEVER, NEVER)
            return settled
        settled = plies > 0 and self._follows(position, plies - 1, win, clock)
        facts[key] = (plies, not_yet) if settled else (surely, plies)
        return settled

    def _follows(self, position: P, plies: int, win: bool, clock: Clock) -> bool:
        """Return whether the children settle the position within `plies` more.

        It is a win if some move leaves the opponent lost, a loss if every move lets them win.
        """
        for child in self.game.children(position):
            if self._settled(child, plies, not win, clock) is win:
                return win
        return not win
