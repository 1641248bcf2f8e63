"""The same games as a batch, one by one, and set-ups that try its limits."""

from __future__ import annotations

from typing import Any

import numpy as np

from divisor_duel import Player
from divisor_duel.adapters.encoding import action_count, observation
from divisor_duel.batch import Batch
from divisor_duel.game import AnyGame
from tests.setups import Setup

WIDE = [
    *(Setup("chain", {"high": high}) for high in (62, 63, 64, 65, 127, 128)),
    Setup("chain", {"low": 1, "high": 150, "opening": "even"}),
    Setup("divider", {"low": 1, "high": 30}),
    Setup("divider", {"low": 50, "high": 200}),
    Setup("ladder", {"high": 300}),
    Setup("countdown", {"start": 5040}),
    Setup("digits", {"base": 36, "target": 10**9}),
    Setup("digits", {"base": 36, "target": 10**18}),
    Setup("digits", {"base": 35, "target": 6 * 10**17 + 1}),
    Setup("digits", {"base": 20, "target": 997}),
]
"""Sets of more than one machine word, and remainders that nearly fill one."""


class OneByOne:
    """The same games as a batch, each a position of the scalar rules."""

    def __init__(self, game: AnyGame, first: list[int]) -> None:
        self.game = game
        self.positions: list[Any] = [game.start(Player(player)) for player in first]

    def play(self, moves: list[int]) -> list[int]:
        """Play each move where the game goes on; who won just now, else 0."""
        ended = []
        for index, move in enumerate(moves):
            if self.game.outcome(self.positions[index]):
                ended.append(0)
                continue
            self.positions[index] = self.game.play(self.positions[index], move)
            outcome = self.game.outcome(self.positions[index])
            ended.append(int(outcome.winner) if outcome else 0)
        return ended

    def assert_same(self, games: Batch) -> None:
        """Positions, legal moves, turns, winners and observations agree in every game."""
        mask = games.legal()
        assert mask.shape == (games.games, action_count(self.game))
        places = games.positions()
        views = games.observations()
        others = games.observations(3 - games.to_move)
        for index, position in enumerate(self.positions):
            assert tuple(np.flatnonzero(mask[index])) == self.game.legal_moves(position)
            assert games.to_move[index] == position.to_move
            assert self.game.key(places[index]) == self.game.key(position)
            assert self.game.legal_moves(places[index]) == self.game.legal_moves(position)
            outcome = self.game.outcome(position)
            assert games.winners[index] == (outcome.winner if outcome else 0)
            seen = observation(self.game, position, position.to_move)
            assert views[index].tolist() == seen.tolist()
            seen = observation(self.game, position, position.to_move.other)
            assert others[index].tolist() == seen.tolist()
