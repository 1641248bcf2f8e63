"""Build the OpenAPI document from the endpoints and the types of their messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

import msgspec

from divisor_duel.files import Json, JsonObject
from divisor_duel.version import __version__
from divisor_duel.web.api.endpoint import Endpoint
from divisor_duel.web.game.query_string import parameters_of
from divisor_duel.web.game.view import views
from divisor_duel.web.schema import requests, states

_ID: JsonObject = {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"}
_COMMON_ERRORS = {
    "429": "Too many requests; Retry-After says when to try again.",
    "503": "Busy at the moment; Retry-After says when to try again.",
}
_EXTRA_MESSAGES = (
    states.ErrorMessage,
    states.StaleMessage,
    requests.Hello,
    requests.Ping,
    requests.MoveMessage,
    states.Pong,
    states.RefusedMessage,
    states.Interrupted,
)
"""Messages that no endpoint in the table names."""


def document(endpoints: Iterable[Endpoint]) -> JsonObject:
    """Return the OpenAPI document for these endpoints."""
    table = list(endpoints)
    paths: dict[str, JsonObject] = {}
    for endpoint in table:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Divisor Duel",
            "version": __version__,
            "description": "Play divisibility games. Live states: the WebSocket "
            "/api/games/{id}/live sends a StateMessage on connect and on every change.",
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(table),
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _schemas(table: list[Endpoint]) -> JsonObject:
    used = [kind for endpoint in table for kind in (endpoint.body, endpoint.reply)]
    kinds = dict.fromkeys([*filter(None, used), *_EXTRA_MESSAGES, *views()])
    _, schemas = msgspec.json.schema_components(
        list(kinds), ref_template="#/components/schemas/{name}"
    )
    refs = [{"$ref": f"#/components/schemas/{view.__name__}"} for view in views()]
    schemas["State"]["properties"]["view"] = {"anyOf": refs}
    return schemas


def _operation(endpoint: Endpoint) -> JsonObject:
    content = _content(endpoint.reply)
    answer: JsonObject = {"description": endpoint.summary, "content": content}
    responses: JsonObject = {str(endpoint.status): answer}
    for status, about in {**endpoint.errors, **_COMMON_ERRORS}.items():
        message = states.StaleMessage if status == "409" else states.ErrorMessage
        succeeded = status.startswith("2")
        content = _content(endpoint.reply if succeeded else message)
        responses[status] = {"description": about, "content": content}
    operation: JsonObject = {"summary": endpoint.summary, "responses": responses}
    parameters = [_in_path(name) for name in re.findall(r"{(\w+)}", endpoint.path)]
    parameters += _in_query(endpoint.query) if endpoint.query else []
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body)}
    if endpoint.seat:
        operation["security"] = [{"seat": []}]
    return operation


def _in_path(name: str) -> Mapping[str, Json]:
    return {"name": name, "in": "path", "required": True, "schema": _ID}


def _in_query(kind: type[msgspec.Struct]) -> list[Mapping[str, Json]]:
    schemas = parameters_of(kind)
    return [
        {
            "name": field.encode_name,
            "in": "query",
            "required": field.required,
            "schema": {key: part for key, part in schema.items() if key != "description"},
            "description": schema["description"],
        }
        for field in msgspec.structs.fields(kind)
        for schema in [cast("JsonObject", schemas[field.encode_name])]
    ]


def _content(kind: type | None) -> JsonObject:
    if kind is None:
        return {"text/plain": {"schema": {"type": "string"}}}
    if not issubclass(kind, msgspec.Struct):
        return {"application/json": {"schema": {}}}
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
