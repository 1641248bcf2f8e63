"""`duel check`: what it says about a certificate, and its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.files import FileLimit, read_named
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.terminal.cli.parser import build_parser
from tests.conftest import Run


def run(*arguments: str) -> int:
    """A command in this process."""
    parsed = build_parser(arguments[0]).parse_args(arguments)
    code: int = parsed.run(parsed)
    return code


def test_a_certificate_is_written_and_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`prove` says who wins and where it is written, `check` that it holds and for what."""
    file = str(tmp_path / "proof.json")
    assert run("prove", "divider", "--moves", "5 3", "-o", file) == 0
    assert capsys.readouterr().out == f"Player 1 wins. Written: {file} (parity)\n"
    assert run("check", file) == 0
    assert capsys.readouterr().out == (
        "It holds: Player 1 wins Divider Duel (numbers 2 to 9), after 5 3.\n"
        "Numbers that divide no other: 2\n"
        "Checked by the rules alone.\n"
    )


def test_a_tampered_certificate_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A certificate that does not hold is refused in one sentence that says where."""
    file = tmp_path / "proof.json"
    run("prove", "divider", "--moves", "5 3", "-o", str(file), "--strategy")
    capsys.readouterr()
    data = json.loads(file.read_text())
    data["proof"]["replies"]["Player 1 to move; on the list: 2, 4, 7-8"] = 6
    file.write_text(json.dumps(data))
    assert run("check", str(file)) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("duel: the certificate fails at once: 6 is not on the list; choose")


def test_they_work_in_a_pipe(duel: Run) -> None:
    """With - both use the standard streams, and other text ends with exit code 2."""
    written = duel("prove", "digits", "--target", "12", "--first", "2", "-o", "-").stdout
    assert json.loads(written)["winner"] == 2
    assert duel("check", "-", typed=written).stdout.startswith("It holds: Player 2 wins")
    refused = duel("check", "-", typed="hello")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "duel: this is not a certificate: it is not a JSON object\n"


def test_waiting_for_a_certificate_takes_no_time_of_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the check starts when the file has been read, as from a slow pipe."""
    file, events = tmp_path / "proof.json", list[str]()
    file.write_text(text_of("countdown", {"start": 9}, {"kind": "parity"}))

    def read(name: str, limit: FileLimit) -> str:
        events.append("read")
        return read_named(name, limit)

    def budget(limits: Limits | None) -> CheckBudget:
        events.append("start")
        return CheckBudget(limits)

    monkeypatch.setattr("divisor_duel.terminal.cli.check.read_named", read)
    monkeypatch.setattr("divisor_duel.terminal.cli.check.CheckBudget", budget)
    assert run("check", str(file)) == 0
    assert events == ["read", "start"]


def text_of(name: str, options: dict[str, Any], proof: dict[str, Any], **more: Any) -> str:
    """A certificate that claims a win for Player 2 from the start."""
    claim = {"certificate": 1, "game": name, "options": options, "first": 1, "moves": []}
    return json.dumps(claim | {"winner": 2, "proof": {"move": 0} | proof} | more)


MISERE = {"target": 12, "ending": "misere"}


GROUPS = [[[*range(2, 10)], 5], [[], -1], [[], -6]]
SUM = {"one": "divider:high=9", "two": "countdown:start=60"}
MALFORMED = {
    "negative nim-values": text_of("divider", {}, {"kind": "groups", "groups": GROUPS}),
    "no nim-value": text_of("sum", SUM, {"kind": "equal"}),
    "a negative answer": text_of("digits", MISERE, {"kind": "remainders", "answers": [[1, -3]]}),
    "a rest without kind": text_of(
        "divider", {}, {"kind": "mirror", "steps": [[[5, 7]]], "rest": {"move": 0}}
    ),
    "a rest without branches": text_of(
        "divider",
        {},
        {"kind": "mirror", "steps": [[[5, 7]]], "rest": {"kind": "tree", "move": 0}},
    ),
    "no branches": text_of("divider", {}, {"kind": "tree"}),
    "version true": text_of("divider", {}, {"kind": "parity"}, certificate=True),
    "version 1.0": text_of("divider", {}, {"kind": "parity"}, certificate=1.0),
    "not a number": text_of("divider", {"high": float("nan")}, {"kind": "parity"}),
    "a huge number": text_of("divider", {}, {"kind": "parity", "move": 10**4000}),
    "a huge option": text_of("divider", {"high": 10**4000}, {"kind": "parity"}),
    "a field twice": text_of("divider", {}, {"kind": "parity"}).replace("{", '{"first": 2, ', 1),
    "nested lists": "[" * 1_000_000,
    "nested objects": '{"a":' * 1_000_000,
    "not UTF-8": text_of("divider", {}, {"kind": "parity"}).encode().replace(b"ivid", b"iv\xff"),
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed_ends_with_2(duel: Run, text: str | bytes) -> None:
    """A text that is not a certificate is refused in one sentence, without a traceback."""
    refused = duel("check", "-", typed=text)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert re.fullmatch(r"duel: .+\n", refused.stderr)
    assert len(refused.stderr) < 200


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs an endless file")
def test_a_file_without_end_is_not_read(duel: Run) -> None:
    """Only regular files are read, so a device that never ends cannot fill the memory."""
    refused = duel("check", "/dev/zero")
    assert (refused.returncode, refused.stdout) == (2, "")
    problem = "it is a pipe, device or socket, not a regular file"
    assert refused.stderr == f"duel: cannot read '/dev/zero': {problem}\n"


def test_what_a_verdict_rests_on_is_said(duel: Run) -> None:
    """The last line names the theorem relied on, or says that only rules were used."""
    for start, told in (
        (999, "Checked by the rules alone."),
        (1001, "Checked by the rules and theorem 1 of docs/theory/countdown.md."),
    ):
        held = duel("check", "-", typed=text_of("countdown", {"start": start}, {"kind": "parity"}))
        assert held.returncode == 0
        assert held.stdout.splitlines()[-1] == told


def test_the_help_tells_limits_and_exit_codes(duel: Run) -> None:
    """`duel check --help` has the three flags with their defaults, and all exit codes."""
    told = " ".join(duel("check", "--help").stdout.split())
    for words in ("default 10000000", "default 300", "default 1000", "3 if a limit was reached"):
        assert words in told
