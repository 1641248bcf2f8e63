"""What the server's handlers do, for the one reader of a static site.

A request has the path and the body that the server would get, and an answer is what it would
send. Nothing is stored here: the page stores every game, sends its table along with a request,
and saves the changed table before it shows the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from divisor_duel.engine import Engine
from divisor_duel.engine.clock import StepClock
from divisor_duel.engine.levels import Choice
from divisor_duel.errors import DuelError
from divisor_duel.play.record import write_records
from divisor_duel.web.engine import (
    exercise_queries,
    game_queries,
    picture_queries,
    position_queries,
    puzzle_queries,
    tasks,
)
from divisor_duel.web.engine.pictures import DRAWERS
from divisor_duel.web.engine.query import Query, query_to_move
from divisor_duel.web.game import moves
from divisor_duel.web.game.actions import ACTIONS, Caller
from divisor_duel.web.game.catalog import catalog
from divisor_duel.web.game.new_table import NewTable, new_table, read_game, table_from_record
from divisor_duel.web.game.query_string import read_ply
from divisor_duel.web.game.table import (
    HERE,
    MOST_MOVES,
    RefusedError,
    StaleError,
    Table,
    check_seat,
    is_waiting,
)
from divisor_duel.web.game.view import for_player, state_of
from divisor_duel.web.offline.sent_games import SentGame, receive
from divisor_duel.web.schema import requests
from divisor_duel.web.schema.states import Created, State, encode

TROUBLE = "The computer could not find a move. Undo a move, or reload the page."

Message = TypeVar("Message")


class Request(Struct):
    """A request as the page sends it."""

    path: str
    """The path that the server would get, such as ``/api/position``."""
    params: dict[str, str] = {}
    """The query string, read into names and values."""
    body: Raw = Raw(b"{}")
    token: str | None = None
    """The token of the player's seat."""
    table: Table | None = None
    """The game that the request is about, as the page stored it."""
    root: str = ""
    """What the addresses of this site begin with, for QR codes."""


class SavedGame(Struct):
    """A game to store: its table, and the state to show when the page is opened again."""

    table: Table
    state: State


class Reply(Struct, omit_defaults=True):
    """The answer to a request, or the reason why there is none."""

    answer: object = None
    """The message or the text that the server would send."""
    saved: list[SavedGame] = []
    """The games that the request has changed or made."""
    error: str = ""
    """Why the request was refused, in one sentence."""
    state: State | None = None
    """The current state, if the request was about an earlier one."""


class Backend:
    """Answers requests with one engine; `counted` measures its time in steps, for tests."""

    def __init__(self, counted: bool = False) -> None:
        self._engine = Engine(clock=StepClock) if counted else Engine()

    def answer(self, request: str) -> str:
        """Return the reply to a request, both as JSON."""
        return encode(self._reply(_REQUESTS.decode(request))).decode()

    def stream(self, request: str) -> Iterator[str]:
        """Yield better and better analyses of a position as JSON."""
        query = position_queries.position_query("explore", _REQUESTS.decode(request).params)
        for message, _ in tasks.explore(query, self._engine):
            yield encode(message).decode()

    def _reply(self, request: Request) -> Reply:
        try:
            return self._handle(request)
        except StaleError as error:
            assert request.table
            return Reply(error=str(error), state=seen_by(request.table, request.token))
        except DuelError as error:
            return Reply(error=str(error))
        except (MemoryError, RecursionError):
            return Reply(error=tasks.TOO_LARGE)

    def _handle(self, request: Request) -> Reply:
        if request.path in PLAIN:
            return Reply(PLAIN[request.path](request))
        if request.path in QUERIES:
            return Reply(self._run(QUERIES[request.path](request)))
        if request.path in CREATIONS:
            return _created(CREATIONS[request.path](request))
        place, _, name = request.path.removeprefix("/").partition("/")
        if place == "api" and name.startswith("lessons/"):
            return Reply(self._run(puzzle_queries.lesson_query(name.partition("/")[2])))
        return self._handle_game(request, request.path.split("/")[-1])

    def _handle_game(self, request: Request, name: str) -> Reply:
        """Answer a request about a game, whose table it holds."""
        table = request.table
        if name == "receive":
            return _received(request, request.path.split("/")[-2])
        if table is None:
            raise RefusedError(f"the site without a server has no {request.path}")
        if name == "computer":
            return self._computer_move(table)
        if name in ACTIONS:
            return _changed(request, table, name)
        if name == "record":
            return Reply(write_records([table.record]))
        if name in GAME_QUERIES:
            return Reply(self._run(GAME_QUERIES[name](table, request.params)))
        return Reply(seen_by(table, request.token, read_ply(request.params, table)))

    def _run(self, query: Query) -> Struct | Choice | str:
        if query.kind in DRAWERS:
            return DRAWERS[query.kind](query, self._engine)
        answer = tasks.answer(query, engine=self._engine)
        return answer.decode() if isinstance(answer, bytes) else answer

    def _computer_move(self, table: Table) -> Reply:
        """Make the computer's move; say so if it could find none."""
        if not is_waiting(table):
            raise StaleError("it is not the computer's turn")
        if len(table.moves) >= MOST_MOVES:
            return _saved(moves.resign_for_computer(table))
        try:
            choice = self._run(query_to_move(table))
        except (MemoryError, RecursionError):
            return _saved(moves.with_trouble(table, TROUBLE))
        assert isinstance(choice, Choice)
        seat, ply = int(table.position.to_move), len(table.moves)
        unsure = choice.sure is False
        return _saved(moves.move(table, seat, ply, choice.move, unsure=unsure, said=choice.reason))


