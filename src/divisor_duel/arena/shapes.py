"""The shape of the rows in the folders of tournaments and benches.

Readers skip a row that does not fit: it is damaged, or another person made it up.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.review import Mark

Shape = Any
"""A type; None; a list for items of one shape; a dictionary of fields, of which those that end
in ``?`` may be missing; or a tuple of shapes, one of which must fit."""

SEAT = {1, 2}
"""A set stands for one of its members."""

_NUMBER = (int, float)

_EXCHANGE = {
    "class": str,
    "player?": SEAT,
    "ply?": int,
    "reply?": str,
    "cost?": (None, *_NUMBER),
    "tokens?": (None, dict),
}

_MOVE = {"player": SEAT, "ply": int}

_DECISION = (
    _MOVE | {"mark": {str(mark) for mark in Mark} - {str(Mark.MISTAKE)}},
    _MOVE | {"mark": {str(Mark.MISTAKE)}, "remoteness": (None, int), "better": [int]},
)

_TROUBLE = {
    "key": str,
    "players": [str],
    "trouble": {"player": str, "detail": str},
    "exchanges": [_EXCHANGE],
    "cost_before?": _NUMBER,
}

GAME_ROW = (
    _TROUBLE,
    {
        "key": str,
        "setup": str,
        "game": str,
        "options": dict,
        "round": int,
        "players": [str],
        "first": SEAT,
        "opening": int,
        "played": [int],
        "winner": SEAT,
        "reason": str,
        "forfeit": (None, {"player": SEAT}),
        "faults": [{"player": SEAT, "kind": str, "detail": str}],
        "start": {"value": str},
        "decisions": [_DECISION],
        "exchanges": [_EXCHANGE | {"player": SEAT}],
        "seconds": [_NUMBER],
        "cost_before?": _NUMBER,
    },
)
"""A game of a tournament, or why it was not played."""

ANSWER_ROW = (
    _TROUBLE,
    {
        "key": str,
        "item": str,
        "players": [str],
        "move": (None, int),
        "faults": [{"kind": str, "detail": str}],
        "exchanges": [_EXCHANGE],
    },
)
"""An answer in a bench, or why the question was not asked."""


def fits(value: Any, shape: Shape) -> bool:
    """Return whether a JSON value has a shape; more fields than it names may be there."""
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, set):
        return type(value) in (int, str) and value in shape
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            fits(value[name.rstrip("?")], inner)
            if name.rstrip("?") in value
            else name.endswith("?")
            for name, inner in shape.items()
        )
    return value is None if shape is None else type(value) is shape
