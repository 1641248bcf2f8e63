"""Lines in and out: a pipe, a terminal, and what is safe to print."""

from __future__ import annotations

import io

import pytest

from divisor_duel.terminal.lines.console import LONGEST_ANSWER, Console, printable
from tests.conftest import Run
from tests.terminal.test_paint import Terminal


def test_what_was_typed_is_shown_as_typed(duel: Run) -> None:
    """Letters beyond ASCII come back as they were typed."""
    assert "'fünf' is not a whole number" in duel("play", "chain", typed="fünf\n").stdout


def test_a_pipe_echoes_answers_after_their_questions() -> None:
    """The output reads like a session, and the end of the input is an EOFError on a new line."""
    out = io.StringIO()
    console = Console(io.StringIO("  7 \n"), out)
    assert console.ask("Your move: ") == "7"
    with pytest.raises(EOFError):
        console.ask("Your move: ")
    assert out.getvalue() == "Your move: 7\nYour move: \n"
    assert not console.typed


def test_an_endless_answer_is_cut() -> None:
    """Of a line beyond the limit the remainder is skipped, and the next line is the next answer."""
    console = Console(io.StringIO("9" * (LONGEST_ANSWER + 50) + "\n7\n"), io.StringIO())
    assert len(console.ask("")) <= LONGEST_ANSWER
    assert console.ask("") == "7"


def test_what_is_echoed_cannot_control_the_terminal() -> None:
    """Control characters are escaped, letters of any language stay, and long text is cut."""
    assert printable("fünf\x1b[2J\t7") == "fünf\\x1b[2J\\t7"
    assert printable("x" * 201) == "x" * 200 + "..."


def test_lines_are_broken_between_words_in_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Indented lines keep their indent, coloured ones stay whole, and a pipe gets lines as is."""
    monkeypatch.setenv("COLUMNS", "12")
    for stream, lines in (
        (Terminal(), ["  one two", "  three four", "\x1b[1mone two three four\x1b[0m"]),
        (io.StringIO(), ["  one two three four", "\x1b[1mone two three four\x1b[0m"]),
    ):
        console = Console(io.StringIO(), stream)
        console.show(["  one two three four", "\x1b[1mone two three four\x1b[0m"])
        assert stream.getvalue().splitlines() == lines
        assert len(console.fit("one two three four")) == (2 if stream.isatty() else 1)
