"""The supervisor of a program ends all that the program started."""

from __future__ import annotations

import os
import subprocess
import sys

from divisor_duel.arena.players.program import SUPERVISOR, Program
from tests.arena.playing import BOTS, bot, living, play
from tests.conftest import wait_until


def test_what_a_program_starts_dies_with_it() -> None:
    """Children of a program are killed with it, even those that left its group."""
    play("random", bot("breeds"))
    wait_until(lambda: not living("# bred"))
    wait_until(lambda: not living("bots.py breeds"))


def test_a_program_that_will_not_leave_is_ended() -> None:
    """One that ignores `quit` is killed when the games are over."""
    assert all(line["forfeit"] is None for line in play("random", bot("stays")))
    wait_until(lambda: not living(f"{BOTS} stays"))


def test_a_killed_arena_ends_its_programs() -> None:
    """A program depends on a pipe: when the arena closes its end, the program is killed."""
    program = Program([sys.executable, str(BOTS), "stays"], 100)
    assert program.name == "stays"
    assert living(f"{BOTS} stays")
    program.kill()
    wait_until(lambda: not living(f"{BOTS} stays"))


def test_the_end_of_the_pipe_ends_the_program() -> None:
    """Run as a script, it kills the program as soon as the other end of its pipe is closed."""
    lifeline, arena_end = os.pipe()
    sleeper = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(1000)"]
    supervisor = subprocess.Popen(
        [sys.executable, "-I", "-S", str(SUPERVISOR), str(lifeline), "0", *sleeper],
        stdout=subprocess.PIPE,
        pass_fds=[lifeline],
    )
    os.close(lifeline)
    with supervisor:
        assert supervisor.stdout
        assert supervisor.stdout.readline() == b"up\n"
        os.close(arena_end)
        assert supervisor.stdout.read() == b""
    assert supervisor.returncode == 0
