"""API handlers for rooms: open one, join it, change it, end it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from msgspec import Raw, Struct, json
from msgspec.structs import asdict, replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import DuelError
from divisor_duel.game import brief
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.daily import TRIES
from divisor_duel.web.api.games import owner_hash
from divisor_duel.web.api.http import decode, read_body, run_query
from divisor_duel.web.api.room_codes import check_wait, find_room, site_of
from divisor_duel.web.classroom import changes, votes
from divisor_duel.web.classroom.codes import new_code
from divisor_duel.web.classroom.room import (
    TEACHER,
    AssignedPosition,
    Ballot,
    ClassGame,
    Projected,
    Room,
)
from divisor_duel.web.classroom.standings import as_csv, standings
from divisor_duel.web.context import SEAT_COOKIE, context_of, json_response, token_of
from divisor_duel.web.engine.pool import QUERY_SECONDS
from divisor_duel.web.engine.position_queries import read_address
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game import clock
from divisor_duel.web.game.rematch import new_id
from divisor_duel.web.game.setup_limits import set_up_limited
from divisor_duel.web.game.table import NotAllowedError, RefusedError, hash_token
from divisor_duel.web.play.class_votes import cast_vote, start_vote
from divisor_duel.web.play.room_memory import client_in
from divisor_duel.web.play.rooms import Operation
from divisor_duel.web.schema import room_requests as messages
from divisor_duel.web.schema.room_views import PuzzleTask
from divisor_duel.web.schema.states import State

HOUR = 3600
"""Seconds in an hour."""

FIRST_PUZZLES = 5
"""How many puzzles a room has that begins with puzzles."""


async def open_room(request: Request) -> Response:
    """POST /api/rooms."""
    context = context_of(request)
    site = site_of(request)
    body = decode(await read_body(request), messages.NewRoom)
    rules = set_up_limited(body.game, body.options)
    _check_level(body.level)
    check_wait(context.rate_limiter.admit_room(site), "you have opened too many rooms")
    now = clock.now()
    room = Room(
        code=new_code(),
        teacher=hash_token(body.token),
        owner=owner_hash(site),
        game=rules.id,
        options=rules.options,
        level=body.level,
        opened=now,
        expires=now + context.limits.room_hours * HOUR,
        pairs=body.pairs,
        help=body.help,
        lesson=body.begin == "lesson",
    )
    if room.lesson:
        _check_lesson(room)
    if body.begin == "puzzles":
        room = replace(_set_puzzles(FIRST_PUZZLES, room), version=1)
    await context.rooms.open(room)
    return _seated(request, room, TEACHER, body.token, 201)


def _check_level(level: str) -> None:
    if level not in OPPONENTS:
        known = ", ".join(OPPONENTS)
        raise RefusedError(f"the computer's level must be one of {known}, not {brief(level)}")


def _check_lesson(room: Room) -> None:
    if room.game not in GAMES:
        raise RefusedError("there is no lesson on this game")


async def join_room(request: Request) -> Response:
    """POST /api/rooms/{id}/join."""
    context = context_of(request)
    body = decode(await read_body(request), messages.JoinRoom)
    room = await find_room(request)
    hashed = hash_token(body.token)
    most = context.limits.room_pupils
    if room.number_of_hash(hashed) is None:
        changes.join(room, body.token, body.name, most)  # a refusal costs the room nothing
        check_wait(context.rooms.admit_join(room), "too many pupils are joining at once")
    room = await context.rooms.change(
        room.code, lambda room: changes.join(room, body.token, body.name, most)
    )
    number = room.number_of_hash(hashed)
    assert number is not None
    return _seated(request, room, number, body.token)


def _seated(request: Request, room: Room, number: int, token: str, status: int = 200) -> Response:
    """Return a room to a person who has just got a place, with the cookie for the budget."""
    response = _view(request, room, number, status)
    seconds = max(0, int(room.expires - clock.now()))
    response.set_cookie(
        SEAT_COOKIE,
        token,
        max_age=seconds,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    request.scope["client_name"] = client_in(room, number)
    return response


def _view(request: Request, room: Room, number: int, status: int = 200) -> Response:
    return json_response(context_of(request).rooms.view(room, number).room, status)


def number_in(request: Request, room: Room) -> int:
    """Return who sends a request: the teacher or a pupil; 401 or 403 for anyone else."""
    token = token_of(request.headers)
    if token is None:
        raise HTTPException(401, "the token is missing: send Authorization: Bearer TOKEN")
    number = room.number_of(token)
    if number is None:
        raise NotAllowedError("you are not in this room; join it with its code")
    return number


async def taught_room(request: Request) -> Room:
    """Return the room in the path if the request is its teacher's."""
    room = await find_room(request)
    if number_in(request, room) != TEACHER:
        raise NotAllowedError("only the teacher can do that")
    return room


async def show_room(request: Request) -> Response:
    """GET /api/rooms/{id}."""
    room = await find_room(request)
    return _view(request, room, number_in(request, room))


async def show_results(request: Request) -> Response:
    """GET /api/rooms/{id}/results."""
    return json_response(await context_of(request).reviews.results(await taught_room(request)))


async def show_table(request: Request) -> Response:
    """GET /api/rooms/{id}/results.csv."""
    room = await taught_room(request)
    results = await context_of(request).reviews.results(room)
    accuracy = {line.number: line.accuracy for line in results.lines}
    return Response(as_csv(standings(room), accuracy), media_type="text/csv")


