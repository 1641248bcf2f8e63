"""Questions in words, for players that read and write text, and their answers."""

from __future__ import annotations

import re

from divisor_duel.arena.protocol import EMPTY, UNREADABLE, Fault, Question
from divisor_duel.errors import MoveTextError
from divisor_duel.game import brief

INSTRUCTION = (
    "Think as long as you like, but end your answer with one line of the form\n"
    "move: N\n"
    "where N is your move."
)

_MOVE = re.compile(r"\bmove\b[\s*_`]*[:=][\s*_`$]*([0-9A-Za-z]+)", re.IGNORECASE)
"""The word, perhaps in bold or as code, a colon and the move."""


def question_text(question: Question) -> str:
    """The rules, the set-up, the moves so far, the position and, if told, the legal moves."""
    game = question.game
    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    played = " ".join(game.format_move(move) for move in question.played) or "none"
    lines = [
        game.rules(),
        "",
        f"The set-up of this game: {options}.",
        f"Moves so far, both players in turn: {played}.",
        f"The position: {game.describe(question.position)}.",
    ]
    if question.show_legal:
        legal = ", ".join(game.format_move(move) for move in game.legal_moves(question.position))
        lines.append(f"Your legal moves: {legal}.")
    return "\n".join([*lines, "", "It is your turn.", INSTRUCTION])


def refusal_text(question: Question) -> str:
    """Why the last answer was refused; without the legal moves where they are not told."""
    reason = question.refused[-1].told(question.show_legal)
    return f"That was not a legal move: {reason}. Choose again.\n{INSTRUCTION}"


def read_reply(question: Question, reply: str) -> int:
    """The move that a reply names on purpose; a fault if it names none.

    A number somewhere in the text is not a move: only the line that was asked
    for is, or a reply that is nothing but the move.
    """
    text = reply.strip()
    if not text:
        raise Fault(EMPTY, "the answer is empty")
    named = _MOVE.findall(text)
    word = named[-1] if named else text.strip("*_`. \n")
    try:
        return question.game.parse_move(word)
    except MoveTextError:
        problem = f"expected a line such as 'move: 12', not {brief(text)}"
        raise Fault(UNREADABLE, problem, text[:4000]) from None
