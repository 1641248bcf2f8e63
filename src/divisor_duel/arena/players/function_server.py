"""Serve a Python function over JSON lines, as a program in its own process.

``python -m divisor_duel.arena.players.function_server module:function`` imports the function and
calls it for each question. A function whose first parameter is annotated as ``str`` gets a text
prompt and returns a text reply; any other gets the question as a dictionary and returns
the move. Its prints go to standard error.
"""

from __future__ import annotations

import inspect
import json
import operator
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import IO, TYPE_CHECKING, SupportsIndex, cast

if TYPE_CHECKING:
    from divisor_duel.files import JsonObject
    from divisor_duel.questions.question import QuestionMessage


def main() -> None:
    """Serve the function named on the command line until there are no more questions."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())
    module, _, name = sys.argv[1].partition(":")
    serve(operator.attrgetter(name)(import_module(module)), name, sys.stdin, answers)


def serve(function: Callable[..., object], name: str, questions: IO[str], answers: IO[str]) -> None:
    """Answer every question; an exception raised by the function ends the program."""
    is_text_player = takes_text(function)
    for line in questions:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        if message["type"] == "hello":
            answer: JsonObject = {"type": "ready", "name": name}
        elif is_text_player:
            answer = _ask_with_text(function, message)
        else:
            answer = {"type": "move", **_as_json(function(message))}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def takes_text(function: Callable[..., object]) -> bool:
    """Return whether the first parameter of a function is annotated as ``str``."""
    parameters = list(inspect.signature(function).parameters.values())
    return bool(parameters) and parameters[0].annotation in (str, "str")


def _as_json(move: object) -> JsonObject:
    """Return the move as an int, whatever its integer type; other results as text."""
    try:
        return {
            "move": None if isinstance(move, bool) else operator.index(cast("SupportsIndex", move))
        }
    except TypeError:
        return {"move": None, "text": repr(move)[:1000]}


def _ask_with_text(function: Callable[..., object], message: QuestionMessage) -> JsonObject:
    from divisor_duel.game import Player
    from divisor_duel.games.registry import set_up
    from divisor_duel.questions.prompts import question_text, refusal_text
    from divisor_duel.questions.question import Fault, Question, Refusal
    from divisor_duel.questions.replies import find_move

    game = set_up(message["game"], message["options"])
    first = Player(message.get("first", 1))
    *_, position = game.positions(message["played"], first)
    shown = message.get("show_legal", True)
    refused = (Refusal("", message["refused"]),) if "refused" in message else ()
    played, listed = tuple(message["played"]), tuple(message["legal"])
    question = Question(
        game, position, played, message["seconds"], 0, shown, refused, first, listed
    )
    text = question_text(question)
    if refused:
        text += f"\n\n{refusal_text(question)}"
    reply = function(text)
    try:
        return {
            "type": "move",
            "move": find_move(question.game, str(reply or "")),
            "text": str(reply)[:4000],
        }
    except Fault as fault:
        return {"type": "move", "move": None, "class": fault.kind, "text": fault.reply}


if __name__ == "__main__":
    main()
