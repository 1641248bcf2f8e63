"""Prompts, for players that read and write text.

Language models and functions that take text get the same prompt. It describes the game
from the point of view of the player to move. A game may describe its positions itself:
`teaching.py` in its folder has a function ``situation(game, position, you)``.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template

from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.games.parts import SITUATION, find
from divisor_duel.questions.question import Question

INSTRUCTION = (
    "Think as long as you like, but end your answer with one line of the form\n"
    "move: N\n"
    "where N is your move."
)


@cache
def default_template() -> str:
    """Return the default template, with placeholders such as $rules."""
    return files("divisor_duel.questions").joinpath("prompt.txt").read_text(encoding="utf-8")


def template_hash(template: str | None = None) -> str:
    """Return a short hash of a template and the instruction, or of the default template."""
    text = f"{template or default_template()}\n{INSTRUCTION}"
    return sha256(text.encode()).hexdigest()[:16]


def question_text(question: Question, template: str | None = None) -> str:
    """Return the prompt for a question, filled into `template` or the default one."""
    game = question.game
    you = question.position.to_move
    legal = ""
    if question.show_legal:
        moves = ", ".join(game.format_move(move) for move in question.legal)
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
    return Template(template or default_template()).safe_substitute(parts).strip()


def situation(game: AnyGame, position: Position, you: Player) -> str:
    """Describe a position from the point of view of `you`."""
    own = find(game, SITUATION)
    return own(game, position, you) if own else game.describe(position)


def history(question: Question) -> str:
    """Describe all moves so far, from the point of view of the player to move."""
    you, first = question.position.to_move, question.first
    if not question.played:
        return "No move has been made yet."
    moves = []
    for ply, move in enumerate(question.played):
        mover = first if ply % 2 == 0 else first.other
        moves.append(
            f"{'you' if mover is you else 'your opponent'} {question.game.format_move(move)}"
        )
    return f"Moves so far, the first one first: {', '.join(moves)}."


def refusal_text(question: Question) -> str:
    """Say why the last answer was refused; list legal moves only if allowed."""
    reason = question.refused[-1].reason_for_player(question.show_legal)
    return f"That was not a legal move: {reason}. Choose again.\n{INSTRUCTION}"


def messages(question: Question, template: str | None, system: str | None) -> list[dict[str, str]]:
    """Return the chat messages: the prompt, then each refused reply and why."""
    chat = [{"role": "system", "content": system}] if system else []
    chat.append({"role": "user", "content": question_text(question, template)})
    for count, refusal in enumerate(question.refused, 1):
        earlier = question._replace(refused=question.refused[:count])
        chat.append({"role": "assistant", "content": refusal.reply or "(no answer)"})
        chat.append({"role": "user", "content": refusal_text(earlier)})
    return chat
