"""`duel prove`: certificates and their limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.proofs.budget import Limits
from divisor_duel.terminal.cli import prove
from tests.terminal.cli.test_check import run


def test_a_file_that_cannot_be_written_is_refused_first() -> None:
    """No time is spent on a certificate that could not be written."""
    with pytest.raises(DuelError, match="there is no such folder"):
        run("prove", "divider", "--high", "1000", "-o", "/no/such/folder/proof.json")


def test_a_search_that_takes_too_long_ends_with_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`prove` says that time ran out and which flag gives more, after what would help."""
    monkeypatch.setattr(prove, "advice", lambda game: "buy a computer")
    assert run("prove", "divider", "--high", "100", "--seconds", "0.001", "-o", "-") == 3
    assert capsys.readouterr().err.endswith(
        "Tip: buy a computer\n"
        "duel: not finished: finding a proof takes more than 0.001 seconds; "
        "give more with --seconds\n"
    )


def test_a_strategy_has_limits_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without flags a strategy is made within its usual limits, with flags within those given."""
    command = ["prove", "divider", "--high", "9", "--strategy", "-o", "-"]
    monkeypatch.setattr("divisor_duel.proofs.prover.STRATEGY_LIMITS", Limits(positions=3))
    assert run(*command) == 3
    assert run(*command, "--positions", "100") == 0


def test_a_sum_is_proved_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The certificate of a sum of two games holds."""
    path = str(tmp_path / "sum.json")
    assert run("prove", "sum", "-o", path) == 0
    assert run("check", path) == 0
    assert "It holds: Player 1 wins Sum of two games" in capsys.readouterr().out
