r"""Find the move in a text reply: the last explicit answer, never a guess.

An answer is explicit if it is labelled (``move: 12`` or ``answer: 12``, also in bold, in
quotes, in brackets or as JSON), boxed (``\boxed{12}``), or the whole reply. A number
mentioned elsewhere is not a move. Text between ``<think>`` and ``</think>`` is ignored,
and a thought that is never closed makes the reply unfinished.
"""

from __future__ import annotations

import re

from divisor_duel.errors import MoveTextError
from divisor_duel.game import AnyGame, brief
from divisor_duel.questions.question import EMPTY, UNFINISHED, UNREADABLE, Fault

_THOUGHT = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)

_HEAD = re.compile(
    r"""\bmove\b["'*_`\s]*[:=]|\banswer\b["'*_`\s]*[:=](?=[\s*_`$"'\[({]*[0-9])|\\boxed\s*\{""",
    re.IGNORECASE,
)
"""The start of an explicit answer: the label, perhaps in bold or quotes, or a box."""

_DECORATION = r"""(?:[\s*_`$"'\[({]|\\boxed\s*\{|\\(?:text|mathbf|mathrm)\s*\{|\\\(|\\\[)*"""
_WORD = re.compile(rf"{_DECORATION}([0-9A-Za-z]+)(.*)", re.DOTALL)
_ALONE = re.compile(rf"{_DECORATION}([0-9A-Za-z]+)[\s*_`$\"'\])}}.\\]*", re.DOTALL)

_MORE = re.compile(r"""[*_`"'\])}$]*\s*(?:[.,/:-]\s*[0-9]|\b(?:or|and|to)\b)""", re.IGNORECASE)
"""What follows a number that is only part of an answer: ``12.5``, ``1, 2`` or ``3 or 4``."""


def find_move(game: AnyGame, reply: str) -> int:
    """Return the explicit move in a reply, legal or not; Fault if there is none."""
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
    """Return the word after the last label, or the only word of the reply."""
    heads = list(_HEAD.finditer(text))
    if heads:
        match = _WORD.match(text, heads[-1].end())
        return match[1] if match and not _MORE.match(match[2]) else None
    alone = _ALONE.fullmatch(text)
    return alone[1] if alone else None


def without_thoughts(reply: str) -> str:
    """Return the text after the last thought; Fault if that thought is never closed."""
    marks = list(_THOUGHT.finditer(reply))
    if not marks:
        return reply
    if not marks[-1][1]:
        raise Fault(UNFINISHED, "the reply ends inside a thought", reply[:4000])
    return reply[marks[-1].end() :]
