"""Moves and variations of the exploration board, as the text of a record and back."""

from __future__ import annotations

from divisor_duel.errors import IllegalMoveError, MoveTextError
from divisor_duel.game import Player
from divisor_duel.play import notation
from divisor_duel.play.record import Record, write_records
from divisor_duel.web.game.setup_limits import read_limited_record, set_up_limited, start_of
from divisor_duel.web.game.table import MOST_MOVES, RefusedError
from divisor_duel.web.schema.requests import Tree


def read_tree(text: str) -> Tree:
    """Return the moves and variations in the text of one record."""
    record = read_limited_record(text)
    return Tree(
        game=record.game.id,
        options=record.game.options,
        first=1 if record.first == Player.ONE else 2,
        position=record.start,
        line=notation.write_tree(record.moves, record.variations),
        moves=record.moves,
    )


def write_tree(tree: Tree) -> str:
    """Return the moves and variations of a tree as the text of a record."""
    rules, first = set_up_limited(tree.game, tree.options), Player(tree.first)
    try:
        moves, variations = notation.read_tree(tree.line)
        if notation.count_moves(moves, variations) > MOST_MOVES:
            raise RefusedError(f"a record can have at most {MOST_MOVES} moves")
        start = start_of(rules, tree.position, first)
        record = Record(rules, moves, first, start=start, variations=variations)
        notation.check_moves(rules, record.start_position(), moves, variations)
    except (IllegalMoveError, MoveTextError) as error:
        raise RefusedError(str(error)) from None
    return write_records([record])
