"""Supervise one program: start it, and kill all its processes at the end.

This file runs as a script. Its arguments are the read end of a pipe, the memory limit in
bytes (0 for none) and the command. The arena holds the write end of the pipe. When the
arena closes it, or is killed, the pipe ends, and this script kills the program and every
process that the program started.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import sys


def main() -> None:
    """Run one program until it ends or the arena closes the pipe."""
    lifeline, memory, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: adopt the processes that the program orphans
    wake, wake_end = os.pipe()
    os.set_blocking(wake_end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_end)
    child = os.fork()
    if not child:
        _become(command, memory)
    for stream in (0, 1, 2):
        os.close(stream)
    while lifeline not in select.select([lifeline, wake], [], [])[0]:
        os.read(wake, 512)
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            break
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    _end_descendants()


def _become(command: list[str], memory: int) -> None:
    """Replace this process by the program, in its own session and process group."""
    try:
        os.setsid()
        _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: die with the supervisor
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except (OSError, ValueError) as problem:
        os.write(2, f"cannot run {command[0]}: {problem}\n".encode(errors="replace"))
    finally:
        os._exit(127)


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process on Linux; do nothing on other systems."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _end_descendants() -> None:
    """Kill every child until none is left; we adopt the children of those we kill."""
    me = os.getpid()
    while True:
        with contextlib.suppress(OSError), open(f"/proc/{me}/task/{me}/children") as file:
            for child in file.read().split():
                with contextlib.suppress(OSError):
                    os.kill(int(child), signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


if __name__ == "__main__":
    main()
