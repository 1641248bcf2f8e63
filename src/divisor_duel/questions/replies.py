r"""Find the move in a text reply: the last explicit answer, never a guess.

An answer is explicit if it is labelled (``move: 12``, ``My move is 12``, ``The answer is
12``, also in bold, in quotes, in brackets or as JSON with the key ``move``, ``action`` or
``answer``), marked (``\boxed{12}``, ``<answer>12</answer>``), or the whole reply. A number
mentioned elsewhere is not a move, and neither is one that belongs to another player (``their
best move: 3``). Digits may be in groups of three (``250 000 000``). A number that goes on
as a sum, a power or a list (``10^6``, ``3 or 4``) is not an answer. Text between ``<think>``
and ``</think>`` is ignored, and a thought that is never closed makes the reply unfinished.
"""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files

from divisor_duel.errors import MoveTextError
from divisor_duel.game import AnyGame, brief
from divisor_duel.questions.question import EMPTY, REFUSED, UNFINISHED, UNREADABLE, Fault

CORPUS_FILE = files("divisor_duel.questions") / "reply_corpus.jsonl"
"""Replies with their expected readings, a file of this package: each has ``move`` or ``fault``."""

_THOUGHT = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)

_LABEL = r"(?:move|answer|action)"
_QUOTES = r"""["'*_`\s]*"""
_HEAD = re.compile(
    rf"""
    (?<![^\W_])(?P<colon>{_LABEL})(?![^\W_]){_QUOTES}[:=]
    | \b(?P<verb>my\s+(?:final\s+|next\s+|best\s+)?{_LABEL}|(?:the|final)\s+(?:final\s+)?answer)\s+
      (?:is|will\ be)\b\s*[:=]?
    | \\boxed\s*\{{
    | <(?P<tag>{_LABEL})>
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The start of an explicit answer: a label, perhaps in bold or quotes, a box or a tag."""

_NOT_MINE = re.compile(
    r"""
    (?:\b(?:their|his|her|its|(?:opponents?|computer|engine|rival|white|black|player\s*[12])
       (?:['’]s)?|previous|last|first|your|legal|possible|bad|wrong|losing|illegal|example)
       (?:\s+\w+)?
    | (?:\b(?:not|never|avoid)|n['’]t)(?:\s+(?:my|the|a|to|play|playing|make|making|take))*
    | \bif\s+(?:i|we|you|they)\s+\w+)
    \s*["'*_`]*$
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What precedes a label that is not about the model's own move."""

_DECORATION = (
    r"""(?:[\s*_`$"'\[({]|\\boxed\s*\{|\\(?:text|mathbf|mathrm)\s*\{|\\\(|\\\[|<(?:b|strong)>)*"""
)
_NUMBER = r"[0-9]{1,3}(?:(?P<group>[ ,_'])[0-9]{3}(?:(?P=group)[0-9]{3})*)(?![0-9])|[0-9A-Za-z]+"
_WORD = re.compile(rf"{_DECORATION}(?P<word>{_NUMBER})(?P<rest>.*)", re.DOTALL)
_ALONE = re.compile(rf"{_DECORATION}(?P<word>{_NUMBER})[\s*_`$\"'\])}}.\\]*", re.DOTALL)

_CLOSING = r"""[*_`"'\])}$]*"""
_SCALES = "dozen|hundred|thousand|million|billion|trillion"
_MORE = re.compile(
    rf"""
    {_CLOSING}[ \t]*(?:\.|[/⁄:\-][ \t]*|,\s*)[0-9]        # 12.5, 3/4, 3:4, 3-4, 1, 2
    | [_'][0-9]                          # digits in groups that are not of three
    | [ \t]+[0-9]                        # 12 13
    | \*\*?[0-9]                         # 2*5, 2**5
    | {_CLOSING}[ \t]*(?:[\^+×·÷−]|\\(?:times|cdot|div|frac))[ \t]*[({{]*[0-9A-Za-z]
    | {_CLOSING}[ \t]*(?:[-+*/^]|x\b|mod\b)[ \t]+[0-9]
    | {_CLOSING}\s*\bor\b
    | {_CLOSING}[ \t]*(?:\b(?:and|to|times|plus|minus|squared|percent|over|{_SCALES})\b|[%!°])
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What follows a number that is only part of an answer: ``12.5``, ``1, 2``, ``2**5`` or
``3 or 4``. But for a list and an "or", it is on the same line: an explanation may follow."""

_GOES_ON = re.compile(r"[ \t]+(?!(?:as|because|since|which)\b)[0-9A-Za-z]")
"""What follows a word of letters that begins a sentence, such as ``A good choice``."""

_RAISED = re.compile("[⁰¹²³⁴-⁹]+")
_LOWERED = re.compile("[₀-₉]+")
"""Digits above and below the line, which normalisation would join to the number before."""

_REFUSAL = re.compile(
    r"^(?:i['’]?m sorry|i am sorry|sorry|i can(?:no|['’])t|i am unable|i['’]m unable|as an ai)\b",
    re.IGNORECASE,
)
"""The start of a reply that declines to answer."""


def find_move(game: AnyGame, reply: str) -> int:
    """Return the explicit move in a reply, legal or not; Fault if there is none."""
    text = _normalised(without_thoughts(reply)).strip()
    if not text:
        raise Fault(EMPTY, "the answer is empty", reply[:4000])
    word = _explicit(text)
    try:
        if word is not None:
            return game.parse_move(word)
    except MoveTextError:
        pass
    if word is None and _REFUSAL.match(text):
        raise Fault(REFUSED, f"the model declines to answer: {brief(text)}", reply[:4000])
    problem = f"expected a line such as 'move: 12', not {brief(text)}"
    raise Fault(UNREADABLE, problem, reply[:4000])


def _normalised(text: str) -> str:
    """Return text in plain letters and digits; ``10⁶`` becomes ``10^6``."""
    apart = _LOWERED.sub(r"_\g<0>", _RAISED.sub(r"^\g<0>", text))
    return unicodedata.normalize("NFKC", apart)


def _explicit(text: str) -> str | None:
    """Return the number after the last label, or the only one of the reply."""
    heads = [head for head in _HEAD.finditer(text) if _is_answer(text, head)]
    if heads:
        match = _WORD.match(text, heads[-1].end())
        if not match or _MORE.match(match["rest"]) or _starts_sentence(match):
            return None
        return _joined(match["word"])
    alone = _ALONE.fullmatch(text)
    return _joined(alone["word"]) if alone else None


def _is_answer(text: str, head: re.Match[str]) -> bool:
    """Return whether a label is about the model's own move, and a number may follow it."""
    line = text.rfind("\n", 0, head.start()) + 1
    if _NOT_MINE.search(text[line : head.start()]):
        return False
    label = head["verb"] or head["colon"]
    if label and (head["verb"] or label.lower() != "move"):
        follows = _WORD.match(text, head.end())
        return bool(follows and (follows["word"][0].isdigit() or len(follows["word"]) == 1))
    return True


def _starts_sentence(match: re.Match[str]) -> bool:
    """Return whether a word of letters starts a sentence, so it is not a digit."""
    return match["word"].isalpha() and bool(_GOES_ON.match(match["rest"]))


def _joined(word: str) -> str:
    """Return a number without the marks between groups of digits."""
    return re.sub(r"[ ,_']", "", word)


def without_thoughts(reply: str) -> str:
    """Return the text after the last thought; Fault if that thought is never closed."""
    marks = list(_THOUGHT.finditer(reply))
    if not marks:
        return reply
    if not marks[-1][1]:
        raise Fault(UNFINISHED, "the reply ends inside a thought", reply[:4000])
    return reply[marks[-1].end() :]
