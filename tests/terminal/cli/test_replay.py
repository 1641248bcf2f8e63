"""`duel replay`: a record, all at once or move by move."""

from __future__ import annotations

from pathlib import Path

import pexpect

from tests.conftest import Run
from tests.play.test_record import SAMPLE
from tests.terminal.conftest import Open


def test_replay_shows_every_move(duel: Run, tmp_path: Path) -> None:
    """A record from a file or from standard input is shown as it was played."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE)
    out = duel("replay", str(file)).stdout
    assert "Ann's Turn\nCurrent Number: 60" in out
    assert "Enter your chosen divisor: 15\nNew Current Number is 45" in out
    assert out.endswith("Computer wins the game!\n" + "-" * 40 + "\n")
    assert duel("replay", "-", typed=SAMPLE).stdout == out


def test_replay_names_the_damaged_line(duel: Run, tmp_path: Path) -> None:
    """A damaged file is refused with its name and the line."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE.replace("1. 15", "1. 16"))
    done = duel("replay", str(file))
    assert done.returncode == 2
    assert f"{file}, line 11: move 1 (16) is not legal" in done.stderr


def test_an_unfinished_record_says_so(duel: Run) -> None:
    """Replaying a game that was not over ends with that sentence."""
    text = '[Game "chain"]\n[Result "*"]\n1. 15 5\n*\n'
    assert duel("replay", "-", typed=text).stdout.endswith("before the end of the game.\n")


def test_replay_steps_forward_and_back(terminal: Open, tmp_path: Path) -> None:
    """Enter, b and numbers move through a record, and q leaves it."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE)
    child = terminal("replay", str(file))
    child.expect("Move 0 of 8.*: ")
    child.sendline("")
    child.expect("New Current Number is 45")
    child.expect("Move 1 of 8.*: ")
    child.sendline("b")
    child.expect("Move 0 of 8.*: ")
    child.sendline("8")
    child.expect("Computer wins the game!")
    child.expect("Move 8 of 8.*: ")
    child.sendline("nine")
    child.expect("number from 0 to 8")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
