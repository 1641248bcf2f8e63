"""Replies in words: the last explicit answer counts, and nothing is guessed."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES
from divisor_duel.questions.question import Fault
from divisor_duel.questions.replies import CORPUS_FILE, find_move

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


CORPUS = [json.loads(line) for line in CORPUS_FILE.read_text().splitlines()]


@pytest.mark.parametrize("game", ["chain", "countdown", "digits"])
def test_the_corpus_is_read_as_expected(game: str) -> None:
    """Every reply of the corpus has the reading that a person gave it."""
    rows = [row for row in CORPUS if row["game"] == game]
    played = GAMES[game](**rows[0]["options"])
    readings: dict[str, int | str] = {}
    for row in rows:
        try:
            readings[row["reply"]] = find_move(played, row["reply"])
        except Fault as fault:
            readings[fault.reply] = fault.kind
    assert readings == {row["reply"]: row.get("move", row.get("fault")) for row in rows}


def test_the_corpus_is_large_and_varied() -> None:
    """It has 500 replies or more, of every kind that the reader tells apart."""
    assert len({(row["game"], row["reply"]) for row in CORPUS}) == len(CORPUS) >= 500
    kinds = Counter(row.get("fault", "move") for row in CORPUS)
    assert kinds.keys() == {"move", "empty", "refused", "unfinished", "unreadable"}
    assert all(count >= 5 for count in kinds.values())


@given(st.text())
def test_any_text_is_a_move_or_a_fault(reply: str) -> None:
    """Whatever a model says, it is a whole number that is in the reply, or a fault."""
    try:
        move = find_move(CHAIN, reply)
    except Fault:
        return
    digits = re.sub(r"[ ,_']", "", unicodedata.normalize("NFKC", reply))
    assert str(move) in digits or digits.strip('*`$"[](){}.\\\n\t').lstrip("0") == str(move)
