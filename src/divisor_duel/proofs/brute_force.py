"""Solve small positions by trying every move, where a certificate leaves that out.

This uses only the rules, so it works for any game, but only for small positions.
"""

from __future__ import annotations

from collections.abc import Sequence

from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.proof import Checked, require
from divisor_duel.proofs.budget import CheckBudget


class BruteForce:
    """A brute-force solver for one game, which remembers the positions it has solved."""

    def __init__(self, game: AnyGame, budget: CheckBudget) -> None:
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


def check_answers(
    game: AnyGame,
    lost: Position,
    winner: Player,
    answers: Sequence[tuple[int, int]],
    budget: CheckBudget,
) -> Checked:
    """Check that every reply either loses at once or has a winning answer."""
    solver, known = BruteForce(game, budget), answers_by_reply(answers)
    replies = game.legal_moves(lost)
    for reply in replies:
        budget.spend()
        name, after = game.format_move(reply), game.play(lost, reply)
        outcome, answer = game.outcome(after), known.pop(reply, None)
        if outcome and answer == 0:
            require(outcome.winner == winner, f"{name} wins for the other player")
            continue
        require(answer in game.legal_moves(after), f"{name} has no answer")
        answer_wins = solver.is_lost(game.play(after, answer or 0))
        require(answer_wins, f"{game.format_move(answer or 0)} does not win after {name}")
    require(not known, f"{[*known][:1]} is answered and cannot be played")
    return Checked(f"Answers: {len(replies)}; positions solved again: {len(solver)}")


def answers_by_reply(answers: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the answer to each reply; CertificateError if a reply has two."""
    known = dict(answers)
    require(len(known) == len(answers), "a reply has two answers")
    return known
