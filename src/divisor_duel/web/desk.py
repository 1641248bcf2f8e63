"""Questions that belong to no game being played: any position, puzzles, lessons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.daily import TRIES, Result, day_of, number_of, streak, told
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Game, Player, brief, read_number
from divisor_duel.games import find_game, read_options
from divisor_duel.games.numbers import members
from divisor_duel.puzzle import THEMES
from divisor_duel.record import Record
from divisor_duel.setting import Part, parts_of
from divisor_duel.web.api import answer
from divisor_duel.web.insight import think_about
from divisor_duel.web.school import shown
from divisor_duel.web.setups import set_up_here, start_of
from divisor_duel.web.tables import MOST_MOVES, RefusedError
from divisor_duel.web.thinking import Job

LOOKED_BACK = 5000
"""How many days back puzzles are made."""

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


def _game(query: Mapping[str, str]) -> str | None:
    game = query.get("game") or None
    return find_game(game).id if game else None


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
    parts = [_part(record.game, one, position) for one in parts_of(record.game)]
    return answer(SettingMessage(int(position.to_move), parts))


def _part(game: Game[Any], one: Part, position: Any) -> PartMessage:
    value = getattr(position, one.name)
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
    record = read_record(request.query_params)
    rules = record.game
    job = Job(
        "analysis", rules.id, rules.options, int(record.first), record.moves, start=record.start
    )
    return await think_about(request, job)


def read_puzzle(query: Mapping[str, str]) -> tuple[str | None, str, str | None]:
    """The game, the seed and the theme that an address names."""
    game, theme = _game(query), query.get("theme") or None
    if theme is not None and theme not in THEMES:
        raise RefusedError(f"there is no theme {brief(theme)}; there are {', '.join(THEMES)}")
    seed = query.get("seed") or str(secrets.randbits(20))
    if len(seed) > 40 or not seed.isprintable():
        raise RefusedError("seed may have 40 printable characters at the most")
    return game, seed, theme


async def show_puzzle(request: Request) -> Response:
    """GET /api/puzzle."""
    game, seed, theme = read_puzzle(request.query_params)
    return await think_about(request, Job("puzzle", seed=seed, game=game, theme=theme))


def read_day(query: Mapping[str, str]) -> date:
    """The day that an address names by the number of its puzzle; today if it names none."""
    today, text = datetime.now(UTC).date(), query.get("number")
    if text is None:
        return today
    number, latest = _number(text), number_of(today)
    if number is None or not latest - LOOKED_BACK <= number <= latest:
        raise RefusedError(f"number must be from 1 to {latest}, not {brief(text)}")
    return day_of(number)


def _number(text: str) -> int | None:
    """The number of a day's puzzle; where a clock is behind the first day it is below 1."""
    size = read_number(text.removeprefix("-")[:8])
    return None if size is None else -size if text.startswith("-") else size


async def show_daily(request: Request) -> Response:
    """GET /api/daily: today's puzzle, or that of an earlier day by its number."""
    return await think_about(request, Job("daily", seed=read_day(request.query_params).isoformat()))


class ResultMessage(Struct):
    """A result to pass on, and how many puzzles in a row were solved."""

    text: str
    streak: int


async def show_result(request: Request) -> Response:
    """GET /api/daily/result: ``number=4&grade=easy&game=chain&results=3:1.0,4:01.2``."""
    query = request.query_params
    results = [_result(text) for text in query.get("results", "")[:LONGEST].split(",") if text]
    number = _number(query.get("number", ""))
    mine = next((one for one in results if one.number == number), None)
    if mine is None or number is None:
        raise RefusedError("number must be one of the results, which are written 4:01.2")
    title = f"{find_game(query.get('game', '')).id.title()}, {query.get('grade', '')[:20]}"
    return answer(ResultMessage(told(number, title, mine), streak(results, number)))


def _result(text: str) -> Result:
    """A result as ``4:01.2``: puzzle 4, solved at the second try, two hints."""
    number, _, rest = text.partition(":")
    tries, _, hints = rest.partition(".")
    if not set(tries) <= set("01") or len(tries) > TRIES:
        raise RefusedError(f"a result is written 4:01.2, not {brief(text)}")
    asked = read_number(hints[:3]) or 0
    return Result(_number(number) or 0, tuple(one == "1" for one in tries), asked)


async def show_lesson(request: Request) -> Response:
    """GET /api/lessons/{game}."""
    game = _game(request.path_params)
    return await think_about(request, Job("lesson", game))
