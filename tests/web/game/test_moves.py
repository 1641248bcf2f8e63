"""What is done to a game that is being played: pure functions from table to table."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel.games.chain.rules import Chain
from divisor_duel.web.game import moves
from divisor_duel.web.game.view import state_of
from tests.web.game.tables import played, table_of


def test_what_a_computer_said_stands_until_the_next_move() -> None:
    """The state has it as a note, and other servers read the game to get it."""
    table = table_of("divider", options={"high": 9})
    said = moves.move(table, 1, 0, 4, said="Every number has a partner.")
    assert state_of(said).note == "Every number has a partner."
    assert state_of(said, ply=0).note is None
    assert moves.move_between(table, said) == ""
    assert moves.move_between(table, moves.move(table, 1, 0, 4)) != ""
    assert state_of(moves.move(said, 2, 1, 9)).note is None


def test_a_move_costs_the_same_late_as_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the game is, a move and its state ask the rules for one move alone."""
    begun = table_of("chain", options={"high": 400})
    counts = []
    for table in (played(begun, 2), played(begun, 20)):
        asked: list[int] = []
        play = Chain.play

        def counted(
            self: Chain, position: Any, move: int, play: Any = play, asked: list[int] = asked
        ) -> Any:
            asked.append(move)
            return play(self, position, move)

        choice, ply = table.legal[0], len(table.moves)
        with monkeypatch.context() as patch:
            patch.setattr(Chain, "play", counted)
            state_of(moves.move(table, int(table.position.to_move), ply, choice))
        counts.append(len(asked))
    assert counts == [1, 1]
