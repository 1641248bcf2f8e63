"""Queries for workers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from divisor_duel.game import Player
from divisor_duel.web.engine.query import Query, query_about, query_to_move
from divisor_duel.web.schema.states import encode
from tests.web.game.tables import played, table_of


def test_equal_positions_of_different_games_are_one_question() -> None:
    """Names, seed, date and players of a game change nothing about what its moves are worth."""
    one = played(table_of("chain"), 3)
    other = replace(one, id="x", names=("Ann", "Ben"), seed=7, date="2001-01-01", version=9)
    longer = played(one, 2)
    asked = [encode(query_about("analysis", table, 3)) for table in (one, other, longer)]
    assert len(set(asked)) == 1
    assert encode(query_about("review", one, 3)) == encode(query_about("review", other, 3))


def test_a_query_holds_a_whole_game() -> None:
    """Its record has the options, moves, players and starting position of the query."""
    query = Query("review", "chain", {"high": 20}, 2, (6, 12), resigned=1, names=("Ann", "Ben"))
    record = query.record()
    assert (record.game.options["high"], record.moves) == (20, (6, 12))
    assert (record.first, record.resigned, record.names) == (Player.TWO, Player.ONE, ("Ann", "Ben"))
    assert Query("state", "chain", start="last=6 pool=2-4,9").record().start_position().to_move == 1


def test_only_what_matters_is_sent() -> None:
    """Defaults are left out, so that equal queries are equal bytes; they read back."""
    query = Query("hint", "chain", {"high": 20}, moves=(6,))
    assert encode(query) == b'{"kind":"hint","game":"chain","options":{"high":20},"moves":[6]}'
    assert msgspec.json.decode(encode(query), type=Query) == query


def test_a_computers_move_has_the_same_seed_everywhere() -> None:
    """The seed depends on the game, its number in the series and the ply, not on the server."""
    table = replace(played(table_of("chain", players={"1": "easy"}), 2), seed=7, number=3)
    query = query_to_move(table)
    assert (query.kind, query.level, query.seed) == ("move", "easy", "7/3/2")
    again = msgspec.json.decode(encode(table), type=type(table))
    assert query_to_move(again) == query


def test_only_a_review_knows_who_resigned() -> None:
    """What a position is worth does not depend on a resignation."""
    table = replace(played(table_of("chain"), 2), resigned=1)
    assert query_about("review", table, 2).resigned == 1
    assert query_about("analysis", table, 2).resigned is None
