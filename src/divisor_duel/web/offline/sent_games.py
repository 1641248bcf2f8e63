"""Games that two people send each other as links: a link holds the whole record.

Both browsers store the game under the same id. A link is accepted if its moves are legal and
continue the moves that are stored; an older link changes nothing.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from divisor_duel.web.game.new_table import read_game, table_from_record
from divisor_duel.web.game.table import PEOPLE, RefusedError, Table, next_version
from divisor_duel.web.schema.states import RecordedGame

LONGEST_RECORD = 100_000
"""Length limit of the record in a link, in characters."""

_ID = re.compile(r"[\w-]{16}", re.ASCII)
"""What ids of games look like; other names in the browser's storage are shorter."""


class SentGame(Struct, forbid_unknown_fields=True):
    """What a link holds: a record, and the seat of the player it was sent to."""

    text: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    seat: Literal[1, 2]


def receive(id: str, table: Table | None, sent: SentGame) -> tuple[Table, dict[str, str]]:
    """Return the game in a link, and the token of the reader's seat if the game is new."""
    if not _ID.fullmatch(id):
        raise RefusedError("this link is incomplete")
    game = read_game(sent.text)
    if game.players != PEOPLE:
        raise RefusedError("only a game between two people can be sent")
    if table:
        return _continued(table, game), {}
    new = table_from_record(game)
    return replace(new.table, id=id), {str(sent.seat): new.tokens[sent.seat]}


def _continued(table: Table, game: RecordedGame) -> Table:
    """Return a stored game with the moves that a link adds to it."""
    if _setup(table) != _setup(game):
        raise RefusedError("this link belongs to another game")
    longer, shorter = sorted((table.moves, game.moves), key=len, reverse=True)
    if longer[: len(shorter)] != shorter:
        raise RefusedError("this link does not continue your game")
    resigned = table.resigned or (game.resigned if longer == game.moves else None)
    if (longer, resigned) == (table.moves, table.resigned):
        return table
    return next_version(table, moves=longer, undone=(), resigned=resigned)


def _setup(game: Table | RecordedGame) -> tuple[object, ...]:
    return game.game, game.options, game.first, game.start
