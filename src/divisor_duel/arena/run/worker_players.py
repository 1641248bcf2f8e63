"""The running players of each thread of this process.

Programs are reused for the next game and ended after an idle time. Workers of a cluster
are threads in processes that outlive the tournament. So each thread has its own pool,
and a timer ends programs that are no longer in use.
"""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager

from divisor_duel.arena.players.pool import PlayerPool
from divisor_duel.arena.players.protocol import Answer
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run.paused_players import PausedPlayers
from divisor_duel.arena.run.referee import PlayerQuestion

IDLE_SECONDS = 20.0
"""Idle time after which programs are ended, in seconds."""


class _ThreadPlayers:
    """The pool of one thread, with the timer that ends it when idle."""

    def __init__(self) -> None:
        self.pool = PlayerPool()
        self.lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> PlayerPool:
        """Lock the pool for a game and stop the timer."""
        self.lock.acquire()
        self.wake()
        return self.pool

    def __exit__(self, *problem: object) -> None:
        """Start the timer and unlock the pool."""
        self._start_timer()
        self.lock.release()

    def _start_timer(self) -> None:
        """Start the timer if there are programs to end."""
        if self.pool.has_programs:
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
            self.pool.kill()
        elif self.lock.acquire(blocking=False):
            try:
                self.pool.close()
            finally:
                self.lock.release()


_pools: dict[int, _ThreadPlayers] = {}
"""The pools of this process, by thread id."""


paused = PausedPlayers()
"""The paused players of this process."""


def players_of_this_thread() -> AbstractContextManager[PlayerPool]:
    """Return a context manager that locks the pool of this thread for a game."""
    own = _pools.get(threading.get_ident())
    if own is None:
        own = _pools[threading.get_ident()] = _ThreadPlayers()
    return own


def ask_program(asked: PlayerQuestion, terms: Terms) -> Answer:
    """Ask a program of this thread, starting it if necessary."""
    with players_of_this_thread() as pool:
        return pool.ask(asked.entry, terms, asked.question)


def clear(gently: bool) -> None:
    """End all players of this process; without `gently`, kill them even during a game."""
    paused.clear()
    for pool in list(_pools.values()):
        pool.wake()
        pool.clear(gently)
