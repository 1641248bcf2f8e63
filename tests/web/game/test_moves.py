"""What is done to a game that is being played: pure functions from table to table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.games.chain.rules import Chain
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import next_version
from divisor_duel.web.game.view import UNKNOWN, Presence, state_now, state_of
from divisor_duel.web.schema.states import encode
from tests.web.game.test_table import played, table_of


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


@pytest.mark.parametrize("game", [*GAMES, "sum"])
def test_a_state_told_in_two_parts_is_the_state(game: str) -> None:
    """What is encoded once and what is encoded for each move make the same message together."""
    named, seen = "Player 1", table_of(game, mode="link")
    for change in (
        lambda table: table,
        lambda table: played(table, 2),
        lambda table: next_version(table, names=("Ada", "Bo")),
        lambda table: played(table, 1),
        lambda table: moves.undo(table, 1, 3),
        lambda table: moves.resign(table, 2),
    ):
        seen = change(seen)
        named = "Ada" if seen.names[0] == "Ada" else named
        for presence in (UNKNOWN, Presence({1: True, 2: False}, {1: True})):
            told = json.loads(state_now(seen, presence))
            assert told == json.loads(encode(state_of(seen, presence)))
            assert told["names"]["1"] == named
    assert (named, seen.version) == ("Ada", 7)
