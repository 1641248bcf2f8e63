"""Python functions as players, each served in a process of its own."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np

from divisor_duel.arena.players.function_server import serve, takes_text
from tests.arena.playing import living, play
from tests.conftest import wait_until


def test_python_functions_play() -> None:
    """A function gets the question as a dictionary, or in words if it takes a `str`."""
    here = "tests.arena.bots"
    lines = play(f"a=py:{here}:greedy", f"b=py:{here}:first_listed", games="chain,digits")
    assert len(lines) == 4
    assert all(line["forfeit"] is None for line in lines)


def test_python_functions_that_fail_forfeit() -> None:
    """Exceptions, missing functions and empty words are faults like those of any program."""
    here = "tests.arena.bots"
    kinds = {"broken": "crash", "speechless": "empty", "missing": "start"}
    for name, kind in kinds.items():
        (line, _) = play("random", f"py:{here}:{name}")
        assert line["forfeit"]["kind"] == kind
    wait_until(lambda: not living("arena.players.function_server"))


def answers(function: Any, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """What a function that is served answers to messages."""
    said = io.StringIO()
    serve(function, "mine", io.StringIO("".join(json.dumps(one) + "\n" for one in messages)), said)
    return [json.loads(line) for line in said.getvalue().splitlines()]


CHOOSE = {
    "type": "choose",
    "game": "chain",
    "options": {"high": 50},
    "played": [15],
    "legal": [3, 5, 30, 45],
    "seconds": 5.0,
}


def test_a_function_is_greeted_asked_and_sent_home() -> None:
    """`hello` is answered with the name, `choose` with a move, and `quit` ends it."""
    asked = ({"type": "hello"}, CHOOSE, {"type": "quit"}, CHOOSE)
    assert answers(lambda question: question["legal"][1], *asked) == [
        {"type": "ready", "name": "mine"},
        {"type": "move", "move": 5},
    ]


def test_any_whole_number_is_a_move_and_nothing_else_is() -> None:
    """Numbers of NumPy count; truth values, text and fractions are shown as what they are."""
    assert answers(lambda question: np.int64(3), CHOOSE) == [{"type": "move", "move": 3}]
    assert answers(lambda question: True, CHOOSE) == [{"type": "move", "move": None}]
    assert answers(lambda question: 3.0, CHOOSE) == [{"type": "move", "move": None, "text": "3.0"}]


def test_a_function_of_text_is_prompted_and_its_reply_is_read() -> None:
    """It gets the prompt, after a refusal with the reason, and its reply is read as a model's."""
    prompts: list[str] = []

    def talker(prompt: str) -> str:
        prompts.append(prompt)
        return "move: 5" if len(prompts) < 3 else "no idea"

    assert takes_text(talker)
    assert not takes_text(lambda question: 1)
    refused = {**CHOOSE, "refused": "9 is no factor of 15", "show_legal": False}
    said = answers(talker, CHOOSE, refused, CHOOSE)
    assert [answer["move"] for answer in said] == [5, 5, None]
    assert said[2]["class"] == "unreadable"
    assert "Your legal moves: 3, 5, 30, 45." in prompts[0]
    assert "Your legal moves" not in prompts[1]
    assert "That was not a legal move: 9 is no factor of 15." in prompts[1]
