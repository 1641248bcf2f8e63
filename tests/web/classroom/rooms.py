"""Rooms for tests, with pupils who have joined and rounds that were played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom.room import Room
from divisor_duel.web.game.table import hash_token

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kim", "Leo")


def token_of(number: int) -> str:
    """The token of a pupil; the teacher's for 0."""
    return f"token-of-person-number-{number}"


def room_with(pupils: int = 0, **settings: Any) -> Room:
    """Return a room with this many pupils."""
    wish: dict[str, Any] = {"game": "chain", "options": {"high": 12}, "level": "easy"} | settings
    room = Room("BCDFGH", hash_token(token_of(0)), "owner", opened=0.0, expires=1e12, **wish)
    for number in range(1, pupils + 1):
        name = NAMES[number - 1] if number <= len(NAMES) else f"Pupil {number}"
        room = changes.join(room, token_of(number), name, 100)
    return room


def play_round(room: Room, here: tuple[int, ...], winner: Callable[[int, int], int]) -> Room:
    """The room after a round among those who are here; `winner` of two players wins."""
    ids = (f"game-{len(room.rounds)}-{index}" for index in count())
    names = [next(ids) for _ in here]
    room = changes.next_round(room, len(room.rounds), here, names)
    for pairing in room.current:
        room = changes.record(room, pairing.game, winner(pairing.one, pairing.two))
    return room
