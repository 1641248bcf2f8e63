"""The limits of a check: their flags, and what is said at a limit."""

from __future__ import annotations

import pytest

from tests.conftest import Run
from tests.terminal.cli.test_check import text_of


def test_limits_are_given_by_flags(duel: Run) -> None:
    """`--positions` limits making and checking a certificate; at the limit both end with 3."""
    stopped = duel("prove", "divider", "--high", "36", "-o", "-", "--positions", "10")
    assert (stopped.returncode, stopped.stdout) == (3, "")
    assert stopped.stderr == (
        "duel: not finished: a proof is known, but checking it takes more than 10 positions; "
        "raise the limit with --positions\n"
    )
    written = duel("prove", "divider", "--high", "36", "-o", "-", "--positions", "100000").stdout
    held = duel("check", "-", "--positions", "100000", typed=written)
    assert held.stdout.startswith("It holds: Player 1 wins Divider Duel (numbers 2 to 36).\n")
    stopped = duel("check", "-", "--positions", "10", typed=written)
    assert (stopped.returncode, stopped.stdout) == (3, "")
    assert stopped.stderr == (
        "duel: not finished: checking this takes more than 10 positions; "
        "raise the limit with --positions\n"
    )


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("--positions", "positions must be a whole number from 1 to 1000000000000, not 'none'"),
        ("--megabytes", "megabytes must be a whole number from 1 to 1000000, not 'none'"),
        ("--seconds", "seconds must be a time such as 0.5, not 'none'"),
    ],
)
def test_limits_are_numbers(duel: Run, flag: str, words: str) -> None:
    """Another word is refused with what it may be."""
    wrong = duel("check", "-", flag, "none", typed="{}")
    assert (wrong.returncode, wrong.stdout, wrong.stderr) == (2, "", f"duel: {words}\n")


LARGEST = {"high": 100_000}


@pytest.mark.parametrize(
    ("flag", "text"),
    [
        ("--seconds", text_of("ladder", LARGEST, {"kind": "doubling"})),
        ("--positions", text_of("ladder", LARGEST, {"kind": "doubling"})),
        ("--megabytes", text_of("divider", LARGEST, {"kind": "answered", "answers": [[2, 3]]})),
    ],
)
def test_what_ran_out_is_named_with_its_flag(duel: Run, flag: str, text: str) -> None:
    """Each of the three limits ends the command with 3 and one sentence, and never refutes."""
    stopped = duel("check", "-", flag, "1", typed=text)
    assert (stopped.returncode, stopped.stdout) == (3, "")
    what = flag.removeprefix("--")
    assert stopped.stderr == (
        f"duel: not finished: checking this takes more than 1 {what}; raise the limit with {flag}\n"
    )
