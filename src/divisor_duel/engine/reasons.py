"""Reasons in words: the one place where a proof becomes a sentence.

A game's `reasons.py` has words for its own kinds of proof; trees and endings are told the same
way in every game. Words are for the player to move: ``you`` win, or ``they`` do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from divisor_duel.game import Game
from divisor_duel.games.parts import REASONS, find
from divisor_duel.proof import ANSWERED, END, TREE, Proof, branches


def tell(game: Game[Any], position: Any, proof: Proof) -> str:
    """Why the position is won or lost, for the player to move."""
    own = find(game, REASONS)
    if own and proof["kind"] != ANSWERED:
        return own.tell(game, position, proof)
    return plain(game, position, proof)


def tell_all(game: Game[Any], position: Any, proof: Proof) -> str:
    """The same with every list in full, for games whose sentences cut them short."""
    own = find(game, REASONS)
    return (own.tell_all if own and own.tell_all else tell)(game, position, proof)


def plain(game: Game[Any], position: Any, proof: Proof) -> str:
    """The same for kinds that every game has."""
    move = proof["move"]
    begin = f"Play {game.format_move(move)}. " if move else ""
    if proof["kind"] == END:
        after = game.play(position, move) if move else position
        outcome = game.outcome(after)
        ended = f": {outcome.reason}" if outcome else ""
        return f"{game.format_move(move)} wins at once{ended}." if move else f"It is over{ended}."
    whose = "they" if not move else "you"
    if proof["kind"] == ANSWERED:
        return f"{begin}{_answers_in_words(game, proof, whose)}"
    return f"{begin}{replies_in_words(game, proof, whose)}"


def _answers_in_words(game: Game[Any], proof: Proof, winner: str) -> str:
    """What answers each reply; replies that have the same answer together."""
    told = dict[int, list[str]]()
    for reply, answer in proof["answers"]:
        told.setdefault(answer, []).append(game.format_move(reply))
    ends = told.pop(0, [])
    if not told:
        return f"Whatever {'you' if winner == 'they' else 'they'} play ends the game: {winner} win."
    ended = f"{either(ends)} ends the game, and {winner} win. " if ends else ""
    said = "; ".join(
        f"{either(replies)} with {game.format_move(answer)}" for answer, replies in told.items()
    )
    return f"{ended}{winner.capitalize()} answer {said}, and have an answer again every time."


def replies_in_words(
    game: Game[Any],
    proof: Proof,
    winner: str,
    note: Callable[[tuple[int, ...], Proof], str] | None = None,
) -> str:
    """The branches of a tree as a sentence: what each reply is met with, and what then."""
    told = []
    for replies, after in branches(proof):
        names = either(game.format_move(reply) for reply in replies)
        if not after["move"]:
            told.append(f"{names} ends the game, and {winner} win")
            continue
        said = f"{names} is met by {game.format_move(after['move'])}"
        if note:
            said += note(replies, after)
        if after["kind"] == TREE:
            inner = replies_in_words(game, after, winner, note).rstrip(".")
            said += f" (and then {inner[0].lower() + inner[1:]})"
        told.append(said)
    return listed(told) + "."


def either(words: Iterable[str]) -> str:
    """A choice in words: ``1, 2 or 3``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def listed(parts: Iterable[str]) -> str:
    """A list in words: ``1, 2 and 3``."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
