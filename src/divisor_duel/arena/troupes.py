"""The players of this process: programs stay for the next game, and go when none comes.

Workers of a cluster are processes, and threads in them, that live on when a
tournament is over. So each thread has a troupe of its own, and programs that
nobody has asked for a while are ended.
"""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager

from divisor_duel.arena.pauses import Pauses
from divisor_duel.arena.players import Troupe
from divisor_duel.arena.playing import Addressed
from divisor_duel.arena.protocol import Answer
from divisor_duel.arena.schedule import Terms

IDLE_SECONDS = 20.0
"""How long programs wait for another game."""


class _Lodging:
    """One troupe, in use by one thread, and the clock that sends it home."""

    def __init__(self) -> None:
        self.troupe = Troupe()
        self.lock = threading.Lock()
        self._alarm: threading.Timer | None = None

    def __enter__(self) -> Troupe:
        """The next game is here."""
        self.lock.acquire()
        self.wake()
        return self.troupe

    def __exit__(self, *problem: object) -> None:
        """The game is over, or cannot go on."""
        self._rest()
        self.lock.release()

    def _rest(self) -> None:
        """Begin to wait for the next game."""
        if self.troupe.has_programs:
            self._alarm = threading.Timer(IDLE_SECONDS, self.clear)
            self._alarm.daemon = True
            self._alarm.start()

    def wake(self) -> None:
        """Do not send anyone home."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def clear(self, gently: bool = True) -> None:
        """End all players, unless a game is being played."""
        if not gently:
            self.troupe.kill()
        elif self.lock.acquire(blocking=False):
            try:
                self.troupe.close()
            finally:
                self.lock.release()


_lodgings: dict[int, _Lodging] = {}
"""The lodgings of this process by thread."""


pauses = Pauses()
"""Who is not asked any more by this process."""


def own_troupe() -> AbstractContextManager[Troupe]:
    """The troupe of this thread for the time of a game."""
    lodging = _lodgings.get(threading.get_ident())
    if lodging is None:
        lodging = _lodgings[threading.get_ident()] = _Lodging()
    return lodging


def ask_program(ask: Addressed, terms: Terms) -> Answer:
    """The answer of a program of this thread."""
    with own_troupe() as troupe:
        return troupe.ask(ask.entry, terms, ask.question)


def clear(gently: bool) -> None:
    """End all players of this process."""
    pauses.clear()
    for lodging in list(_lodgings.values()):
        lodging.wake()
        lodging.clear(gently)
