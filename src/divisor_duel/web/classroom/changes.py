"""Changes to a room, as pure functions: each returns the changed room, or the same one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from divisor_duel.learn.daily import TRIES
from divisor_duel.web.classroom.codes import read_first_name
from divisor_duel.web.classroom.pairing import history_of, make_pairs
from divisor_duel.web.classroom.room import (
    COMPUTER,
    AssignedPosition,
    Pairing,
    Projected,
    Pupil,
    Room,
    next_version,
)
from divisor_duel.web.classroom.standings import points_of
from divisor_duel.web.game.table import (
    HELD,
    PAUSED,
    NotAllowedError,
    RefusedError,
    hash_token,
)

MOST_ROUNDS = 60
"""Limit on the rounds in a room."""

REMEMBERED = 500
"""Limit on the pupils that a room has ever had, removed ones included."""


def join(room: Room, token: str, name: str, most: int) -> Room:
    """Return the room with one more pupil; unchanged if this token has joined before.

    `most` limits the pupils who are there. A place that waits for its pupil is taken by name.
    """
    hashed = hash_token(token)
    number = room.number_of_hash(hashed)
    if number:
        return room
    if number is not None:
        raise RefusedError("you are the teacher of this room")
    name = read_first_name(name)
    same = _called(room, name)
    if same and not same.hashed:
        return _with_pupil(room, replace(same, hashed=hashed))
    if room.closed:
        raise NotAllowedError("the room is closed to newcomers; ask your teacher")
    if same:
        raise RefusedError(
            f"{same.name} is here already; add a letter, such as {name} B, "
            "or ask your teacher if that is you on another device"
        )
    if len(room.present) >= most or len(room.pupils) >= REMEMBERED:
        raise RefusedError("the room is full; ask your teacher")
    pupil = Pupil(len(room.pupils) + 1, name, hashed)
    return next_version(room, pupils=(*room.pupils, pupil))


def _called(room: Room, name: str) -> Pupil | None:
    wanted = name.casefold()
    return next((pupil for pupil in room.present if pupil.name.casefold() == wanted), None)


def _with_pupil(room: Room, pupil: Pupil) -> Room:
    others = (pupil if other.number == pupil.number else other for other in room.pupils)
    return next_version(room, pupils=tuple(others))


def rename(room: Room, number: int, name: str) -> Room:
    """Return the room with a pupil's name changed by the teacher."""
    pupil, name = room.pupil(number), read_first_name(name)
    if name == pupil.name:
        return room
    same = _called(room, name)
    if same and same.number != number:
        raise RefusedError(f"there is already a pupil called {same.name} in the room")
    return _with_pupil(room, replace(pupil, name=name))


def remove(room: Room, number: int) -> Room:
    """Return the room without a pupil; the opponent wins their game."""
    pupil = room.pupil(number)
    removed = _with_pupil(room, replace(pupil, removed=True, hashed=""))
    pairing = room.pairing_of(number)
    if pairing and not pairing.over:
        return record(removed, pairing.game, pairing.opponent(number), same_version=True)
    return removed


def remove_newcomers(room: Room, here: Collection[int]) -> Room:
    """Return the room without the pupils who have not played yet, and closed to newcomers.

    Before the first round no pupil has played: then those who are `here` stay.
    """
    played = {number for pairs in room.rounds for pairing in pairs for number in pairing.pupils}
    stay = played if room.rounds else here
    pupils = tuple(
        pupil if pupil.number in stay else replace(pupil, removed=True, hashed="")
        for pupil in room.pupils
    )
    return next_version(room, pupils=pupils, closed=True)


def free_place(room: Room, number: int) -> Room:
    """Return the room in which a pupil's place can be taken from another device, by name."""
    return _with_pupil(room, replace(room.pupil(number), hashed=""))


def set_rules(
    room: Room,
    paused: bool | None,
    help: str | None,
    closed: bool | None,
    pairs: str | None,
    lesson: bool | None = None,
) -> Room:
    """Return the room with some settings changed; None leaves a setting as it is."""
    wanted = {"paused": paused, "help": help, "closed": closed, "pairs": pairs, "lesson": lesson}
    changes = {
        name: value
        for name, value in wanted.items()
        if value is not None and value != getattr(room, name)
    }
    return next_version(room, **changes) if changes else room


def project(room: Room, projected: Projected) -> Room:
    """Return the room with something else on its projector."""
    if projected.game and projected.game not in room.games:
        raise RefusedError("there is no such game in this room")
    return room if projected == room.projected else next_version(room, projected=projected)


def next_round(room: Room, after: int, here: Sequence[int], ids: Sequence[str]) -> Room:
    """Return the room with one more round for the pupils who are `here`.

    `after` is the number of rounds that the teacher has seen, so that two taps start one round.
    The games get the `ids`, as many as are needed.
    """
    if after < len(room.rounds):
        return room
    if len(room.rounds) >= MOST_ROUNDS:
        raise RefusedError(f"a room can have at most {MOST_ROUNDS} rounds; open another room")
    present = [pupil.number for pupil in room.present if pupil.number in here]
    if not present:
        raise RefusedError("no pupils have joined yet")
    history = history_of(room.rounds, points_of(room))
    pairs = make_pairs(present, history, room.pairs)
    played = tuple(Pairing(game, one, two) for game, (one, two) in zip(ids, pairs, strict=False))
    return next_version(
        room,
        rounds=(*room.rounds, played),
        projected=Projected(),
        paused=False,
        class_game=None,
    )


def set_puzzles(room: Room, puzzles: Sequence[str | AssignedPosition]) -> Room:
    """Return the room with other puzzles to solve, or none; earlier results are forgotten."""
    return next_version(room, puzzles=tuple(puzzles), work={})


def is_over(tries: str) -> bool:
    """Return True if a puzzle is solved or has no tries left."""
    return "1" in tries or len(tries) >= TRIES


def tries_of(room: Room, number: int, puzzle: int) -> str:
    """Return a pupil's tries at a puzzle; RefusedError if there is none of that index."""
    if puzzle >= len(room.puzzles):
        raise RefusedError("there is no such puzzle in this room")
    return room.work.get(number, {}).get(puzzle, "")


def answer(room: Room, number: int, puzzle: int, right: bool) -> Room:
    """Return the room with one more try of a pupil; unchanged if the puzzle is over."""
    tries = tries_of(room, number, puzzle)
    if room.paused:
        raise NotAllowedError(HELD[PAUSED])
    if is_over(tries):
        return room
    own = room.work.get(number, {}) | {puzzle: f"{tries}{int(right)}"}
    return next_version(room, work=room.work | {number: own})


def record(room: Room, game: str, winner: int, *, same_version: bool = False) -> Room:
    """Return the room with the winner of a game; unchanged if that is known."""
    rounds = tuple(
        tuple(_ended(pairing, winner) if pairing.game == game else pairing for pairing in played)
        for played in room.rounds
    )
    if rounds == room.rounds:
        return room
    return replace(room, rounds=rounds) if same_version else next_version(room, rounds=rounds)


def _ended(pairing: Pairing, winner: int) -> Pairing:
    if pairing.over:
        return pairing
    if winner not in (pairing.one, pairing.two, COMPUTER):
        raise RefusedError("the winner did not play")
    return replace(pairing, over=True, winner=winner)


def seat_of(pairing: Pairing, number: int) -> int:
    """Return the seat of a player in a game."""
    return 1 if pairing.one == number else 2
