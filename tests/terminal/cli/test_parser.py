"""The command line: subcommands, their help, and what wrong arguments get."""

from __future__ import annotations

import re

import pytest

from divisor_duel import GAMES
from divisor_duel.terminal.cli.parser import SUBCOMMANDS
from tests.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("play digits --target 1", "target must be a whole number from 2"),
        ("play ladder --high 1", "high must be a whole number from 2"),
        ("play chain --low 9 --high 4", "low must not be above high, but 9 is above 4"),
        ("play chain --high -5", "high must be a whole number"),
        ("play chain --high ٥", "high must be a whole number"),
        ("play chain --high " + "9" * 10000, "high must be a whole number"),
        ("play chain --high 1e3", "high must be"),
        ("play chain --opening odd", "opening must be 'any' or 'even', not 'odd'"),
        ("play chain --preset unfair", "preset must be fair or book"),
        ("play chain --first 3", "first must be 1, 2 or random, not '3'"),
        ("play chain --rounds 0", "rounds must be a whole number from 1"),
        ("play chain --seed x", "seed must be a whole number"),
        ("play chain --name1 \x07", "name1 must be 1 to 40 printable characters"),
        ("play poker", "invalid choice: 'poker'"),
        ("rules chian", "invalid choice: 'chian'; did you mean chain? Try: duel rules --help"),
        ("replai", "did you mean replay?"),
        ("frobnicate", "invalid choice: 'frobnicate'"),
        ("play chain --frob", "unrecognized arguments: '--frob'. Try: duel play chain --help"),
        ("play chain --hihg 20", "did you mean --high? Try: duel play chain --help"),
        ("rules poker", "invalid choice: 'poker'"),
        ("replay /no/such/file", "cannot read '/no/such/file': No such file or directory"),
        ("replay /", "cannot read '/': it is a folder"),
    ],
)
def test_wrong_arguments_get_one_sentence_and_exit_code_2(
    arguments: str, words: str, duel: Run
) -> None:
    """What is wrong is said in one line on standard error, and nothing else happens."""
    done = duel(*arguments.split(" "))
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_help_is_everywhere_and_shows_examples(duel: Run) -> None:
    """Every command explains itself with at least one example."""
    commands = [[], *([name] for name in SUBCOMMANDS), *(["play", game] for game in GAMES)]
    for command in commands:
        done = duel(*command, "--help")
        assert done.returncode == 0
        assert re.search(r"examples?:\n  .*duel", done.stdout), command