async def change_room(request: Request) -> Response:
    """POST /api/rooms/{id}/change."""
    room, context = await taught_room(request), context_of(request)
    rooms = context.rooms
    what = decode(await read_body(request), messages.ChangeRoom).what
    if isinstance(what, messages.StartRound):
        changed = await rooms.start_round(room.code, what.after)
    elif isinstance(what, messages.StartVote):
        changed = await start_vote(rooms, context.service, room.code, what.ply)
    elif isinstance(what, messages.RemoveNewcomers):
        changed = await rooms.change(
            room.code, lambda room: changes.remove_newcomers(room, rooms.here(room))
        )
    elif isinstance(what, messages.SetPositions):
        positions = await _positions(request, room, what.links)
        changed = await rooms.change(room.code, lambda room: changes.set_puzzles(room, positions))
    elif isinstance(what, messages.EndRoom):
        await rooms.end(room.code)
        changed = room
    else:
        changed = await rooms.change(room.code, operation_of(what))
    return _view(request, changed, TEACHER)


def _set_rules(what: messages.ChangeSettings, room: Room) -> Room:
    if what.lesson:
        _check_lesson(room)
    changed = changes.set_rules(room, what.paused, what.help, what.closed, what.pairs, what.lesson)
    return votes.follow_pause(room, changed, clock.now())


def _start_class_game(what: messages.StartClassGame) -> Operation:
    _check_level(what.level)
    seat = 1 if what.first == "class" else 2
    played = ClassGame(new_id(), seat, what.level, what.seconds)
    return lambda room: votes.start_game(room, what.after, played)


def _set_puzzles(count: int, room: Room) -> Room:
    if room.game not in GAMES:
        raise RefusedError("there are no puzzles of this game")
    return changes.set_puzzles(room, [secrets.token_urlsafe(9) for _ in range(count)])


async def _positions(request: Request, room: Room, links: Sequence[str]) -> list[AssignedPosition]:
    """Return the positions of addresses; RefusedError if one is not a position to solve."""
    positions = []
    for number, link in enumerate(links, 1):
        try:
            record = read_address(link)
            if record.game.id != room.game:
                own, other = room.rules.short_title, record.game.short_title
                raise RefusedError(f"this is a position of {other}, and the room plays {own}")
        except DuelError as error:
            raise RefusedError(f"position {number}: {error}") from None
        position = AssignedPosition(
            dict(record.game.options), int(record.first), record.moves, record.start
        )
        await _ask(request, room, position, f"position {number}: ")
        positions.append(position)
    return positions


def operation_of(what: messages.AnyChange) -> Operation:
    """Return a teacher's change as an operation on a room."""
    for kind, operation in OPERATIONS.items():
        if isinstance(what, kind):
            return operation(what)
    raise RefusedError("this cannot be changed")


class _Puzzle(Struct):
    """What is needed of a puzzle as a worker sends it."""

    grade: str
    state: Raw
    solution: int
    reason: str
    winning: tuple[int, ...] = ()
    """All winning moves, if there are several."""


async def _ask(
    request: Request, room: Room, assigned: str | AssignedPosition, prefix: str = ""
) -> _Puzzle:
    """Return a puzzle or an assigned position as a worker knows it."""
    if isinstance(assigned, str):
        query = Query("puzzle", room.game, seed=assigned)
    else:
        query = Query("assigned", room.game, **asdict(assigned))
    workers = context_of(request).analysis_workers
    try:
        reply = await run_query(request, workers, query, QUERY_SECONDS)
    except RefusedError as error:
        raise RefusedError(f"{prefix}{error}") from None
    return json.decode(reply, type=_Puzzle)


async def try_puzzle(request: Request) -> Response:
    """POST /api/rooms/{id}/puzzle: a pupil's try, or the puzzle itself."""
    room, context = await find_room(request), context_of(request)
    number = number_in(request, room)
    body = decode(await read_body(request), messages.TryPuzzle)
    changes.tries_of(room, number, body.puzzle)
    puzzle = await _ask(request, room, room.puzzles[body.puzzle])
    if body.move is not None and number != TEACHER:
        right = body.move in (puzzle.winning or (puzzle.solution,))
        room = await context.rooms.change(
            room.code, lambda room: changes.answer(room, number, body.puzzle, right)
        )
    tries = changes.tries_of(room, number, body.puzzle)
    over = changes.is_over(tries)
    state = cast("State", puzzle.state)
    solution, reason = (puzzle.solution, puzzle.reason) if over else (None, None)
    left = max(0, TRIES - len(tries))
    task = PuzzleTask(body.puzzle, puzzle.grade, state, tries, left, solution, reason)
    return json_response(task)


async def vote(request: Request) -> Response:
    """POST /api/rooms/{id}/vote: a pupil's vote for the class's next move."""
    room, context = await find_room(request), context_of(request)
    number = number_in(request, room)
    if number == TEACHER:
        raise NotAllowedError("only pupils vote; close the vote when you have seen enough")
    body = decode(await read_body(request), messages.CastVote)
    ballot = Ballot(number, body.move)
    room = await cast_vote(context.rooms, context.service, room.code, body.game, body.ply, ballot)
    return _view(request, room, number)


OPERATIONS: dict[type, Callable[..., Operation]] = {
    messages.ChangeSettings: lambda what: partial(_set_rules, what),
    messages.RenamePupil: lambda what: lambda room: changes.rename(room, what.pupil, what.name),
    messages.RemovePupil: lambda what: lambda room: changes.remove(room, what.pupil),
    messages.FreePlace: lambda what: lambda room: changes.free_place(room, what.pupil),
    messages.SetPuzzles: lambda what: partial(_set_puzzles, what.count),
    messages.StartClassGame: _start_class_game,
    messages.EndClassGame: lambda what: votes.end_game,
    messages.CloseVote: lambda what: lambda room: votes.close(room, what.ply),
    messages.Project: lambda what: (
        lambda room: changes.project(room, Projected(what.game, what.discussed, what.revealed))
    ),
}
"""How each change of a teacher becomes an operation on a room."""
