r"""Replies in words, read as they are written: the last explicit answer, and nothing guessed.

An answer is explicit if it is named (``move: 12`` or ``answer: 12``, also in bold, in quotes,
in brackets or as JSON), boxed (``\boxed{12}``), or the whole reply. A number in
passing is not a move. What a model thinks aloud between ``<think>`` and
``</think>`` is no answer, and a thought that never ends hides all answers.
"""

from __future__ import annotations

import re
from typing import Any

from divisor_duel.errors import MoveTextError
from divisor_duel.game import Game, brief
from divisor_duel.words.question import EMPTY, UNFINISHED, UNREADABLE, Fault, Question

_THOUGHT = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)

_HEAD = re.compile(
    r"""\bmove\b["'*_`\s]*[:=]|\banswer\b["'*_`\s]*[:=](?=[\s*_`$"'\[({]*[0-9])|\\boxed\s*\{""",
    re.IGNORECASE,
)
"""What an explicit answer begins with: the word, perhaps in bold or quotes, or a box."""

_DECORATION = r"""(?:[\s*_`$"'\[({]|\\boxed\s*\{|\\(?:text|mathbf|mathrm)\s*\{|\\\(|\\\[)*"""
_WORD = re.compile(rf"{_DECORATION}([0-9A-Za-z]+)(.*)", re.DOTALL)
_ALONE = re.compile(rf"{_DECORATION}([0-9A-Za-z]+)[\s*_`$\"'\])}}.\\]*", re.DOTALL)

_MORE = re.compile(r"""[*_`"'\])}$]*\s*(?:[.,/:-]\s*[0-9]|\b(?:or|and|to)\b)""", re.IGNORECASE)
"""What makes a number only half of an answer: ``12.5``, ``1, 2`` or ``3 or 4``."""


def read_reply(question: Question, reply: str) -> int:
    """The move that a reply names on purpose; a fault if it names none."""
    return move_named(question.game, reply)


def move_named(game: Game[Any], reply: str) -> int:
    """The same, in whatever position."""
    text = without_thoughts(reply).strip()
    if not text:
        raise Fault(EMPTY, "the answer is empty", reply[:4000])
    word = _explicit(text)
    try:
        if word is not None:
            return game.parse_move(word)
    except MoveTextError:
        pass
    problem = f"expected a line such as 'move: 12', not {brief(text)}"
    raise Fault(UNREADABLE, problem, reply[:4000])


def _explicit(text: str) -> str | None:
    """The word that stands where an answer is named."""
    heads = list(_HEAD.finditer(text))
    if heads:
        found = _WORD.match(text, heads[-1].end())
        return found[1] if found and not _MORE.match(found[2]) else None
    alone = _ALONE.fullmatch(text)
    return alone[1] if alone else None


def without_thoughts(reply: str) -> str:
    """What is said after the last thought; a fault if the last thought has no end."""
    marks = list(_THOUGHT.finditer(reply))
    if not marks:
        return reply
    if not marks[-1][1]:
        raise Fault(UNFINISHED, "the reply ends inside a thought", reply[:4000])
    return reply[marks[-1].end() :]
