"""Light or dark: what terminals answer, and a terminal that answers nothing."""

from __future__ import annotations

import os
import pty
import threading

import pytest

from divisor_duel.terminal.tui import terminal_background
from divisor_duel.terminal.tui.terminal_background import is_light, is_light_answer


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c", True),
        (b"\x1b]11;rgb:fb/f8/f1\x07\x1b[?1;2c", True),
        (b"\x1b]11;rgb:1414/1919/1e1e\x1b\\", False),
        (b"\x1b]11;rgba:0000/0000/0000/ffff\x1b\\", False),
        (b"\x1b[?62;c", None),
        (b"", None),
        (b"q\r\x1b[A", None),
    ],
)
def test_the_colour_is_read_from_the_answer(answer: bytes, light: bool | None) -> None:
    """Two or four digits per colour; an answer without a colour says nothing."""
    assert is_light_answer(answer) is light


@pytest.mark.parametrize(
    ("reported", "light"), [("0;15", True), ("0;7", True), ("15;0", False), ("", None)]
)
def test_a_silent_terminal_may_have_told_its_programs(
    reported: str, light: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """COLORFGBG, which some terminals set, ends in the number of the background."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLORFGBG", reported)
    assert is_light() is light


@pytest.mark.parametrize("answers", [True, False])
def test_a_real_terminal_is_asked(answers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question goes to the terminal; without an answer, asking ends after a short time."""
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORFGBG", raising=False)
    if answers:
        monkeypatch.setattr(terminal_background, "TIMEOUT", 60.0)
    asked: list[bytes] = []

    def terminal() -> None:
        asked.append(os.read(ours, 99))
        if answers:
            os.write(ours, b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c")

    thread = threading.Thread(target=terminal)
    thread.start()
    with os.fdopen(theirs, "rb", buffering=0) as stream:
        monkeypatch.setattr("sys.__stdin__", stream)
        monkeypatch.setattr("sys.__stderr__", stream)
        light = is_light()
        thread.join()
    os.close(ours)
    assert asked[0].startswith(b"\x1b]11;?")
    assert light is (True if answers else None)
