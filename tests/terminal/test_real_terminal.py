"""A real terminal: colours, boards, line editing, Ctrl-C and resume."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pexpect
import pytest

from tests.conftest import saved_games
from tests.terminal.conftest import Open

ROOT = Path(__file__).parents[2]


def text_of(child: pexpect.spawn[str]) -> str:
    """What was shown before the last match, without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before or "").replace("\r\n", "\n")


def test_the_menu_leads_to_a_game(terminal: Open) -> None:
    """Choices by number, by word and by Enter lead to a running game."""
    child = terminal("--plain")
    child.expect("Which game")
    child.sendline("chain")
    child.expect("Which set-up")
    child.sendline("1")
    child.expect("Who plays")
    child.sendline("")
    child.expect("Who goes first")
    child.sendline("2")
    child.expect("even numbers")
    child.expect("Enter your chosen number: ")
    child.sendline("quit")
    child.expect("duel resume")
    child.expect("Another game")
    child.sendline("n")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_control_c_under_make_ends_without_a_word_of_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C under `make play` the player reads how to play again, and no error."""
    monkeypatch.setenv("TERM", "dumb")
    duel = tmp_path / "duel"
    duel.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m divisor_duel "$@"\n')
    duel.chmod(0o755)
    make = ["--old-file", ".venv/installed", "play", f"BIN={tmp_path}"]
    with pexpect.spawn("make", make, encoding="utf-8", cwd=ROOT, timeout=300) as child:
        child.expect("Your choice")
        child.sendintr()
        child.expect("To play again: make play")
        child.expect(pexpect.EOF)
        assert "***" not in (child.before or "")


def test_the_board_marks_legal_and_taken_numbers(terminal: Open) -> None:
    """In a terminal the pool is a grid: brackets for legal numbers, a mark for the last one."""
    child = terminal("play", "chain", "--plain")
    child.expect("chosen number: ")
    child.sendline("15")
    child.expect("Last Opponent Number: 15")
    board = text_of(child)
    for cell in ("[3]", "[5]", "[30]", "[45]", "●15"):
        assert cell in board
    assert "[4]" not in board
    rows = [line for line in board.splitlines() if "[30]" in line or " 21 " in line]
    assert rows[0].index("21") == rows[1].index("31")
    assert "\x1b[1;38;5;32m●15" in (child.before or "")


def test_no_color_is_plain(terminal: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the board stays and no colour code is sent."""
    monkeypatch.setenv("NO_COLOR", "1")
    child = terminal("play", "chain", "--plain")
    child.expect("chosen number: ")
    child.sendline("15")
    child.expect("Last Opponent Number: 15")
    assert "[30]" in (child.before or "")
    assert not re.search(r"\x1b\[[0-9;]+m", child.before or "")


def test_tab_completes_moves_and_commands(terminal: Open) -> None:
    """Tab finishes a legal move or a command, and the arrow keys bring lines back."""
    child = terminal("play", "chain", "--plain")
    child.expect("chosen number: ")
    child.sendline("15")
    child.expect("Valid choices")
    child.expect("chosen number: ")
    child.send("4\t\n")
    child.expect("Last Opponent Number: 45")
    child.expect("chosen number: ")
    child.send("mo\t\n")
    child.expect("Legal moves: 3, 5, 9")
    child.expect("chosen number: ")
    child.send("\x1b[A\n")
    child.expect("Legal moves: 3, 5, 9")


def test_ctrl_c_and_ctrl_d_keep_the_game(terminal: Open, home: Path) -> None:
    """Ctrl-C leaves with code 130, Ctrl-D with 0, and resume goes on in both cases."""
    child = terminal("play", "divider", "--plain")
    child.expect("remove: ")
    child.sendline("5")
    child.expect("Player 2.*remove: ")
    child.sendintr()
    child.expect("The game is saved. To continue: duel resume")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    child = terminal("resume", "--plain")
    child.expect("1 move so far")
    child.expect("remove: ")
    child.sendeof()
    child.expect("The game is saved. To continue: duel resume")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    assert len(saved_games(home)) == 1


def test_a_closed_window_keeps_the_game(terminal: Open, home: Path) -> None:
    """When the terminal goes away the game is still there."""
    child = terminal("play", "divider", "--plain")
    child.expect("remove: ")
    child.sendline("5")
    child.expect("Player 2.*remove: ")
    child.close(force=True)
    child = terminal("resume", "--plain")
    child.expect("1 move so far")
