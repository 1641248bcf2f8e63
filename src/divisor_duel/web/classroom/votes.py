"""The class against the computer, each move by vote: pure functions on a room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from divisor_duel.web.classroom.room import (
    Ballot,
    ClassGame,
    Projected,
    Room,
    Vote,
    next_version,
)
from divisor_duel.web.game.table import (
    HELD,
    MOST_MOVES,
    PAUSED,
    NotAllowedError,
    RefusedError,
    StaleError,
    Table,
)

MOST_GAMES = 60
"""Limit on the games of the whole class in a room."""

CLOSED = "the vote is closed"
"""The sentence for a vote that comes too late."""


def start_game(room: Room, after: int, played: ClassGame) -> Room:
    """Return the room with a new game of the class against the computer.

    `after` is the number of such games that the teacher has seen, so that two taps start one.
    """
    if after < len(room.class_games):
        return room
    if len(room.class_games) >= MOST_GAMES:
        raise RefusedError(f"a class can play at most {MOST_GAMES} games; open another room")
    ids = (*room.class_games, played.game)
    return next_version(room, class_game=played, class_games=ids, projected=Projected())


def end_game(room: Room) -> Room:
    """Return the room without a game of the class; the pairs go on."""
    return next_version(room, class_game=None) if room.class_game else room


def class_game_of(room: Room) -> ClassGame:
    """Return the game of the class; RefusedError if none is being played."""
    if room.class_game is None:
        raise RefusedError("the class does not play against the computer now")
    return room.class_game


def start_vote(room: Room, table: Table, ply: int, here: Collection[int], now: float) -> Room:
    """Return the room with a vote on the next move; unchanged if this vote has begun before."""
    played = class_game_of(room)
    vote = played.vote
    if vote and vote.ply == ply and (vote.open or vote.chosen is not None):
        return room
    if table.id != played.game or len(table.moves) != ply:
        raise StaleError(f"the game is at move {len(table.moves)}, not {ply}")
    if table.outcome:
        raise RefusedError(f"the game is over: {table.outcome.reason}")
    if table.position.to_move != played.seat:
        raise NotAllowedError("it is the computer's turn")
    if ply >= MOST_MOVES:
        raise RefusedError(f"a game can have at most {MOST_MOVES} moves here")
    if room.paused:
        raise RefusedError("the room is paused; press Resume first")
    expected = tuple(pupil.number for pupil in room.present if pupil.number in here)
    if not expected:
        raise RefusedError("no pupil is here yet")
    closes = now + played.seconds if played.seconds else None
    return _with_vote(room, played, Vote(ply, expected, closes))


def _with_vote(room: Room, played: ClassGame, vote: Vote) -> Room:
    return next_version(room, class_game=replace(played, vote=vote))


def open_vote(room: Room) -> Vote | None:
    """Return the vote that is open, if there is one."""
    vote = room.class_game.vote if room.class_game else None
    return vote if vote and vote.open else None


def cast(room: Room, game: str, ply: int, ballot: Ballot, now: float) -> Room:
    """Return the room with a pupil's vote, which replaces an earlier one.

    The caller has checked that the move is legal. The vote closes once all have voted.
    """
    played, vote = class_game_of(room), open_vote(room)
    room.pupil(ballot.pupil)
    if vote is None or played.game != game or vote.ply != ply or _is_late(vote, now):
        raise StaleError(CLOSED)
    if room.paused:
        raise NotAllowedError(HELD[PAUSED])
    if ballot in vote.ballots:
        return room
    others = (other for other in vote.ballots if other.pupil != ballot.pupil)
    vote = replace(vote, ballots=(*others, ballot))
    voted = {ballot.pupil for ballot in counted(room, vote)}
    waiting = {pupil.number for pupil in room.present} & set(vote.expected) - voted
    return _with_vote(room, played, vote if waiting else _closed(room, vote))


def counted(room: Room, vote: Vote) -> tuple[Ballot, ...]:
    """Return the ballots that count: those of pupils who have not been removed."""
    present = {pupil.number for pupil in room.present}
    return tuple(ballot for ballot in vote.ballots if ballot.pupil in present)


def tally(room: Room, vote: Vote) -> list[tuple[int, int]]:
    """Return each move with its number of votes: most votes first, then the earliest vote."""
    counts = Counter(ballot.move for ballot in counted(room, vote))
    return sorted(counts.items(), key=lambda item: -item[1])  # stable, so the earliest is first


def _closed(room: Room, vote: Vote) -> Vote:
    ranked = tally(room, vote)
    chosen = ranked[0][0] if ranked else None
    ballots = counted(room, vote)
    return replace(vote, open=False, closes=None, left=None, ballots=ballots, chosen=chosen)


def close(room: Room, ply: int) -> Room:
    """Return the room with its vote closed; unchanged if that vote is not open."""
    vote = open_vote(room)
    if vote is None or vote.ply != ply:
        return room
    return _with_vote(room, class_game_of(room), _closed(room, vote))


def is_due(room: Room, now: float) -> bool:
    """Return True if the time for the open vote is over, or no pupil is missing."""
    vote = open_vote(room)
    if vote is None or room.paused:
        return False
    present = {pupil.number for pupil in room.present}
    voted = {ballot.pupil for ballot in vote.ballots}
    return _is_late(vote, now) or not present & set(vote.expected) - voted


def close_if_due(room: Room, now: float) -> Room:
    """Return the room with its vote closed if that is due."""
    vote = open_vote(room)
    return close(room, vote.ply) if vote and is_due(room, now) else room


def _is_late(vote: Vote, now: float) -> bool:
    return vote.closes is not None and now >= vote.closes


def follow_pause(before: Room, room: Room, now: float) -> Room:
    """Return a changed room with the clock of its vote stopped or started like its games."""
    vote = open_vote(room)
    if vote is None or before.paused == room.paused:
        return room
    if room.paused and vote.closes is not None:
        vote = replace(vote, closes=None, left=max(0.0, vote.closes - now))
    elif not room.paused and vote.left is not None:
        vote = replace(vote, closes=now + vote.left, left=None)
    else:
        return room
    return replace(room, class_game=replace(class_game_of(room), vote=vote))
