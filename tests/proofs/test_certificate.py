"""Certificates as files: what is written is read again, and what is none is refused."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.proof import Strategy
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.certificate import LARGEST_FILE, read_certificate, write_certificate
from divisor_duel.proofs.checker import check
from divisor_duel.proofs.prover import prove

GOOD: dict[str, Any] = json.loads(write_certificate(prove(GAMES["divider"](high=4))))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"certificate": 2}, "expected `int` <= 1, at certificate"),
        ({"game": "chess"}, "unknown game 'chess'"),
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
    """Text that is not a JSON object is not a certificate."""
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


WRITTEN = Path(__file__).parents[1] / "data" / "certificates.jsonl"
"""Certificates of every kind, as the first release to have them wrote them."""


@pytest.mark.parametrize("text", WRITTEN.read_text().splitlines())
def test_certificates_that_were_written_before_still_hold(text: str) -> None:
    """Each is read, holds, and is written as the same object again."""
    certificate = read_certificate(text)
    assert check(certificate).positions > 0
    assert json.loads(write_certificate(certificate)) == json.loads(text)


@pytest.mark.parametrize("text", WRITTEN.read_text().splitlines())
def test_their_claims_do_not_hold_for_the_other_player(text: str) -> None:
    """With the winner exchanged, and any first move, each of them is refused."""
    certificate = read_certificate(text)
    game, position = certificate.game, certificate.position
    for move in (0, *game.legal_moves(position)[:20]):
        proof = certificate.proof
        tried = proof if isinstance(proof, Strategy) else proof.with_move(move)
        false = replace(certificate, winner=certificate.winner.other, proof=tried)
        with pytest.raises(CertificateError):
            check(false)


def test_a_field_that_is_written_twice_is_refused() -> None:
    """Readers could disagree which of the two counts."""
    text = json.dumps(GOOD).replace('"move": ', '"move": 2, "move": ', 1)
    with pytest.raises(DuelError, match="this is not a certificate: it has 'move' twice"):
        read_certificate(text)


def test_the_size_of_certificates_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is too large is not read, and none is written that would not be read."""
    made = prove(GAMES["divider"](high=9), strategy=True)
    text = write_certificate(made)
    monkeypatch.setattr("divisor_duel.proofs.certificate.LARGEST_FILE", len(text))
    assert read_certificate(write_certificate(made)) == made
    monkeypatch.setattr("divisor_duel.proofs.certificate.LARGEST_FILE", len(text) - 1)
    with pytest.raises(DuelError, match=f"it is larger than {len(text) - 1} bytes"):
        read_certificate(text)
    with pytest.raises(DuelError, match=f"the certificate has {len(text)} bytes; the limit is"):
        write_certificate(made)


def test_replaying_the_moves_is_counted_in_the_budget() -> None:
    """Each move is counted when a certificate is read, and again when it is checked."""
    text = json.dumps(GOOD | {"moves": [4, 2], "winner": 1, "proof": {"kind": "end", "move": 3}})
    budget = CheckBudget()
    certificate = read_certificate(text, budget)
    assert budget.visited == 3
    assert check(certificate, budget).positions == 7
    with pytest.raises(OverBudgetError, match="more than 2 positions"):
        read_certificate(text, CheckBudget(Limits(positions=2)))


SHORT = """{
 "certificate": 1,
 "game": "divider",
 "options": {
  "low": 2,
  "high": 2
 },
 "first": 2,
 "moves": [],
 "winner": 2,
 "proof": {
  "kind": "end",
  "move": 2
 }
}
"""


def test_a_certificate_is_written_line_by_line() -> None:
    """The text is JSON with one number to a line, and a certificate cannot be changed."""
    made = prove(GAMES["divider"](high=2), (), Player.TWO)
    assert write_certificate(made) == SHORT
    with pytest.raises(FrozenInstanceError):
        made.winner = Player.ONE  # type: ignore[misc]


@pytest.mark.parametrize("player", [0, 3, -1])
@pytest.mark.parametrize("field", ["first", "winner"])
def test_there_are_two_players(field: str, player: int) -> None:
    """The player who began and the winner are 1 or 2."""
    with pytest.raises(DuelError, match=f"at {field}$"):
        read_certificate(json.dumps(GOOD | {field: player}))


def test_files_of_16_megabytes_are_read() -> None:
    """The limit is 16 million bytes, enough for 200,000 replies."""
    assert LARGEST_FILE == 16_000_000


VERDICTS = WRITTEN.with_name("verdicts.jsonl")
"""What was checked of each of them, and the theorems that it rests on."""


def test_what_is_checked_of_each_kind_stays_the_same() -> None:
    """The sentence, its count and the theorems of every kind of proof are those of the file."""
    texts, verdicts = WRITTEN.read_text().splitlines(), VERDICTS.read_text().splitlines()
    for text, verdict in zip(texts, verdicts, strict=True):
        found = check(read_certificate(text))
        assert {"what": found.what, "theorems": [*found.theorems]} == json.loads(verdict)
