"""Programs as players: the good ones play, the bad ones are contained and gone."""

from __future__ import annotations

import sys

import pytest

from divisor_duel.arena import Policy
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
    """What a program wrote to standard error before it ended is told with the fault."""
    (line, _) = play("random", bot("crash"))
    assert line["forfeit"]["detail"].endswith("its last words: RuntimeError: I have had enough")


def test_what_a_program_starts_dies_with_it() -> None:
    """Children of a program are killed with it, even those that left its group."""
    play("random", bot("breeds"))
    wait_until(lambda: not living("# bred"))
    wait_until(lambda: not living("bots.py breeds"))


def test_a_program_that_will_not_leave_is_ended() -> None:
    """One that ignores `quit` is killed when the games are over."""
    assert all(line["forfeit"] is None for line in play("random", bot("stays")))
    wait_until(lambda: not living(f"{BOTS} stays"))


def test_a_program_that_does_not_exist_is_a_failure_to_start() -> None:
    """A command that cannot be run forfeits with a sentence that names it."""
    lines = play("random", "ghost=cmd:no-such-program --fast")
    for line in lines:
        assert line["forfeit"]["kind"] == "start"
        assert "cannot run no-such-program" in line["forfeit"]["detail"]


def test_after_a_retry_a_good_answer_counts() -> None:
    """With `retry:1` the program is told why and may answer again; the fault stays on record."""
    for line in play("random", bot("learns"), illegal=Policy(1), games="countdown"):
        learner = line["players"].index("learns") + 1
        assert line["forfeit"] is None
        moves = sum(one["player"] == learner for one in line["decisions"])
        assert [one["kind"] for one in line["faults"]] == ["illegal"] * moves
    assert any(line["forfeit"] for line in play("random", bot("learns"), games="countdown"))


def test_each_kind_of_fault_has_its_own_policy() -> None:
    """A time-out may be tried again where an illegal move may not, and the other way round."""
    (line, _) = play("random", bot("hang"), seconds=0.2, timeout=Policy(1))
    assert [fault["kind"] for fault in line["faults"]] == ["timeout", "timeout"]
    (line, _) = play("random", bot("illegal"), timeout=Policy(1))
    assert [fault["kind"] for fault in line["faults"]] == ["illegal"]


def test_a_killed_arena_ends_its_programs() -> None:
    """A program hangs on a pipe: when whoever started it lets go, it is killed within moments."""
    program = Program([sys.executable, str(BOTS), "stays"], 100)
    assert program.name == "stays"
    assert living(f"{BOTS} stays")
    program.kill()
    wait_until(lambda: not living(f"{BOTS} stays"))


def test_a_greeting_must_be_answered_by_ready() -> None:
    """A program that speaks another language has failed to start."""
    with pytest.raises(Fault, match="did not get ready"):
        Program(["cat"], 100)


def test_python_functions_play() -> None:
    """A function gets the question as a dictionary, or in words if it takes a `str`."""
    here = "tests.arena.bots"
    lines = play(f"a=py:{here}:greedy", f"b=py:{here}:first_listed", games="chain,digits")
    assert len(lines) == 4
    assert all(line["forfeit"] is None for line in lines)


def test_python_functions_that_fail_forfeit() -> None:
    """Exceptions, missing functions and empty words are faults like those of any program."""
    here = "tests.arena.bots"
    kinds = {"broken": "crash", "speechless": "empty", "missing": "start"}
    for name, kind in kinds.items():
        (line, _) = play("random", f"py:{here}:{name}")
        assert line["forfeit"]["kind"] == kind
    wait_until(lambda: not living("arena.host"))
