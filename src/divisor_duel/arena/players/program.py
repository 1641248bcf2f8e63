"""Programs as players, run so that they cannot harm the arena.

A program may hang, crash, fail to start, print without end or use too much memory. Each
of these is a fault of its own kind, and after each the program and every process it
started are killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic

from divisor_duel.arena.players.model_settings import SECRET
from divisor_duel.arena.players.protocol import PROTOCOL, Answer, read_move, read_object
from divisor_duel.questions.question import CRASH, EXCESS_OUTPUT, START, TIMEOUT, Fault, Question
from divisor_duel.text import clean_name, clean_text

SUPERVISOR = Path(__file__).with_name("program_supervisor.py")

LONGEST_LINE = 1 << 20
"""Length limit of an answer, in bytes."""

GRACE = 0.25
"""Seconds added to each time limit, for the overhead of processes and pipes."""

LAST_LINES = 12
"""Number of last lines of standard error saved as evidence."""

QUIT_SECONDS = 1.0
"""Time for a program to exit after ``quit``, in seconds."""


class Program:
    """One running program that speaks JSON lines."""

    def __init__(self, command: Sequence[str], seconds: float, memory: int = 0) -> None:
        """Start the program and wait up to `seconds` until it is ready.

        `memory` is a limit in bytes; 0 for none.
        """
        self._output, self._errors = b"", b""
        self._process, self._lifeline = _start(command, memory)
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._stdin = self._process.stdin.fileno()
        self._stdout = self._process.stdout.fileno()
        self._stderr = self._process.stderr.fileno()
        try:
            self.name = self._greet(seconds)
        except BaseException:
            self.kill()
            raise

    def _greet(self, seconds: float) -> str:
        """Send ``hello`` and return the program's name; any failure is a START fault."""
        try:
            line = self._ask({"type": "hello", "protocol": PROTOCOL}, seconds)
            message = read_object(line)
            if message.get("type") != "ready":
                raise Fault(START, 'expected {"type":"ready","name":...}')
        except Fault as fault:
            problem = f"it did not get ready: {fault.detail}"
            raise Fault(START, problem, evidence=fault.evidence) from None
        return clean_name(str(message.get("name", "")))

    def choose(self, question: Question) -> Answer:
        """Return the program's move; Fault if there is none in time."""
        if self._output or self._talks():
            raise Fault(EXCESS_OUTPUT, "it sent a line without being asked")
        return Answer(read_move(self._ask(question.message(), question.seconds)))

    def _talks(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            self._output += os.read(self._stdout, 65536)
        return bool(self._output)

    def _ask(self, message: Mapping[str, object], seconds: float) -> bytes:
        """Send a line and return the answer, reading while sending to avoid a deadlock."""
        deadline = monotonic() + seconds + GRACE
        unsent = json.dumps(message).encode() + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdin, selectors.EVENT_WRITE)
            ready.register(self._stdout, selectors.EVENT_READ)
            ready.register(self._stderr, selectors.EVENT_READ)
            while b"\n" not in self._output:
                events = ready.select(max(0.0, deadline - monotonic()))
                if monotonic() > deadline:
                    raise self._late(seconds)
                for key, _ in events:
                    if key.fd == self._stdin:
                        unsent = self._send(unsent)
                    done = not unsent if key.fd == self._stdin else not self._take(key.fd)
                    if done:
                        ready.unregister(key.fd)
        line, _, self._output = self._output.partition(b"\n")
        return line

    def _send(self, data: bytes) -> bytes:
        """Write as much as the pipe takes now, and return the remainder."""
        try:
            return data[os.write(self._stdin, data) :]
        except BlockingIOError:
            return data
        except OSError:
            raise self._crash() from None

    def _take(self, source: int) -> bytes:
        """Read what is available from a stream; empty at its end."""
        try:
            data = os.read(source, 65536)
        except BlockingIOError:
            return b" "  # nothing yet, but not the end
        if source == self._stderr:
            self._errors = (self._errors + data)[-2000:]
            return data
        if not data:
            raise self._crash()
        self._output += data
        if len(self._output) > LONGEST_LINE:
            raise Fault(EXCESS_OUTPUT, f"its answer is longer than {LONGEST_LINE} bytes")
        return data

    def _late(self, seconds: float) -> Fault:
        """Return the fault of a program that is too slow, with its last lines of stderr."""
        evidence = "\n".join(self._last_lines())
        return Fault(TIMEOUT, f"no answer within {seconds:g} s", evidence=evidence)

    def _last_lines(self) -> list[str]:
        """Return the last lines of standard error, safe to show."""
        text = self._errors.decode(errors="replace").strip()
        return clean_text(text, lines=True).splitlines()[-LAST_LINES:]

    def _crash(self) -> Fault:
        """Return the fault of a program that has exited, with its last lines of stderr."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._stderr, 65536):
                self._errors = (self._errors + data)[-2000:]
        lines = self._last_lines()
        words = f"; its last output: {lines[-1][:300]}" if lines else ""
        return Fault(CRASH, f"the program ended{words}", evidence="\n".join(lines))

    def quit(self) -> None:
        """Ask the program to exit, wait for a moment, then kill it."""
        with contextlib.suppress(OSError):
            os.write(self._stdin, b'{"type":"quit"}\n')
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the program, and every process it started, now."""
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream
            stream.close()
        self._process.wait()


def _start(command: Sequence[str], memory: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start the program under its supervisor.

    Returns the supervisor and the write end of the pipe; closing it ends both.
    """
    lifeline, write_end = os.pipe()
    supervisor = [sys.executable, "-I", "-S", str(SUPERVISOR), str(lifeline), str(memory)]
    try:
        process = subprocess.Popen(
            [*supervisor, *command],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[lifeline],
            start_new_session=True,
            env={name: text for name, text in os.environ.items() if not SECRET.search(name)},
        )
    except OSError as problem:
        os.close(write_end)
        raise Fault(START, f"no process can be started: {problem.strerror}") from None
    finally:
        os.close(lifeline)
    return process, write_end
