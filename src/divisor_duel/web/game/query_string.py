"""Read query strings into the types of `schema.queries`, and describe their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypedDict, TypeVar

import msgspec
from msgspec import UNSET, Struct

from divisor_duel.game import brief
from divisor_duel.web.game.table import RefusedError, Table
from divisor_duel.web.schema.queries import PlyQuery

Asked = TypeVar("Asked", bound=Struct)


def read_query(query: Mapping[str, str], kind: type[Asked], **wanted: str) -> Asked:
    """Read a query string; RefusedError, which names the parameter, if it does not fit.

    `wanted` says what a parameter must be, where there are better words than its type's own.
    """
    try:
        return msgspec.convert(query, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _problem(query, kind, wanted) or RefusedError(str(error)) from None


def unfit(name: str, wanted: str, value: object) -> RefusedError:
    """Return the error for a parameter whose value is not what is wanted."""
    return RefusedError(f"{name} must be {wanted}, not {brief(value)}")


def read_ply(query: Mapping[str, str], table: Table) -> int:
    """Return the ply that ``?ply=`` asks for; by default the current one."""
    current = len(table.moves)
    wanted = f"a whole number from 0 to {current}"
    ply = read_query(query, PlyQuery, ply=wanted).ply
    if ply is UNSET:
        return current
    if ply > current:
        raise unfit("ply", wanted, ply)
    return ply


def _problem(
    query: Mapping[str, str], kind: type[Struct], wanted: Mapping[str, str]
) -> RefusedError | None:
    """Return the error for the first parameter that is missing or does not fit."""
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name in query:
            try:
                msgspec.convert(query[name], field.type, strict=False)
            except msgspec.ValidationError:
                words = wanted.get(name) or in_words(parameters_of(kind)[name])
                return unfit(name, words, query[name])
        elif field.required:
            return RefusedError(f"{name} is missing")
    return None


class ParameterSchema(TypedDict, total=False):
    """The JSON schema of a parameter: the fields that our queries use."""

    type: str
    description: str
    enum: list[str]
    maxLength: int
    minimum: int
    maximum: int


@lru_cache(maxsize=64)
def parameters_of(kind: type[Struct]) -> Mapping[str, ParameterSchema]:
    """Return the JSON schema of each parameter of a query string, by its name."""
    _, schemas = msgspec.json.schema_components([kind])
    properties: Mapping[str, ParameterSchema] = schemas[kind.__name__]["properties"]
    return properties


def in_words(schema: ParameterSchema) -> str:
    """Say what values a JSON schema allows: ``a whole number from 1 to 3``."""
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if schema["type"] == "string":
        return f"a text of at most {schema['maxLength']} characters"
    least, most = schema.get("minimum"), schema.get("maximum")
    if most is not None:
        return f"a whole number from {least} to {most}"
    return "a whole number" if least is None else f"a whole number of at least {least}"
