"""A search that needs no theory and looks further and further ahead, for any game.

Where wins lie near, whole games need not be looked through: whether the player to move has won
by force within 1, 2, 3 ... plies is asked of every move, and so is whether that player has lost.
One good move is enough for the one and one escape against the other, so most positions are never
seen. The first number of plies that settles a move is its remoteness; nim-values it does not find.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import Best, Verdict, Verdicts, follow, leading

DEEPEST = 200
"""So many plies ahead is looked; what is not settled then is searched to the end."""

NEVER = 1 << 60
"""A number of plies that no game lasts."""

Facts = dict[Any, tuple[int, int]]
"""For a position, within how many plies it is settled, and within how many it is not."""


class Deepening(Search):
    """Exact play by looking ever further ahead."""

    def __init__(self, *setting: Any) -> None:
        super().__init__(*setting)
        self._lost: Facts = {}
        self._won: Facts = {}

    @property
    def bytes_held(self) -> int:
        return super().bytes_held + self._bytes_each * (len(self._won) + len(self._lost))

    def judge(self, position: Any, budget: Budget) -> dict[int, Verdict]:
        return self._judge(position, budget.values)

    def settle(self, position: Any, verdicts: Verdicts, budget: Budget) -> Verdict:
        """All moves are asked about so many plies before any is about more: none wins sooner."""
        verdict = super().settle(position, verdicts, budget)
        plies = [after.remoteness for after in verdicts.values() if after.win is False]
        soonest = min((each for each in plies if each is not None), default=DEEPEST)
        return verdict._replace(remoteness=1 + soonest) if soonest < DEEPEST else verdict

    def best(self, position: Any, budget: Budget) -> Best:
        verdicts = self._judge(position, budget.values, hurry=True)
        moves = leading(verdicts)
        return Best(moves, verdicts[moves[0]].win is not None)

    def plies_to_win(self, position: Any, most: int, clock: Clock) -> int | None:
        """In how many plies the player to move wins; None if not within `most`, or not in time."""
        with suppress(OutOfTimeError):
            lengths = range(1, most + 1)
            return next((n for n in lengths if self._settled(position, n, True, clock)), None)
        return None

    def line(
        self, position: Any, plies: int | None, first: int, verdicts: Verdicts, budget: Budget
    ) -> tuple[int, ...]:
        def judge(here: Any, part: Budget) -> Verdicts:
            return self._judge(here, part.values, hurry=True)

        return follow(self, position, plies, first, verdicts, budget, judge)

    def _judge(self, position: Any, clock: Clock, hurry: bool = False) -> dict[int, Verdict]:
        """The verdict on each move; in a hurry no longer than until the quickest win is found.

        Moves are played when they are asked about: all positions after the moves of a long
        list at once take a gigabyte.
        """
        game, legal = self.game, self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for plies in range(DEEPEST):
                for move in legal:
                    if verdicts[move].win is None:
                        here = game.play(position, move)
                        verdicts[move] = self._verdict_within(here, plies, clock)
                found = {verdict.win for verdict in verdicts.values()}
                if None not in found or (hurry and False in found):
                    return verdicts
            for move in legal:
                if verdicts[move].win is None:
                    verdicts[move] = self.solve(game.play(position, move), clock)
        return verdicts

    def _verdict_within(self, position: Any, plies: int, clock: Clock) -> Verdict:
        """What is settled within `plies`, when less did not settle it."""
        for win in (True, False):
            if self._settled(position, plies, win, clock):
                return Verdict(win, plies)
        return Verdict()

    def _settled(self, position: Any, plies: int, win: bool, clock: Clock) -> bool:
        """Whether the player to move has won by force within `plies`, or lost if not `win`."""
        facts, others = (self._won, self._lost) if win else (self._lost, self._won)
        surely, not_yet = facts.get(position, (NEVER, -1))
        if plies >= surely:
            return True
        if plies <= not_yet or (position in others and others[position][0] < NEVER):
            return False
        clock.check()
        if len(facts) > self._most:
            facts.clear()
        outcome = self.game.outcome(position)
        if outcome:
            settled = (outcome.winner == position.to_move) is win
            facts[position] = (0, -1) if settled else (NEVER, NEVER)
            return settled
        settled = plies > 0 and self._follows(position, plies - 1, win, clock)
        facts[position] = (plies, not_yet) if settled else (surely, plies)
        return settled

    def _follows(self, position: Any, plies: int, win: bool, clock: Clock) -> bool:
        """One move that leaves the other lost wins; all must leave the other won to have lost."""
        for child in self.game.children(position):
            if self._settled(child, plies, not win, clock) is win:
                return win
        return not win
