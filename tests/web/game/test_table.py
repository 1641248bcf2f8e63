"""A game as the server stores it: pure functions on a table."""

from __future__ import annotations

import msgspec

from divisor_duel.web.game import moves
from divisor_duel.web.game import table as tables
from divisor_duel.web.game.table import Table
from divisor_duel.web.game.view import state_of
from tests.web.game.tables import played, table_of


def test_a_table_that_was_kept_is_the_same_table() -> None:
    """Read back from bytes, after moves, undo and redo, a table stands where it stood."""
    table = played(table_of("chain", options={"high": 40}), 5)
    table = moves.undo(table, 1, 5)
    for now in (table, moves.redo(table, 2, len(table.moves)), moves.resign(table, 1)):
        again = msgspec.json.decode(msgspec.json.encode(now), type=Table)
        assert (again, again.position, again.legal) == (now, now.position, now.legal)
        assert (again.outcome, state_of(again)) == (now.outcome, state_of(now))


def test_what_another_server_has_played_is_not_replayed() -> None:
    """A table loaded again takes its position from the known one, unless moves were undone."""
    known = played(table_of("divider"), 2)
    later = played(known, 2)
    read = tables.continue_from(known, msgspec.structs.replace(later))
    assert "position" in read.__dict__
    assert read.position == later.position
    back = tables.continue_from(later, msgspec.structs.replace(known))
    assert "position" not in back.__dict__
    assert back.position == known.position
    assert "position" not in tables.continue_from(None, msgspec.structs.replace(later)).__dict__
