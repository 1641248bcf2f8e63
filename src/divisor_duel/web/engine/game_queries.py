"""Queries about a game being played, as its players ask them.

The API's handlers and the static site share these functions.
"""

from __future__ import annotations

from collections.abc import Mapping

from divisor_duel.learn.hints import STEPS
from divisor_duel.web.engine.query import Query, query_about
from divisor_duel.web.game.query_string import read_ply, read_query, unfit
from divisor_duel.web.game.table import NotAllowedError, RefusedError, Table
from divisor_duel.web.game.view import values_allowed
from divisor_duel.web.schema.queries import HintQuery, MoveQuery


def analysis_query(table: Table, params: Mapping[str, str]) -> Query:
    """Ask what every move is worth, now or after ``?ply=`` moves."""
    _check_allowed(table, "you can see who is winning after the game")
    return query_about("analysis", table, read_ply(params, table))


def hint_query(table: Table, params: Mapping[str, str]) -> Query:
    """Ask for a hint, which ``?step=`` makes more or less helpful."""
    _check_allowed(table, "there are no hints when two people play")
    if table.outcome:
        raise RefusedError("the game is over, so there is no hint")
    query = query_about("hint", table, len(table.moves))
    query.step = min(read_query(params, HintQuery).step, STEPS)
    return query


def coach_query(table: Table, params: Mapping[str, str]) -> Query:
    """Ask whether the coach warns of ``?move=``."""
    _check_allowed(table, "there is no coach when two people play")
    wanted = "a legal move"
    move = read_query(params, MoveQuery, move=wanted).move
    if move not in table.legal:
        raise unfit("move", wanted, move)
    query = query_about("coach", table, len(table.moves))
    query.move = move
    return query


def review_query(table: Table, params: Mapping[str, str]) -> Query:
    """Ask for a review of the whole game."""
    _check_allowed(table, "you can review the game when it is over")
    return query_about("review", table, len(table.moves))


def _check_allowed(table: Table, problem: str) -> None:
    if not values_allowed(table):
        raise NotAllowedError("your teacher has turned this off" if table.room else problem)
