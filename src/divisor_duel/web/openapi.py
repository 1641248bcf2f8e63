"""The OpenAPI document, made from the types of the messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from divisor_duel import __version__
from divisor_duel.web import messages

_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"},
}
_GAME_ERRORS = {"404": "There is no such game."}
_SEAT_ERRORS = {
    "400": "The body is not JSON.",
    "401": "There is no token.",
    "403": "The token is wrong, or its seat may not do that now.",
    "409": "The position has changed meanwhile; the answer holds it.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "It is not allowed; the sentence says why.",
}
_BODY_ERRORS = {status: _SEAT_ERRORS[status] for status in ("400", "413", "415", "422")}
_THINKING_ERRORS = {
    "403": "Two people are still playing.",
    "422": "There is no such position.",
}
_ALWAYS = {
    "429": "Too many requests; Retry-After says when the next may come.",
    "503": "Busy at the moment; Retry-After says when to try again.",
}
_ANY = {"description": "OpenAPI 3.1", "content": {"application/json": {"schema": {}}}}

REQUESTS = (
    messages.NewGame,
    messages.MoveRequest,
    messages.PlyRequest,
    messages.TakebackAnswer,
    messages.Nothing,
    messages.RecordText,
)
ANSWERS = (
    messages.ErrorMessage,
    messages.State,
    messages.Created,
    messages.StaleMessage,
    messages.AnalysisMessage,
    messages.HintMessage,
    messages.ReviewMessage,
    messages.PuzzleMessage,
    messages.Catalog,
    messages.Health,
    messages.StateMessage,
    messages.Hello,
    messages.Ping,
    *messages.VIEWS,
)


@lru_cache(maxsize=1)
def document() -> bytes:
    """The document as JSON."""
    _, components = msgspec.json.schema_components(
        (*REQUESTS, *ANSWERS), ref_template="#/components/schemas/{name}"
    )
    views = [{"$ref": f"#/components/schemas/{view.__name__}"} for view in messages.VIEWS]
    components["State"]["properties"]["view"] = {"anyOf": views}
    return messages.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Divisor Duel",
                "version": __version__,
                "description": "Play divisibility games. Live states: the WebSocket "
                "/api/games/{id}/live sends a StateMessage on connect and on every change.",
            },
            "paths": _paths(),
            "components": {
                "schemas": components,
                "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _paths() -> dict[str, Any]:
    game = "/api/games/{id}"
    ply = _query("ply", {"type": "integer", "minimum": 0}, "after how many moves")
    changes = {
        "moves": ("Make a move", "MoveRequest"),
        "undo": ("Take a move back, or ask to", "PlyRequest"),
        "redo": ("Make a move again that was taken back", "PlyRequest"),
        "takeback": ("Answer a takeback", "TakebackAnswer"),
        "resign": ("Give up", "Nothing"),
        "rematch": ("Begin or offer a rematch", "Nothing"),
        "swap": ("Change sides before the first move", "Nothing"),
    }
    thinking = {
        "analysis": ("What every move is worth, and why", "AnalysisMessage", [ply]),
        "hint": ("A good move, and why", "HintMessage", []),
        "review": ("Every move judged", "ReviewMessage", []),
    }
    return {
        "/api/catalog": {"get": _operation("What can be played", "Catalog")},
        "/api/games": {
            "post": _operation("Set up a game", "Created", _BODY_ERRORS, body="NewGame", ok="201")
        },
        "/api/records": {
            "post": _operation(
                "Take up a recorded game", "Created", _BODY_ERRORS, body="RecordText", ok="201"
            )
        },
        game: {
            "get": _operation(
                "The state", "State", _GAME_ERRORS | {"422": "No such ply."}, [_ID, ply]
            )
        },
        f"{game}/record": {"get": _record_operation()},
        **{f"{game}/{name}": {"post": _change(*what)} for name, what in changes.items()},
        **{
            f"{game}/{name}": {
                "get": _operation(
                    summary, answer, _GAME_ERRORS | _THINKING_ERRORS, [_ID, *parameters]
                )
            }
            for name, (summary, answer, parameters) in thinking.items()
        },
        f"{game}/live": {"get": _live_operation()},
        "/api/openapi.json": {"get": {"summary": "This document", "responses": {"200": _ANY}}},
        "/api/puzzle": {"get": _operation("Find the winning move", "PuzzleMessage", *_puzzle())},
        "/healthz": {"get": _operation("Whether the server is there", "Health")},
    }


def _puzzle() -> tuple[dict[str, str], list[dict[str, Any]]]:
    parameters = [
        _query("game", {"type": "string"}, "of which game; of any if left out"),
        _query("seed", {"type": "string", "maxLength": 40}, "the same seed, the same puzzle"),
        _query("daily", {"type": "string", "enum": ["1"]}, "today's puzzle"),
    ]
    return {"422": "There is no such game."}, parameters


def _query(name: str, schema: dict[str, Any], about: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema, "description": about}


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _operation(
    summary: str,
    answer: str,
    errors: dict[str, str] | None = None,
    parameters: list[dict[str, Any]] | None = None,
    body: str | None = None,
    ok: str = "200",
) -> dict[str, Any]:
    responses: dict[str, Any] = {ok: {"description": summary, "content": _content(answer)}}
    for status, about in ((errors or {}) | _ALWAYS).items():
        message = "StaleMessage" if status == "409" else "ErrorMessage"
        responses[status] = {"description": about, "content": _content(message)}
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    if parameters:
        operation["parameters"] = parameters
    if body:
        operation["requestBody"] = {"required": True, "content": _content(body)}
    return operation


def _change(summary: str, body: str) -> dict[str, Any]:
    operation = _operation(summary, "State", _GAME_ERRORS | _SEAT_ERRORS, [_ID], body)
    return operation | {"security": [{"seat": []}]}


def _live_operation() -> dict[str, Any]:
    """OpenAPI has no words for WebSockets, so the opening handshake must do."""
    operation = _operation(
        "A WebSocket: the state on connect and on every change",
        "StateMessage",
        _GAME_ERRORS | {"403": "The Origin is another site's."},
        [_ID],
    )
    operation["responses"]["101"] = operation["responses"].pop("200")
    return operation


def _record_operation() -> dict[str, Any]:
    operation = _operation("The game as text", "State", _GAME_ERRORS, [_ID])
    operation["responses"]["200"]["content"] = {"text/plain": {"schema": {"type": "string"}}}
    return operation
