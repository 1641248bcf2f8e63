"""Any position, of no game being played: shown, set up by hand, analysed, kept as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel import setting
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Game, Player, brief, read_number
from divisor_duel.games import find_game, read_options
from divisor_duel.games.numbers import members
from divisor_duel.record import Record
from divisor_duel.web import wishes
from divisor_duel.web.api import answer, decode, parts_of, read_body, think
from divisor_duel.web.insight import Lines, think_about, watched
from divisor_duel.web.school import shown
from divisor_duel.web.setups import set_up_here, start_of
from divisor_duel.web.tables import MOST_MOVES, RefusedError
from divisor_duel.web.thinking import Query
from divisor_duel.web.trees import written

LONGEST = 10_000
"""Characters of a list of moves in an address."""


def read_record(query: Mapping[str, str]) -> Record:
    """The position that an address names: ``game=chain&high=50&first=1&moves=24.12``."""
    kind = find_game(query.get("game", ""))
    specs = kind.option_specs()
    given = {spec.name: query[spec.name] for spec in specs if spec.name in query}
    rules = set_up_here(kind.id, read_options(kind, given))
    first = query.get("first", "1")
    if first not in ("1", "2"):
        raise RefusedError(f"first must be 1 or 2, not {brief(first)}")
    player = Player(int(first))
    start = start_of(rules, query.get("position", ""), player)
    record = Record(rules, _moves(query.get("moves", "")), player, start=start)
    try:
        *_, _ = record.positions()
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    return record


def _moves(text: str) -> tuple[int, ...]:
    found = [read_number(move) for move in text[:LONGEST].split(".") if move]
    moves = tuple(move for move in found if move is not None)
    if len(text) > LONGEST or None in found or len(moves) > MOST_MOVES:
        raise RefusedError("moves are numbers with dots between them, such as 24.12.36")
    return moves


async def show_position(request: Request) -> Response:
    """GET /api/position."""
    return answer(shown(read_record(request.query_params)))


class PartMessage(Struct):
    """One thing that a position is made of, and what it is now."""

    name: str
    label: str
    allowed: str
    """What it may be, in words."""
    value: str
    """What it is, as it is written."""
    symbols: dict[str, str] | None
    """Of a set: all that may be in it, and how each is written; None for a number."""
    chosen: tuple[int, ...]
    """Of a set: what is in it."""


class SettingMessage(Struct):
    """What can be set up of a position."""

    to_move: int
    parts: list[PartMessage]


async def show_setting(request: Request) -> Response:
    """GET /api/position/setting: what the position is made of, to be changed by hand."""
    record = read_record(request.query_params)
    *_, position = record.positions()
    parts = [_part(record.game, one, position) for one in setting.parts_of(record.game)]
    return answer(SettingMessage(int(position.to_move), parts))


def _part(game: Game[Any], one: setting.Part, position: Any) -> PartMessage:
    value = one.of(position)
    everything = one.numbers
    return PartMessage(
        name=one.name,
        label=one.label,
        allowed=one.allowed,
        value=one.write(value),
        symbols=None
        if everything is None
        else {str(number): game.format_move(number) for number in everything},
        chosen=() if everything is None else members(value),
    )


async def show_position_analysis(request: Request) -> Response:
    """GET /api/position/analysis."""
    return await think_about(request, _query("analysis", read_record(request.query_params)))


async def show_why(request: Request) -> Response:
    """GET /api/position/why?move=8: what refutes one move of it, or bears it out."""
    record = read_record(request.query_params)
    *_, position = record.positions()
    move = read_number(request.query_params.get("move", "")[:20])
    if move is None or move not in record.game.legal_moves(position):
        raise RefusedError("move must be one of the moves that may be made there")
    query = _query("why", record)
    query.move = move
    return await think_about(request, query)


async def watch_values(request: Request) -> Response:
    """GET /api/position/values: the analysis as it becomes better, line after line."""
    query = _query("explore", read_record(request.query_params))
    return Lines(watched(request, query), headers={"x-accel-buffering": "no"})


def _query(kind: Literal["analysis", "explore", "why"], record: Record) -> Query:
    rules = record.game
    return Query(kind, rules.id, rules.options, int(record.first), record.moves, start=record.start)


async def read_variations(request: Request) -> Response:
    """POST /api/records/tree: a record with all that was tried, to be explored."""
    text = decode(await read_body(request), wishes.RecordText).text
    parts = parts_of(request)
    return answer(
        await think(request, parts.analysts, Query("tree", text=text), parts.limits.record_seconds)
    )


async def write_variations(request: Request) -> Response:
    """POST /api/position/record: all that was tried, as the text of a record."""
    tree = decode(await read_body(request), wishes.Tree)
    return Response(written(tree), media_type="text/plain")
