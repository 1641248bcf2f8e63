"""Certificates that version 0.1.0 wrote are checked, whatever kind of proof they have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.proofs.certificate import read_certificate, write_certificate
from tests.formats.written import FORMATS, run

CERTIFICATES = sorted((FORMATS / "certificates").glob("*.json"))

KINDS = {
    *("end", "tree", "answered", "strategy"),
    *("parity", "mirror", "answers", "groups", "count", "doubling", "pairs"),
    *("safe", "partners", "shape", "last", "remainders", "equal"),
}
"""Every kind of proof that version 0.1.0 knew."""


def kinds(proof: dict[str, Any]) -> set[str]:
    """The kinds of a proof and of the proofs within it."""
    inner = [kinds(branch["proof"]) for branch in proof.get("branches", [])]
    return {proof["kind"]}.union(*inner)


def test_there_is_a_certificate_of_every_kind() -> None:
    """The files have every kind of proof, in form 1, of all games and both endings."""
    data = [json.loads(path.read_text()) for path in CERTIFICATES]
    assert set().union(*(kinds(one["proof"]) for one in data)) == KINDS
    assert {one["certificate"] for one in data} == {1}
    assert {(one["game"], one["options"].get("ending", "normal")) for one in data} == {
        (game, ending)
        for game in ("divider", "ladder", "countdown", "chain", "digits", "sum")
        for ending in ("normal", "misere")
    }
    assert sum("position" in one for one in data) == 2


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.stem)
def test_a_certificate_holds_and_its_opposite_does_not(path: Path, tmp_path: Path) -> None:
    """`duel check` accepts the file, and refuses it with the other player as the winner."""
    data = json.loads(path.read_text())
    assert f"It holds: Player {data['winner']} wins" in run("check", str(path))
    false = tmp_path / "false.json"
    false.write_text(json.dumps(data | {"winner": 3 - data["winner"]}))
    run("check", str(false), code=1)


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.stem)
def test_a_certificate_that_is_read_is_written_as_it_was(path: Path) -> None:
    """Reading a file and writing it again changes no byte."""
    text = path.read_text()
    assert write_certificate(read_certificate(text)) == text


CHANGES: dict[str, tuple[tuple[str | int, ...], int]] = {
    "chain-pairs": (("pairs", 0, 0), 1),
    "countdown-parity": (("move",), 1),
    "digits-partners": (("pairs", 0, 0), 1),
    "divider-mirror": (("move",), 1),
    "divider-answers": (("move",), 1),
    "ladder-count": (("move",), 1),
    "sum-equal": (("move",), 1),
}
"""A number in some proofs, by its place, and what is added to it."""


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_number_is_refused(name: str, tmp_path: Path) -> None:
    """A proof in which one number is another does not hold."""
    data = json.loads((FORMATS / "certificates" / f"{name}.json").read_text())
    (*places, last), more = CHANGES[name]
    part = data["proof"]
    for place in places:
        part = part[place]
    part[last] += more
    false = tmp_path / "false.json"
    false.write_text(json.dumps(data))
    run("check", str(false), code=1)


def test_a_certificate_is_written_as_before(tmp_path: Path) -> None:
    """`duel prove` writes the same file again but for the proof, which may be a simpler one."""
    old = FORMATS / "certificates" / "position-pairs.json"
    new = tmp_path / "new.json"
    position = ("--position", "last=6 pool=2-4,9", "--first", "2")
    run("prove", "chain", *position, "-o", str(new))
    before, after = (json.loads(path.read_text()) for path in (old, new))
    assert list(before) == list(after)
    assert {**after, "proof": before["proof"]} == before
    run("check", str(new))
