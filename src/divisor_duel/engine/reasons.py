"""Reasons in words: the one place where a proof becomes a sentence.

A game's `reasons.py` words its own kinds of proof; trees and endings have the same words in
every game. Sentences address the player to move: ``you`` win, or ``they`` do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from divisor_duel.game import Game
from divisor_duel.games.parts import REASONS, find
from divisor_duel.proof import Answered, CommonProof, End, Proof, Tree


def reason_in_words(game: Game[Any], position: Any, proof: Proof) -> str:
    """Say why the position is won or lost, to the player to move."""
    own = find(game, REASONS)
    if own and not isinstance(proof, Answered):
        return own.sentence(game, position, proof)
    assert isinstance(proof, CommonProof), "a game's own kinds of proof need a reasons.py"
    return common_reason(game, position, proof)


def full_reason(game: Game[Any], position: Any, proof: Proof) -> str:
    """Like `reason_in_words`, but with every list in full."""
    own = find(game, REASONS)
    if own and own.full_sentence and not isinstance(proof, Answered):
        return own.full_sentence(game, position, proof)
    return reason_in_words(game, position, proof)


def common_reason(game: Game[Any], position: Any, proof: CommonProof) -> str:
    """Like `reason_in_words`, but only for the kinds of proof that every game has."""
    move = proof.move
    begin = f"Play {game.format_move(move)}. " if move else ""
    if isinstance(proof, End):
        after = game.play(position, move) if move else position
        outcome = game.outcome(after)
        ended = f": {outcome.reason}" if outcome else ""
        return f"{game.format_move(move)} wins at once{ended}." if move else f"It is over{ended}."
    whose = "they" if not move else "you"
    if isinstance(proof, Answered):
        return f"{begin}{_answers_in_words(game, proof, whose)}"
    return f"{begin}{replies_in_words(game, proof, whose)}"


def _answers_in_words(game: Game[Any], proof: Answered, winner: str) -> str:
    """Return the answers in words, grouping replies that have the same answer."""
    replies_by_answer = dict[int, list[str]]()
    for reply, answer in proof.answers:
        replies_by_answer.setdefault(answer, []).append(game.format_move(reply))
    ends = replies_by_answer.pop(0, [])
    if not replies_by_answer:
        return f"Whatever {'you' if winner == 'they' else 'they'} play ends the game: {winner} win."
    ended = f"{either(ends)} ends the game, and {winner} win. " if ends else ""
    answers = "; ".join(
        f"{either(replies)} with {game.format_move(answer)}"
        for answer, replies in replies_by_answer.items()
    )
    return f"{ended}{winner.capitalize()} answer {answers}, and have an answer again every time."


def replies_in_words(
    game: Game[Any],
    tree: Tree,
    winner: str,
    note: Callable[[tuple[int, ...], Proof], str] | None = None,
) -> str:
    """Return a tree as a sentence: the answer to each reply, and what follows."""
    clauses = []
    for branch in tree.branches:
        after = branch.proof
        names = either(game.format_move(reply) for reply in branch.replies)
        if not after.move:
            clauses.append(f"{names} ends the game, and {winner} win")
            continue
        clause = f"{names} is met by {game.format_move(after.move)}"
        if note:
            clause += note(branch.replies, after)
        if isinstance(after, Tree):
            inner = replies_in_words(game, after, winner, note).rstrip(".")
            clause += f" (and then {inner[0].lower() + inner[1:]})"
        clauses.append(clause)
    return listed(clauses) + "."


def either(words: Iterable[str]) -> str:
    """Return a choice in words: ``1, 2 or 3``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def listed(parts: Iterable[str]) -> str:
    """Return a list in words: ``1, 2 and 3``."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
