"""The running players of each thread of this process.

Programs are reused for the next game and ended after an idle time. Workers of a cluster
are threads in processes that outlive the tournament. So each thread has its own troupe,
and a timer ends programs that are no longer in use.
"""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager

from divisor_duel.arena.players.pool import Troupe
from divisor_duel.arena.players.protocol import Answer
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run.paused_players import Pauses
from divisor_duel.arena.run.referee import Addressed

IDLE_SECONDS = 20.0
"""Idle time after which programs are ended, in seconds."""


class _ThreadTroupe:
    """The troupe of one thread, with the timer that ends it when idle."""

    def __init__(self) -> None:
        self.troupe = Troupe()
        self.lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Troupe:
        """Lock the troupe for a game and stop the timer."""
        self.lock.acquire()
        self.wake()
        return self.troupe

    def __exit__(self, *problem: object) -> None:
        """Start the timer and unlock the troupe."""
        self._start_timer()
        self.lock.release()

    def _start_timer(self) -> None:
        """Start the timer if there are programs to end."""
        if self.troupe.has_programs:
            self._timer = threading.Timer(IDLE_SECONDS, self.clear)
            self._timer.daemon = True
            self._timer.start()

    def wake(self) -> None:
        """Stop the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def clear(self, gently: bool = True) -> None:
        """End all players unless a game is in progress; kill them if not `gently`."""
        if not gently:
            self.troupe.kill()
        elif self.lock.acquire(blocking=False):
            try:
                self.troupe.close()
            finally:
                self.lock.release()


_troupes: dict[int, _ThreadTroupe] = {}
"""The troupes of this process, by thread id."""


pauses = Pauses()
"""The paused players of this process."""


def own_troupe() -> AbstractContextManager[Troupe]:
    """Return a context manager that locks the troupe of this thread for a game."""
    own = _troupes.get(threading.get_ident())
    if own is None:
        own = _troupes[threading.get_ident()] = _ThreadTroupe()
    return own


def ask_program(addressed: Addressed, terms: Terms) -> Answer:
    """Ask a program of this thread, starting it if necessary."""
    with own_troupe() as troupe:
        return troupe.ask(addressed.entry, terms, addressed.question)


def clear(gently: bool) -> None:
    """End all players of this process; without `gently`, kill them even during a game."""
    pauses.clear()
    for troupe in list(_troupes.values()):
        troupe.wake()
        troupe.clear(gently)
