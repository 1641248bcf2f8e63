"""Queries about a position in an address, outside any game being played.

The API's handlers and the static site share these functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

from msgspec import UNSET

from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Player
from divisor_duel.games.registry import find_game, read_options
from divisor_duel.play.record import Record
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.query_string import read_query, unfit
from divisor_duel.web.game.setup_limits import set_up_limited, start_of
from divisor_duel.web.game.table import MOST_MOVES, RefusedError
from divisor_duel.web.schema.queries import AnalysisQuery, PositionMoveQuery, PositionQuery
from divisor_duel.web.schema.requests import Tree

MOVES_WANTED = f"at most {MOST_MOVES} numbers with dots between them, such as 24.12.36"
"""What the moves in an address must be, in words."""


def read_record(query: Mapping[str, str]) -> Record:
    """Read a position from an address: ``game=chain&high=50&first=1&moves=24.12``.

    This runs in the server's own process. It is bounded by the size limits of set-ups, of a
    position's text (`play.positions.LONGEST`) and of a game (`MOST_MOVES`).
    """
    asked = read_query(query, PositionQuery, moves=MOVES_WANTED)
    kind = find_game(asked.game)
    specs = kind.option_specs()
    given = {spec.name: query[spec.name] for spec in specs if spec.name in query}
    rules = set_up_limited(kind.id, read_options(kind, given))
    player = Player(asked.first)
    start = start_of(rules, asked.position, player)
    record = Record(rules, _moves(asked.moves), player, start=start)
    try:
        *_, _ = record.positions()
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    return record


def read_address(address: str) -> Record:
    """Read the position that a copied address of the page that explores shows."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        raise RefusedError("this is not an address") from None
    query, fragment = dict(parse_qsl(parts.query)), dict(parse_qsl(parts.fragment))
    if "game" not in query:
        raise RefusedError("this is not the address of a position; copy one from Explore")
    return read_record({**query, "moves": fragment.get("at", query.get("moves", ""))})


def _moves(text: str) -> tuple[int, ...]:
    moves = tuple(int(word) for word in text.split(".") if word)
    if len(moves) > MOST_MOVES:
        raise unfit("moves", MOVES_WANTED, text)
    return moves


def position_query(
    kind: Literal["analysis", "explore", "state", "setting"], params: Mapping[str, str]
) -> Query:
    """Ask about the position in an address."""
    return query_of(kind, read_record(params))


def analysis_query(params: Mapping[str, str]) -> Query:
    """Ask what every move is worth; with ``?since=``, by the strategy after that many moves."""
    query = position_query("analysis", params)
    wanted = f"a whole number from 0 to {len(query.moves)}"
    since = read_query(params, AnalysisQuery, since=wanted).since
    if since is not UNSET:
        if since > len(query.moves):
            raise unfit("since", wanted, since)
        query.since = since
    return query


def why_query(params: Mapping[str, str]) -> Query:
    """Ask why ``?move=`` wins or loses in the position of an address."""
    record = read_record(params)
    wanted = "a legal move in that position"
    move = read_query(params, PositionMoveQuery, move=wanted).move
    if move not in record.game.legal_moves(record.last_position()):
        raise unfit("move", wanted, move)
    query = query_of("why", record)
    query.move = move
    return query


def query_of(
    kind: Literal["analysis", "explore", "why", "state", "setting", "assigned"], record: Record
) -> Query:
    """Ask about a position."""
    rules = record.game
    return Query(kind, rules.id, rules.options, int(record.first), record.moves, start=record.start)


def variations_query(tree: Tree) -> Query:
    """Ask for moves and variations as the text of a record."""
    return Query(
        "variations", tree.game, tree.options, tree.first, text=tree.line, start=tree.position
    )
