"""Questions in words, for players that read and write text.

The words are the same for language models and for functions that take text. They
say who you are and what happened from your side. A game may tell its positions
in its own words: `teaching.py` in its folder has a function ``situation(game,
position, you)``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from divisor_duel.game import Game, Player
from divisor_duel.games.parts import SITUATION, find
from divisor_duel.words.question import Question

INSTRUCTION = (
    "Think as long as you like, but end your answer with one line of the form\n"
    "move: N\n"
    "where N is your move."
)


@cache
def own_template() -> str:
    """The text of questions, with a name such as $rules for each part."""
    return files("divisor_duel.words").joinpath("prompt.txt").read_text(encoding="utf-8")


def question_text(question: Question, template: str | None = None) -> str:
    """The rules, the set-up, who you are, the moves so far, the position and the legal moves."""
    game = question.game
    you = question.position.to_move
    legal = ""
    if question.show_legal:
        moves = ", ".join(game.format_move(move) for move in game.legal_moves(question.position))
        legal = f"Your legal moves: {moves}.\n"
    parts = {
        "rules": game.agreed_rules(),
        "setup": ", ".join(f"{name} {value}" for name, value in game.options.items()),
        "you": f"Player {int(you)}",
        "history": history(question),
        "position": situation(game, question.position, you),
        "legal": legal,
        "instruction": INSTRUCTION,
    }
    return Template(template or own_template()).safe_substitute(parts).strip()


def situation(game: Game[Any], position: Any, you: Player) -> str:
    """A position as the player sees it."""
    own = find(game, SITUATION)
    return own(game, position, you) if own else game.describe(position)


def history(question: Question) -> str:
    """All moves so far, from the side of the player who is asked."""
    you, first = question.position.to_move, question.first
    if not question.played:
        return "No move has been made yet."
    told = []
    for ply, move in enumerate(question.played):
        mover = first if ply % 2 == 0 else first.other
        told.append(
            f"{'you' if mover is you else 'your opponent'} {question.game.format_move(move)}"
        )
    return f"Moves so far, the first one first: {', '.join(told)}."


def refusal_text(question: Question) -> str:
    """Why the last answer was refused; without the legal moves where they are not told."""
    reason = question.refused[-1].told(question.show_legal)
    return f"That was not a legal move: {reason}. Choose again.\n{INSTRUCTION}"


def messages(question: Question, template: str | None, system: str | None) -> list[dict[str, str]]:
    """The question as a conversation: it, then each refused reply with the reason."""
    said = [{"role": "system", "content": system}] if system else []
    said.append({"role": "user", "content": question_text(question, template)})
    for count, refusal in enumerate(question.refused, 1):
        earlier = question._replace(refused=question.refused[:count])
        said.append({"role": "assistant", "content": refusal.reply or "(no answer)"})
        said.append({"role": "user", "content": refusal_text(earlier)})
    return said
