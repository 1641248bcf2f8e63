"""Queries for the pictures of positions, games, results and addresses.

The addresses of pictures (`site.previews`) and the static site share these functions.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from divisor_duel.games.registry import find_game
from divisor_duel.learn.daily import game_of, number_of
from divisor_duel.web.engine.position_queries import read_record
from divisor_duel.web.engine.puzzle_queries import SEED_WANTED, read_day, read_puzzle, read_result
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.query_string import read_query, unfit
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema.queries import (
    LONGEST_PATH,
    CodeQuery,
    ResultPictureQuery,
    WorksheetQuery,
)


def position_picture(params: Mapping[str, str]) -> Query:
    """Ask for the picture of a position by its address, or for the site's own card."""
    if "game" not in params:
        subtitle = "Five quick number games for two players."
        return Query("card", title="Divisor Duel", subtitle=subtitle)
    record = read_record(params)
    rules = record.game
    query = Query("card", rules.id, rules.options, int(record.first), record.moves)
    query.start, query.title, query.subtitle = record.start, rules.title, rules.phrase()
    return query


def game_picture(table: Table) -> Query:
    """Ask for the picture of a game as it stands."""
    query = Query("card", table.game, table.options, table.first, table.moves, table.resigned)
    query.start, query.names, query.title = table.start, table.names, table.rules.title
    query.subtitle = " against ".join(table.names)
    return query


def day_picture(params: Mapping[str, str]) -> Query:
    """Ask for the picture of a daily puzzle."""
    day = read_day(params)
    title = f"Puzzle {number_of(day)}: {find_game(game_of(day)).short_title}"
    return Query("daily card", seed=day.isoformat(), title=title)


def result_picture(params: Mapping[str, str]) -> Query:
    """Ask for the picture of a result, without the puzzle itself."""
    asked = read_query(params, ResultPictureQuery)
    result = read_result(asked.result)
    game = find_game(asked.game).id.title()
    query = Query("result card", title=f"{game}, {asked.grade}")
    query.moves = (result.number, result.hints, *map(int, result.tries))
    return query


def puzzle_picture(params: Mapping[str, str]) -> Query:
    """Ask for the picture of a puzzle by its seed."""
    game, seed, theme, _ = read_puzzle(params)
    return Query("puzzle card", game, seed=seed, theme=theme)


def worksheet_query(game: str, params: Mapping[str, str]) -> tuple[Query, str]:
    """Ask for a worksheet; also return the ending of its file."""
    asked = read_query(params, WorksheetQuery)
    if not asked.seed.isprintable():
        raise unfit("seed", SEED_WANTED, asked.seed)
    seed, ending = asked.seed or str(secrets.randbits(20)), f".{asked.format}"
    text = f"{asked.paper} {ending}"
    kind = find_game(game)
    return Query("worksheet", kind.id, seed=seed, step=asked.puzzles, text=text), ending


def code_picture(params: Mapping[str, str], root: str) -> Query:
    """Ask for the QR code of an address of this site, whose addresses begin with `root`."""
    wanted = f"an address of this site, such as /daily, of at most {LONGEST_PATH} characters"
    return Query("code", text=root + read_query(params, CodeQuery, path=wanted).path)
