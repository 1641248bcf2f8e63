"""Find again who loses by trying every move: what a certificate need not write down.

This uses the rules of the game alone, so it serves any game, and only small positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from divisor_duel.budget import CheckBudget
from divisor_duel.game import Game, Player
from divisor_duel.proof import Checked, demand


class Retrial:
    """Positions of one game, each with whether the player to move loses."""

    def __init__(self, game: Game[Any], budget: CheckBudget) -> None:
        self._game, self._budget = game, budget
        self._lost: dict[Any, bool] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def is_lost(self, position: Any) -> bool:
        """Return whether the player to move loses; OverBudgetError if that takes too long.

        The path is a list, since games may last longer than Python lets calls nest.
        """
        lost, path, waiting = self._lost, [position], dict[Any, list[Any]]()
        while path:
            here = path[-1]
            after = waiting.get(here)
            if after is None:
                outcome = self._game.outcome(here)
                if outcome:
                    lost[here] = outcome.winner != here.to_move
                after = waiting[here] = self._children(here)
            if here not in lost and any(map(lost.get, after)):
                lost[here] = False
            unknown = None if here in lost else next((x for x in after if x not in lost), None)
            if unknown is None:
                lost.setdefault(here, True)
                del waiting[path.pop()]
            else:
                path.append(unknown)
        return lost[position]

    def _children(self, position: Any) -> list[Any]:
        self._budget.spend()
        found = []
        for child in self._game.children(position):
            self._budget.spend()
            found.append(child)
        return found


def check_answers(
    game: Game[Any],
    lost: Any,
    winner: Player,
    answers: Sequence[tuple[int, int]],
    budget: CheckBudget,
) -> Checked:
    """Check that every reply ends the game well or has an answer that wins."""
    again, known, replies = Retrial(game, budget), answers_by_reply(answers), game.legal_moves(lost)
    for reply in replies:
        budget.spend()
        told, after = game.format_move(reply), game.play(lost, reply)
        outcome, answer = game.outcome(after), known.pop(reply, None)
        if outcome and answer == 0:
            demand(outcome.winner == winner, f"{told} wins for the other player")
            continue
        demand(answer in game.legal_moves(after), f"{told} has no answer")
        found = again.is_lost(game.play(after, answer or 0))
        demand(found, f"{game.format_move(answer or 0)} is no answer to {told}")
    demand(not known, f"{[*known][:1]} is answered and cannot be played")
    return Checked(f"Answers: {len(replies)}; positions worked out again: {len(again)}")


def answers_by_reply(answers: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the answer to each reply; CertificateError if a reply has two."""
    known = dict(answers)
    demand(len(known) == len(answers), "a reply has two answers")
    return known
