"""Solve small positions by trying every move.

This uses only the rules, so it works for any game, but only for small positions. The checker of
certificates solves again what a proof leaves out, and a reason says how many positions that takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from divisor_duel.errors import OverBudgetError
from divisor_duel.game import AnyGame, Position


class Budget(Protocol):
    """What a search may use."""

    def spend(self, positions: int = 1) -> None:
        """Count positions before they are built; OverBudgetError if there are too many."""
        ...


class BruteForce:
    """A brute-force solver for one game, which remembers the positions it has solved."""

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self._game, self._budget = game, budget
        self._lost: dict[Position, bool] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def is_lost(self, position: Position) -> bool:
        """Return whether the player to move loses; OverBudgetError if that takes too long.

        The path is a list, since a game may be longer than Python's recursion limit.
        """
        lost, path, waiting = self._lost, [position], dict[Position, list[Position]]()
        while path:
            current = path[-1]
            after = waiting.get(current)
            if after is None:
                outcome = self._game.outcome(current)
                if outcome:
                    lost[current] = outcome.winner != current.to_move
                after = waiting[current] = self._children(current)
            if current not in lost and any(map(lost.get, after)):
                lost[current] = False
            unknown = None if current in lost else next((x for x in after if x not in lost), None)
            if unknown is None:
                lost.setdefault(current, True)
                del waiting[path.pop()]
            else:
                path.append(unknown)
        return lost[position]

    def _children(self, position: Position) -> list[Position]:
        self._budget.spend()
        children = []
        for child in self._game.children(position):
            self._budget.spend()
            children.append(child)
        return children


MOST_COUNTED = 20_000
"""Limit on the positions built for a count, some of them twice: a tenth of a second at most."""


class Checked(NamedTuple):
    """How many positions a search checked."""

    positions: int
    """Positions solved."""
    all: bool
    """Whether these are all that a proof needs; otherwise the count stopped at its limit."""

    def __str__(self) -> str:
        if self.all:
            return f"all {self.positions:,}"
        if not self.positions:
            return "many"
        return f"more than {self.positions // 1000 * 1000 or self.positions:,}"


@dataclass
class CountLimit:
    """A budget of `MOST_COUNTED` positions."""

    spent: int = 0
    """Positions built so far."""

    def spend(self, positions: int = 1) -> None:
        """Count positions before they are built; OverBudgetError if there are too many."""
        self.spent += positions
        if self.spent > MOST_COUNTED:
            raise OverBudgetError("positions", MOST_COUNTED)


def count_checked(game: AnyGame, lost: Position, answers: Iterable[tuple[int, int]]) -> Checked:
    """Return how many positions are solved to check the winner's answer to each reply.

    These are the positions after the answers and what follows: every move of the opponent, and
    moves of the winner up to one that wins, each position once. It is the same number that
    `duel check` prints for a proof with these answers. An answer of 0 has nothing to check: the
    reply ends the game.
    """
    search, complete = BruteForce(game, CountLimit()), False
    with suppress(OverBudgetError):
        for reply, answer in answers:
            if answer:
                search.is_lost(game.play(game.play(lost, reply), answer))
        complete = True
    return Checked(len(search), complete)
