"""All API endpoints in one table, which gives the routes and the OpenAPI document.

To add an endpoint, write its handler and its row here. A change that a player makes with a
token is an action on a table, in `game.actions`.
"""

from __future__ import annotations

from functools import lru_cache, partial

from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.web.api import analysis as game_analysis
from divisor_duel.web.api import (
    games,
    health,
    live,
    lobby,
    openapi,
    positions,
    puzzles,
    room_live,
    rooms,
)
from divisor_duel.web.api.endpoint import Endpoint, Handler
from divisor_duel.web.context import json_response
from divisor_duel.web.engine import exercise_queries, learning, puzzle_queries
from divisor_duel.web.game import actions
from divisor_duel.web.schema import (
    analysis,
    queries,
    requests,
    room_requests,
    room_views,
    states,
)

GAME = "/api/games/{id}"

ROOM = "/api/rooms/{id}"
NO_ROOM = {"404": "There is no such room."}
PLACE = {"401": "The token is missing.", "403": "The token is wrong, or a pupil's."}
NO_LOBBY = {"404": "This server has no lobby."}
NO_GAME = {"404": "There is no such game."}
BODY = {
    "400": "The body is not JSON.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "The request is not allowed; the error says why.",
}
SEAT = {
    "401": "The token is missing.",
    "403": "The token is wrong, or its seat cannot do that now.",
    "409": "The position has changed; the response contains the current state.",
}
THINKING = {"403": "Two people are still playing.", "422": "There is no such position."}
NO_POSITION = {"422": "There is no such position; the error says why."}


def creating(path: str, handler: Handler, summary: str, body: type) -> Endpoint:
    """Return an endpoint that creates a game."""
    return Endpoint(path, handler, summary, states.Created, BODY, None, "POST", body, 201)


def changing(name: str) -> Endpoint:
    """Return an endpoint that changes a game; the action's docstring is its summary."""
    action, body = actions.ACTIONS[name]
    handler, summary = partial(games.change, action, body), (action.__doc__ or name).rstrip(".")
    errors = NO_GAME | BODY | SEAT
    path = f"{GAME}/{name}"
    return Endpoint(path, handler, summary, states.State, errors, None, "POST", body, seat=True)


async def show_openapi(request: Request) -> Response:
    """GET /api/openapi.json."""
    return json_response(_document())


