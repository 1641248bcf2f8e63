"""Replies in words: the last explicit answer counts, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES
from divisor_duel.questions.question import Fault
from divisor_duel.questions.replies import find_move

CHAIN = GAMES["chain"]()


@pytest.mark.parametrize(
    "reply",
    [
        "move: 5",
        "5",
        " 5.\n",
        "**Move: 5**",
        "move: 3? No.\nMove = 5",
        "`move: 5`",
        "MOVE:5",
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
    assert find_move(CHAIN, reply) == 5


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("I remove: it", "unreadable"),
        ("5 or 3", "unreadable"),
        ("move: five", "unreadable"),
        ("the move is 5", "unreadable"),
        ("5 5", "unreadable"),
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
        find_move(CHAIN, reply)
    assert caught.value.kind == kind


@given(st.text())
def test_any_text_is_a_move_or_a_fault(reply: str) -> None:
    """Whatever a model says, it is a whole number that is in the reply, or a fault."""
    try:
        move = find_move(CHAIN, reply)
    except Fault:
        return
    assert str(move) in reply or reply.strip(" *_`$\"'[](){}.\\\n\t").lstrip("0") == str(move)
