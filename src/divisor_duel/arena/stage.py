"""The players of this process: programs stay for the next game, and go when none comes.

Workers of a cluster are processes, and threads in them, that live on when a
tournament is over. So each thread has a troupe of its own, and programs that
nobody has asked for a while are ended.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from divisor_duel.arena.pauses import Pauses
from divisor_duel.arena.players import Troupe
from divisor_duel.arena.playing import Ask
from divisor_duel.arena.protocol import Answer
from divisor_duel.arena.schedule import Terms

IDLE_SECONDS = 20.0
"""How long programs wait for another game."""


class _Room:
    """One troupe, in use by one thread, and the clock that sends it home."""

    def __init__(self) -> None:
        self.troupe = Troupe()
        self.lock = threading.Lock()
        self._alarm: threading.Timer | None = None

    def rest(self) -> None:
        """Begin to wait for the next game."""
        if self.troupe.has_programs:
            self._alarm = threading.Timer(IDLE_SECONDS, self.clear)
            self._alarm.daemon = True
            self._alarm.start()

    def wake(self) -> None:
        """The next game is here."""
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


_rooms: dict[int, _Room] = {}
"""The rooms of this process by thread."""


pauses = Pauses()
"""Who is not asked any more by this process."""


@contextmanager
def own_troupe() -> Iterator[Troupe]:
    """The troupe of this thread for the time of a game."""
    room = _rooms.setdefault(threading.get_ident(), _Room())
    with room.lock:
        room.wake()
        try:
            yield room.troupe
        finally:
            room.rest()


def ask_program(ask: Ask, terms: Terms) -> Answer:
    """The answer of a program of this thread."""
    with own_troupe() as troupe:
        return troupe.ask(ask.entry, terms, ask.question)


def clear(gently: bool) -> None:
    """End all players of this process."""
    pauses.clear()
    for room in list(_rooms.values()):
        room.wake()
        room.clear(gently)
