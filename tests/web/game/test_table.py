"""A game as the server keeps it: pure functions on a table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from divisor_duel.games.chain.rules import Chain
from divisor_duel.web.game import moves
from divisor_duel.web.game import table as tables
from divisor_duel.web.game.new_table import new_table, read_game
from divisor_duel.web.game.table import RefusedError, Table
from divisor_duel.web.game.view import state_of
from divisor_duel.web.schema.requests import NewGame


def table_of(game: str, owner: str = "", **wish: Any) -> Table:
    """A new game."""
    return new_table(NewGame(game, **wish), owner)[0]


def played(table: Table, count: int) -> Table:
    """The table after so many moves, each the one that leaves the other most to choose from."""
    for _ in range(count):
        seat, ply = int(table.position.to_move), len(table.moves)
        after = (moves.move(table, seat, ply, move) for move in table.legal)
        table = max(after, key=lambda one: len(one.legal))
    return table


def test_a_table_that_was_kept_is_the_same_table() -> None:
    """Read back from bytes, after moves, undo and redo, a table stands where it stood."""
    table = played(table_of("chain", options={"high": 40}), 5)
    table = moves.undo(table, 1, 5)
    for now in (table, moves.redo(table, 2, len(table.moves)), moves.resign(table, 1)):
        again = msgspec.json.decode(msgspec.json.encode(now), type=Table)
        assert (again, again.position, again.legal) == (now, now.position, now.legal)
        assert (again.outcome, state_of(again)) == (now.outcome, state_of(now))


def test_records_are_checked_before_they_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several records, too large a set-up or too many moves are refused before any arithmetic."""
    monkeypatch.setattr(Chain, "play", None)
    one = '[Game "chain"]\n[Options "high={}"]\n{}*\n'
    for text, problem in (
        (one.format(50, "") * 1000, "one record at a time"),
        (one.format(9000, "1. 5 10 "), "high may be 400"),
        (one.format(50, "2 " * 1001), "1000 moves"),
    ):
        with pytest.raises(RefusedError, match=problem):
            read_game(text)


def test_what_another_server_has_played_is_not_replayed() -> None:
    """A table read anew knows its position from the one before, unless moves were taken back."""
    known = played(table_of("divider"), 2)
    later = played(known, 2)
    read = tables.continue_from(known, msgspec.structs.replace(later))
    assert "position" in read.__dict__
    assert read.position == later.position
    back = tables.continue_from(later, msgspec.structs.replace(known))
    assert "position" not in back.__dict__
    assert back.position == known.position
    assert "position" not in tables.continue_from(None, msgspec.structs.replace(later)).__dict__