@lru_cache(maxsize=1)
def _document() -> bytes:
    return states.encode(openapi.document(ENDPOINTS))


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "/api/catalog",
        games.show_catalog,
        "The games, their options and the computer's levels",
        states.Catalog,
    ),
    creating("/api/games", games.create_game, "Set up a game", requests.NewGame),
    creating(
        "/api/records", games.create_from_record, "Continue a recorded game", requests.RecordText
    ),
    Endpoint(
        GAME,
        games.show_game,
        "The state of a game",
        states.State,
        NO_GAME | {"422": "There is no such ply."},
        queries.PlyQuery,
    ),
    Endpoint(f"{GAME}/record", games.show_record, "The game as text", None, NO_GAME),
    changing("moves"),
    changing("undo"),
    changing("redo"),
    changing("takeback"),
    changing("resign"),
    changing("reaction"),
    changing("claim"),
    Endpoint(
        f"{GAME}/join",
        games.join,
        "Take a seat, with an invitation or in an open game",
        states.State,
        NO_GAME | BODY | {"403": "The seat is taken, or the invitation is wrong."},
        None,
        "POST",
        requests.JoinRequest,
    ),
    changing("rematch"),
    changing("swap"),
    Endpoint(
        f"{GAME}/analysis",
        game_analysis.show_analysis,
        "What every move is worth, and why",
        analysis.AnalysisMessage,
        NO_GAME | THINKING,
        queries.PlyQuery,
    ),
    Endpoint(
        f"{GAME}/hint",
        game_analysis.show_hint,
        "Help in three steps; the last names a move",
        analysis.HintMessage,
        NO_GAME | THINKING,
        queries.HintQuery,
    ),
    Endpoint(
        f"{GAME}/coach",
        game_analysis.show_coach,
        "The coach's warning before a move",
        analysis.CoachMessage,
        NO_GAME | THINKING,
        queries.MoveQuery,
    ),
    Endpoint(
        f"{GAME}/review",
        game_analysis.show_review,
        "Every move judged",
        analysis.ReviewMessage,
        NO_GAME | THINKING,
    ),
    Endpoint(
        f"{GAME}/live",
        live.live,
        "A WebSocket: the state on connect and on every change",
        states.StateMessage,
        NO_GAME | {"403": "The Origin belongs to another site."},
        status=101,
    ),
    Endpoint(
        "/api/lobby",
        lobby.show_lobby,
        "Games that anyone can join",
        states.Lobby,
        NO_LOBBY,
    ),
    Endpoint(
        "/api/lobby",
        lobby.pair,
        "Join a waiting player, or wait for one",
        states.State,
        BODY | NO_LOBBY | {"201": "A new game that waits for an opponent."},
        None,
        "POST",
        requests.PairRequest,
    ),
    Endpoint(
        "/api/rooms",
        rooms.open_room,
        "Open a room for a class",
        room_views.RoomView,
        BODY,
        None,
        "POST",
        room_requests.NewRoom,
        201,
    ),
    Endpoint(
        ROOM,
        rooms.show_room,
        "A room as its teacher or a pupil sees it",
        room_views.RoomView,
        NO_ROOM | PLACE,
        seat=True,
    ),
    Endpoint(
        f"{ROOM}/join",
        rooms.join_room,
        "Join a room with a first name",
        room_views.RoomView,
        NO_ROOM | BODY | {"403": "The room is closed to newcomers."},
        None,
        "POST",
        room_requests.JoinRoom,
    ),
    Endpoint(
        f"{ROOM}/change",
        rooms.change_room,
        "Start a round or a vote, change settings or pupils, use the projector, or end the room",
        room_views.RoomView,
        NO_ROOM | BODY | PLACE | {"409": "The game is at another move."},
        None,
        "POST",
        room_requests.ChangeRoom,
        seat=True,
    ),
    Endpoint(
        f"{ROOM}/puzzle",
        rooms.try_puzzle,
        "Try a move in a puzzle of the room",
        room_views.PuzzleTask,
        NO_ROOM | BODY | PLACE,
        None,
        "POST",
        room_requests.TryPuzzle,
        seat=True,
    ),
    Endpoint(
        f"{ROOM}/vote",
        rooms.vote,
        "Vote for the next move of the class, or change the vote",
        room_views.RoomView,
        NO_ROOM | BODY | PLACE | {"409": "The vote is closed."},
        None,
        "POST",
        room_requests.CastVote,
        seat=True,
    ),
    Endpoint(
        f"{ROOM}/results",
        rooms.show_results,
        "Standings, accuracy against exact play, and positions to discuss",
        room_views.RoomResults,
        NO_ROOM | PLACE,
        seat=True,
    ),
    Endpoint(
        f"{ROOM}/results.csv",
        rooms.show_table,
        "The standings as CSV, for spreadsheets",
        None,
        NO_ROOM | PLACE,
        seat=True,
    ),
    Endpoint(
        f"{ROOM}/live",
        room_live.live,
        "A WebSocket: the room after hello, and after every change",
        room_views.RoomMessage,
        NO_ROOM | {"403": "The Origin belongs to another site."},
        status=101,
    ),
    Endpoint(
        "/api/puzzle",
        puzzles.show_puzzle,
        "Find the winning move",
        analysis.PuzzleMessage,
        {"422": "There is no such game."},
        queries.PuzzleQuery,
    ),
    Endpoint(
        "/api/puzzle/rating",
        puzzles.show_rating,
        "How a puzzle changes a solver's rating",
        puzzle_queries.RatingMessage,
        {"422": "There is no such rating."},
        queries.RatingQuery,
    ),
    Endpoint(
        "/api/daily",
        puzzles.show_daily,
        "The puzzle of the day",
        learning.DailyMessage,
        {"422": "There is no such day."},
        queries.DayQuery,
    ),
    Endpoint(
        "/api/daily/result",
        puzzles.show_result,
        "A result to share",
        puzzle_queries.ResultMessage,
        {"422": "There is no such result."},
        queries.ResultQuery,
    ),
    Endpoint(
        "/api/lessons/{game}",
        puzzles.show_lesson,
        "A game taught in steps",
        learning.LessonMessage,
        {"422": "There is no such game."},
    ),
    Endpoint(
        "/api/exercise",
        puzzles.show_exercise,
        "A position to practise one idea of a game",
        exercise_queries.SetExerciseMessage,
        {"422": "There is no such exercise."},
        queries.ExerciseQuery,
    ),
    Endpoint(
        "/api/practice",
        puzzles.show_practice,
        "Note what a browser's player missed or practised, and return what comes back today",
        exercise_queries.PracticeMessage,
        BODY,
        None,
        "POST",
        requests.PracticeRequest,
    ),
    Endpoint(
        "/api/progress",
        puzzles.merge_progress,
        "Add a code to a browser's progress, and return all of it as a code",
        learning.MergedMessage,
        BODY,
        None,
        "POST",
        requests.ProgressRequest,
    ),
    Endpoint(
        "/api/position",
        positions.show_position,
        "Any position",
        states.State,
        NO_POSITION,
        queries.PositionQuery,
    ),
    Endpoint(
        "/api/position/setting",
        positions.show_setting,
        "The parts of a position that can be set up",
        analysis.SettingMessage,
        NO_POSITION,
        queries.PositionQuery,
    ),
    Endpoint(
        "/api/position/analysis",
        positions.show_position_analysis,
        "What every move of any position is worth, and why",
        analysis.AnalysisMessage,
        NO_POSITION,
        queries.AnalysisQuery,
    ),
    Endpoint(
        "/api/position/why",
        positions.show_why,
        "Why one move of any position wins or loses",
        analysis.WhyMessage,
        NO_POSITION,
        queries.PositionMoveQuery,
    ),
    Endpoint(
        "/api/position/values",
        positions.watch_values,
        "The analysis while it improves: one JSON message per line",
        None,
        NO_POSITION,
        queries.PositionQuery,
    ),
    Endpoint(
        "/api/position/record",
        positions.write_variations,
        "A tree of variations as the text of a record",
        None,
        BODY,
        None,
        "POST",
        requests.Tree,
    ),
    Endpoint(
        "/api/records/tree",
        positions.read_variations,
        "A record as a tree of variations, to explore",
        requests.Tree,
        BODY,
        None,
        "POST",
        requests.RecordText,
    ),
    Endpoint("/api/openapi.json", show_openapi, "This document", dict),
    Endpoint("/healthz", health.show_health, "Whether the server is running", states.Health),
    Endpoint(
        "/readyz", health.show_readiness, "Whether the server can do its work", states.Readiness
    ),
    Endpoint(
        "/metrics",
        health.show_metrics,
        "Metrics for Prometheus",
        None,
        {"403": "Only the operator may see this."},
    ),
)
