"""Programs as players: the good ones play, the bad ones are contained and gone."""

from __future__ import annotations

import pytest

from divisor_duel.arena.players.program import Program
from divisor_duel.questions.question import Fault
from tests.arena.playing import BOTS, bot, living, play
from tests.conftest import wait_until


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("hang", "timeout"),
        ("crash", "crash"),
        ("babble", "babble"),
        ("hungry", "crash"),
        ("garbage", "unreadable"),
        ("illegal", "illegal"),
        ("leaves", "start"),
        ("silent", "start"),
    ],
)
def test_a_bad_program_forfeits_and_is_gone(kind: str, fault: str) -> None:
    """Each kind of misbehaviour loses its own games under its own name and leaves no process."""
    start = 1.0 if kind == "silent" else 100.0
    seconds = 0.5 if kind == "hang" else 100.0
    lines = play("random", bot(kind), memory=512, start_seconds=start, seconds=seconds)
    for line in lines:
        offender = line["players"].index(kind) + 1
        assert line["forfeit"]["kind"] == fault
        assert line["forfeit"]["player"] == offender != line["winner"]
        assert all(one["player"] == offender for one in line["faults"])
    wait_until(lambda: not living(f"{BOTS} {kind}"))


def test_answers_that_nobody_asked_for_are_a_fault() -> None:
    """Two answers to one question do not pass for an answer to the next."""
    lines = play("random", bot("chatter"), games="countdown", rounds=2)
    faults = [fault for line in lines for fault in line["faults"]]
    assert "babble" in {fault["kind"] for fault in faults}
    assert all(
        line["players"][fault["player"] - 1] == "chatter"
        for line in lines
        for fault in line["faults"]
    )


def test_a_crash_keeps_the_last_words() -> None:
    """The fault quotes what a program wrote to standard error before it ended."""
    (line, _) = play("random", bot("crash"))
    assert line["forfeit"]["detail"].endswith("its last output: RuntimeError: I have had enough")


def test_a_program_that_does_not_exist_is_a_failure_to_start() -> None:
    """A command that cannot be run forfeits with a sentence that names it."""
    lines = play("random", "ghost=cmd:no-such-program --fast")
    for line in lines:
        assert line["forfeit"]["kind"] == "start"
        assert "cannot run no-such-program" in line["forfeit"]["detail"]


def test_a_greeting_must_be_answered_by_ready() -> None:
    """A program that speaks another language has failed to start."""
    with pytest.raises(Fault, match="did not get ready"):
        Program(["cat"], 100)
