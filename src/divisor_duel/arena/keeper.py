"""Stands between the arena and one program: starts it, and sees that nothing of it stays.

It is run as a script of its own. Its arguments are the end of a pipe, the limit
of memory in bytes (0 for none) and the command. The arena holds the other end
of the pipe; when it lets go, even by being killed, the pipe ends, and the
program is killed with all that it has started.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import sys


def main() -> None:
    """Keep one program until it ends or nobody wants it any more."""
    lifeline, memory, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    _ask_kernel(36, 1)  # PR_SET_CHILD_SUBREAPER: what the program leaves behind becomes ours
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
    """Turn this process into the program, in a group and a session of its own."""
    try:
        os.setsid()
        _ask_kernel(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: end with the keeper
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except (OSError, ValueError) as problem:
        os.write(2, f"cannot run {command[0]}: {problem}\n".encode(errors="replace"))
    finally:
        os._exit(127)


def _ask_kernel(option: int, value: int) -> None:
    """Set an attribute of this process, where the system is Linux; elsewhere do without."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _end_descendants() -> None:
    """Kill every child; the children of a killed one become ours and are next."""
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
