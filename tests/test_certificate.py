"""Certificates as files: what is written is read again, and what is none is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.certificate import read_certificate, write_certificate
from divisor_duel.check import check
from divisor_duel.prove import prove

GOOD: dict[str, Any] = json.loads(write_certificate(prove(GAMES["divider"](high=4))))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"certificate": 2}, "expected `int` <= 1, at certificate"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 3}, "expected `str`, got `int`, at game"),
        ({"options": []}, "expected `object`, got `array`, at options"),
        ({"options": {"high": "4"}}, "high must be a whole number"),
        ({"options": {"wide": 4}}, "divider has no option 'wide'"),
        ({"first": True}, "expected `int`, got `bool`, at first"),
        ({"winner": 3}, "expected `int` <= 2, at winner"),
        ({"moves": "3"}, "expected `array`, got `str`, at moves"),
        ({"moves": [True]}, "expected `int`, got `bool`, at moves[0]"),
        ({"moves": [3, 3]}, "this is not a certificate: 3 is not on the list"),
        ({"moves": [3, 2, 4, 5]}, "it has more moves than any game lasts"),
        ({"position": 3}, "expected `str`, got `int`, at position"),
        ({"position": ""}, "expected `str` of length >= 1, at position"),
        ({"position": "pool=3"}, "a position of divider is written left=..."),
        ({"position": "left=3", "moves": [2]}, "this is not a certificate: 2 is not on the list"),
        ({"more": 1}, "object contains unknown field `more`"),
        ({"proof": {}}, "a proof is an object with a kind"),
        ({"proof": {"kind": "strategy"}}, "object missing required field `replies`"),
        (
            {"proof": {"kind": ["strategy"], "replies": {}}},
            "kind must be one of strategy, end, tree, ",
        ),
        ({"proof": {"kind": "faith", "replies": {}}}, "answers, groups, not 'faith'"),
        ({"proof": {"kind": "strategy", "replies": {"x": "y"}}}, "expected `int`, got `str`"),
    ],
)
def test_what_is_no_certificate_is_one_sentence(changed: dict[str, Any], words: str) -> None:
    """A file that does not have the form of a certificate is refused in one sentence."""
    with pytest.raises(DuelError) as caught:
        read_certificate(json.dumps(GOOD | changed))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


BROKEN = {
    "nothing": "",
    "a word": "hello",
    "a list": "[]",
    "a number": "3",
    "deep": "[" * 100_000,
    "long": "9" * 9999,
    "cut off": '{"moves": []',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_texts_that_are_no_objects_are_refused(text: str) -> None:
    """Text that is no JSON object is no certificate."""
    with pytest.raises(DuelError, match="this is not a certificate: it is not a JSON object"):
        read_certificate(text)


SET_UP = {
    "chain": ("last=6 pool=2-4,9", (2,)),
    "ladder": ("one=4 two=6 pool=8,12,16,18", ()),
    "countdown": ("number=36", (4,)),
    "digits": ("number=31 left=2,4-6", ()),
    "divider": ("left=4,6,8,9", (6,)),
}


@pytest.mark.parametrize("name", SET_UP)
@pytest.mark.parametrize("strategy", [False, True])
def test_positions_set_up_by_hand_have_certificates(name: str, strategy: bool) -> None:
    """A position that no moves lead to, and moves from there, are proved, written and checked."""
    start, moves = SET_UP[name]
    made = prove(GAMES[name](), moves, Player.TWO, start=start, strategy=strategy)
    again = read_certificate(write_certificate(made))
    assert again == made
    assert again.start == start
    assert check(again) == check(made)
