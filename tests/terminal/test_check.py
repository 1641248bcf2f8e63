"""`duel prove` and `duel check`: what they write, say and end with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.terminal.parser import build_parser
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
    """With - both use the standard streams, and what is no certificate ends with code 2."""
    written = duel("prove", "digits", "--target", "12", "--first", "2", "-o", "-").stdout
    assert json.loads(written)["winner"] == 2
    assert duel("check", "-", typed=written).stdout.startswith("It holds: Player 2 wins")
    refused = duel("check", "-", typed="hello")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "duel: this is not a certificate: it is not a JSON object\n"


def test_a_file_that_cannot_be_written_is_told_before_the_work() -> None:
    """No time is spent on a certificate that would have no place."""
    with pytest.raises(DuelError, match="there is no such folder"):
        run("prove", "divider", "--high", "1000", "-o", "/no/such/folder/proof.json")


def test_how_much_is_gone_through_can_be_said(duel: Run) -> None:
    """`--positions` is the checker's limit, for making a certificate and for checking one."""
    refused = duel("prove", "divider", "--high", "36", "-o", "-", "--positions", "10")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "duel: a reason is known, but to check it takes more positions than are gone through; "
        "more --positions may do it, or a smaller set-up\n"
    )
    written = duel("prove", "divider", "--high", "36", "-o", "-", "--positions", "100000").stdout
    held = duel("check", "-", "--positions", "100000", typed=written)
    assert held.stdout.startswith("It holds: Player 1 wins Divider Duel (numbers 2 to 36).\n")
    refused = duel("check", "-", "--positions", "10", typed=written)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "duel: that takes more than 10 positions; more --positions may do it, or a smaller set-up\n"
    )
    wrong = duel("check", "-", "--positions", "none", typed=written)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert (
        wrong.stderr
        == "duel: positions must be a whole number from 1 to 1000000000000, not 'none'\n"
    )
