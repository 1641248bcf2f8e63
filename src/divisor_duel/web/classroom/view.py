"""A room as its teacher and its pupils see it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from divisor_duel.web.classroom.changes import seat_of
from divisor_duel.web.classroom.room import COMPUTER, TEACHER, Pairing, Room, Vote
from divisor_duel.web.classroom.standings import points_of, standings
from divisor_duel.web.classroom.votes import counted, tally
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema.room_requests import ChosenMove
from divisor_duel.web.schema.room_views import (
    ClassGameMessage,
    ProjectedMessage,
    PupilRoom,
    RoomGame,
    RoomPupil,
    RoomView,
    TeacherRoom,
    VoteMessage,
)


class Board(NamedTuple):
    """What the teacher's list says about a game."""

    version: int
    moves: int
    to_move: int | None
    """The seat to move; None once the game is over."""
    since: float
    """When the last move was seen, or the end of a pause, on `time.monotonic`."""
    held: bool = False
    """Whether the teacher has paused the game, so that no one keeps anyone waiting."""


NO_BOARD = Board(0, 0, None, 0.0)


def board_of(table: Table, known: Board | None, now: float) -> Board:
    """Return what there is to say about a game, given what was known before."""
    moves = len(table.moves)
    held = bool(table.held)
    same = known is not None and known.moves == moves and not (held or known.held)
    since = known.since if known and same else now
    to_move = None if table.outcome else int(table.position.to_move)
    return Board(table.version, moves, to_move, since, held)


class Now(NamedTuple):
    """What a view needs in addition to the room."""

    here: Collection[int]
    """The pupils who are connected."""
    boards: Mapping[str, Board]
    """The games by their ids."""
    monotonic: float
    """The time, on `time.monotonic`."""
    wall: float
    """The time, in seconds since 1970."""


def view_for(room: Room, number: int, now: Now) -> RoomView:
    """Return the room as the teacher or a pupil sees it."""
    rules = room.rules
    view = RoomView(
        room.code,
        room.version,
        room.game,
        rules.short_title,
        rules.phrase(),
        rules.summary,
        room.options,
        room.help,
        room.lesson,
        room.paused,
        len(room.rounds),
        sum(pupil.number in now.here for pupil in room.present),
    )
    view.class_game = _class_game(room, now)
    if number == TEACHER:
        view.teacher = _teacher(room, now)
    else:
        view.pupil = _pupil(room, number)
    return view


def _teacher(room: Room, now: Now) -> TeacherRoom:
    points = points_of(room)
    rounds = [number for played in room.rounds for pairing in played for number in pairing.pupils]
    return TeacherRoom(
        room.level,
        room.pairs,
        room.closed,
        max(0.0, (room.expires - now.wall) / 3600),
        [
            RoomPupil(
                pupil.number,
                pupil.name,
                pupil.number in now.here,
                not pupil.hashed,
                points[pupil.number],
                rounds.count(pupil.number),
                room.solved(pupil.number),
            )
            for pupil in room.present
        ],
        [_game(room, pairing, now) for pairing in room.current],
        ProjectedMessage(room.projected.game, room.projected.discussed, room.projected.revealed),
        len(room.puzzles),
        len(room.class_games),
    )


def _game(room: Room, pairing: Pairing, now: Now) -> RoomGame:
    board = now.boards.get(pairing.game, NO_BOARD)
    players = {1: pairing.one, 2: pairing.two, None: None}
    return RoomGame(
        pairing.game,
        pairing.one,
        pairing.two,
        (room.name_of(pairing.one), room.name_of(pairing.two)),
        pairing.over,
        pairing.winner,
        board.version,
        board.moves,
        None if pairing.over else players[board.to_move],
        0.0 if board.held or not board.version else round(max(0.0, now.monotonic - board.since), 1),
    )


def _class_game(room: Room, now: Now) -> ClassGameMessage | None:
    played = room.class_game
    if played is None:
        return None
    board = now.boards.get(played.game, NO_BOARD)
    return ClassGameMessage(
        played.game,
        played.seat,
        played.level,
        board.version,
        board.moves,
        board.to_move if board.version else None,
        bool(board.version) and board.to_move is None,
        _vote(room, played.vote, now) if played.vote else None,
    )


def _vote(room: Room, vote: Vote, now: Now) -> VoteMessage:
    """Return a vote as everyone sees it: who voted for what is never sent."""
    voted = {ballot.pupil for ballot in counted(room, vote)}
    present = {pupil.number for pupil in room.present}
    left = vote.left if vote.closes is None else max(0.0, vote.closes - now.wall)
    ranked = [] if vote.open else [ChosenMove(*item) for item in tally(room, vote)]
    voters = len(voted | present & set(vote.expected))
    left = None if left is None else round(left, 1)
    return VoteMessage(vote.ply, vote.open, len(voted), voters, left, ranked, vote.chosen)


def _own_vote(room: Room, number: int) -> int | None:
    vote = room.class_game.vote if room.class_game else None
    ballots = vote.ballots if vote else ()
    return next((ballot.move for ballot in ballots if ballot.pupil == number), None)


def _pupil(room: Room, number: int) -> PupilRoom:
    pupil, pairing = room.pupil(number), room.pairing_of(number)
    line = next(line for line in standings(room) if line.number == number)
    opponent = None if pairing is None else pairing.opponent(number)
    name = "the computer" if opponent == COMPUTER else opponent and room.name_of(opponent)
    return PupilRoom(
        number,
        pupil.name,
        line.points,
        line.place,
        pairing.game if pairing else None,
        seat_of(pairing, number) if pairing else None,
        name or None,
        pairing is not None and pairing.over,
        [room.work.get(number, {}).get(index, "") for index in range(len(room.puzzles))],
        _own_vote(room, number),
    )