def _decode(request: Request, kind: type[Message]) -> Message:
    try:
        return msgspec.json.decode(request.body, type=kind)
    except msgspec.ValidationError as error:
        raise RefusedError(str(error)) from None


def seen_by(table: Table, token: str | None, ply: int | None = None) -> State:
    """Return the state of a game as the holder of a token sees it."""
    state = state_of(table, ply=ply)
    seat = table.seat_of(token) if token else None
    return for_player(state, table, seat, token) if seat and token else state


def _saved(*tables: Table, token: str | None = None) -> Reply:
    """Return a reply with the first table's state, and all tables to store."""
    return Reply(seen_by(tables[0], token), [SavedGame(table, state_of(table)) for table in tables])


def _changed(request: Request, table: Table, name: str) -> Reply:
    """Run a player's action on a game."""
    action, kind = ACTIONS[name]
    token = request.token or ""
    seat = check_seat(table.seat_of(token))
    change = action(Caller(seat, token, _decode(request, kind), monotonic()), table)
    changed, added = change if isinstance(change, tuple) else (change, None)
    return _saved(*filter(None, (changed, added)), token=token)


def _created(new: NewTable) -> Reply:
    if new.table.mode != HERE:
        raise RefusedError("a game with a link needs a server")
    seats = {str(seat): token for seat, token in new.tokens.items()}
    state = state_of(new.table)
    return Reply(Created(new.table.id, seats, state, {}), [SavedGame(new.table, state)])


def _received(request: Request, id: str) -> Reply:
    """Store the game of a link that another player has sent."""
    table, seats = receive(id, request.table, _decode(request, SentGame))
    state = state_of(table)
    return Reply(Created(table.id, seats, state, {}), [SavedGame(table, state)])


def _tree(request: Request) -> Query:
    return Query("tree", text=_decode(request, requests.RecordText).text)


PLAIN: dict[str, Callable[[Request], object]] = {
    "/api/catalog": lambda request: catalog(),
    "/api/puzzle/rating": lambda request: puzzle_queries.rating_of(request.params),
    "/api/daily/result": lambda request: puzzle_queries.result_of(request.params),
}
"""Requests that need no engine, by path."""

QUERIES: dict[str, Callable[[Request], Query]] = {
    "/api/puzzle": lambda request: puzzle_queries.puzzle_query(request.params),
    "/api/exercise": lambda request: exercise_queries.exercise_query(request.params),
    "/api/practice": lambda request: exercise_queries.practice_query(
        _decode(request, requests.PracticeRequest)
    ),
    "/api/daily": lambda request: puzzle_queries.daily_query(request.params),
    "/api/position": lambda request: position_queries.position_query("state", request.params),
    "/api/position/setting": lambda request: position_queries.position_query(
        "setting", request.params
    ),
    "/api/position/analysis": lambda request: position_queries.analysis_query(request.params),
    "/api/position/why": lambda request: position_queries.why_query(request.params),
    "/api/position/record": lambda request: position_queries.variations_query(
        _decode(request, requests.Tree)
    ),
    "/api/records/tree": _tree,
    "/api/progress": lambda request: puzzle_queries.progress_query(
        _decode(request, requests.ProgressRequest)
    ),
    "/picture.png": lambda request: picture_queries.position_picture(request.params),
    "/daily/result.png": lambda request: picture_queries.result_picture(request.params),
    "/qr.svg": lambda request: picture_queries.code_picture(request.params, request.root),
}
"""The engine's query for each request, by path; pictures are answered as SVG."""

CREATIONS: dict[str, Callable[[Request], NewTable]] = {
    "/api/games": lambda request: new_table(_decode(request, requests.NewGame)),
    "/api/records": lambda request: table_from_record(
        read_game(_decode(request, requests.RecordText).text)
    ),
}
"""Requests that create a game, by path."""

GAME_QUERIES: dict[str, Callable[[Table, dict[str, str]], Query]] = {
    "analysis": game_queries.analysis_query,
    "hint": game_queries.hint_query,
    "coach": game_queries.coach_query,
    "review": game_queries.review_query,
    "picture.png": lambda table, params: picture_queries.game_picture(table),
}
"""The engine's query for each request about a game, by the last word of its path."""

_REQUESTS = msgspec.json.Decoder(Request)
