"""Replies in words: the last explicit answer counts, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES
from divisor_duel.arena import Question
from divisor_duel.questions.question import Fault
from divisor_duel.questions.replies import read_reply

CHAIN = GAMES["chain"]()
QUESTION = Question(CHAIN, CHAIN.play(CHAIN.start(), 15), (15,), 5.0, 1)


@pytest.mark.parametrize(
    "reply",
    [
        "[5]",
        '"5"',
        "\\boxed{5}",
        "$\\boxed{5}$",
        "So \\(\\boxed{\\text{5}}\\).",
        '{"move": 5}',
        '{"move": "5", "why": "because 3 loses"}',
        '```json\n{"reason": "x", "move": 5}\n```',
        "move: [5]",
        "**move:** `5`",
        "Move: **5** (it wins)",
        "move: 3\n\nWait, better:\n\\boxed{5}",
        "\\boxed{3}\nmove: 5",
        "Final answer: **[5]**",
        "move: 5\n\nThat is my answer: the other one loses.",
        "<think>move: 3 or 45</think>\nmove: 5",
        "move: 3</think>5",
        "<think>a</think><think>move: 3</think> 5",
    ],
)
def test_decorated_answers_are_read(reply: str) -> None:
    """Brackets, quotes, boxes, JSON and thoughts before the answer hide nothing."""
    assert read_reply(QUESTION, reply) == 5


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("move: 5 or 3", "unreadable"),
        ("move: 5, 3", "unreadable"),
        ("move: [5, 3]", "unreadable"),
        ("move: 5.5", "unreadable"),
        ("move: 3\nmove: -5", "unreadable"),
        ("\\boxed{5, 3}", "unreadable"),
        ("answer: 5 or 3", "unreadable"),
        ("I take 5", "unreadable"),
        ("move: N", "unreadable"),
        ("move:", "unreadable"),
        ("<think>move: 5", "unfinished"),
        ("move: 5\n<think>or 3", "unfinished"),
        ("<think>5</think>", "empty"),
        (" \n", "empty"),
    ],
)
def test_half_answers_and_open_thoughts_are_none(reply: str, kind: str) -> None:
    """What names two moves, none, or stands in a thought that never ended is classed as that."""
    with pytest.raises(Fault) as caught:
        read_reply(QUESTION, reply)
    assert caught.value.kind == kind


@given(st.text())
def test_any_text_is_a_move_or_a_fault(reply: str) -> None:
    """Whatever a model says, it is a whole number that is in the reply, or a fault."""
    try:
        move = read_reply(QUESTION, reply)
    except Fault:
        return
    assert str(move) in reply or reply.strip(" *_`$\"'[](){}.\\\n\t").lstrip("0") == str(move)
