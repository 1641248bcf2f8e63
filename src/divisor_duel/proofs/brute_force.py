"""Check answers whose proof a certificate leaves out, by trying every move."""

from __future__ import annotations

from collections.abc import Sequence

from divisor_duel.brute_force import BruteForce
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.proof import Checked, require
from divisor_duel.proofs.budget import CheckBudget


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
