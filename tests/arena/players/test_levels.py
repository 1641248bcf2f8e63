"""Levels as players: their moves depend on the seed of the question alone."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Value
from divisor_duel.arena.players import levels
from divisor_duel.arena.players.levels import built_in_player, is_built_in
from divisor_duel.engine.levels import LEVELS
from divisor_duel.game import AnyGame
from divisor_duel.questions import exact_values
from divisor_duel.questions.question import Question

FAIR = [kind(**kind.fair.options) for kind in GAMES.values()]


every_game = pytest.mark.parametrize("game", FAIR, ids=lambda game: game.id)


def walk(game: AnyGame, seed: int) -> list[Any]:
    """The positions of a random game."""
    rng, position = Random(seed), game.start()
    positions = []
    while legal := game.legal_moves(position):
        positions.append(position)
        position = game.play(position, rng.choice(legal))
    return positions


@every_game
def test_perfect_never_gives_a_win_away(game: AnyGame) -> None:
    """Wherever some move wins, the level `perfect` plays one."""
    for seed in range(3):
        for position in walk(game, seed):
            wins = exact_values.values(game, position)
            move = levels.level_move("perfect", game, position, Random(seed))
            assert (wins[move] is Value.WIN) == (Value.WIN in wins.values())


@every_game
def test_the_chance_of_a_question_decides_alone(game: AnyGame) -> None:
    """A level moves alike for the same seed; `random` takes each move about equally often."""
    position = game.start()
    legal = game.legal_moves(position)
    for level in LEVELS:
        moves = [levels.seeded_move(level, game, position, seed) for seed in (5, 6, 5, 6)]
        assert moves[:2] == moves[2:]
    rng = Random(1)
    draws = 200 * len(legal)
    drawn = Counter(
        levels.seeded_move("random", game, position, rng.getrandbits(32)) for _ in range(draws)
    )
    assert drawn.keys() == set(legal)
    assert all(120 < count < 280 for count in drawn.values())


def test_rules_of_thumb_are_players() -> None:
    """They are written with their name, see the moves as listed, and play in this process."""
    assert is_built_in("rule:largest-prime")
    assert is_built_in("hard")
    assert not any(map(is_built_in, ("largest-prime", "rule:nothing", "cmd:bot", None)))
    game = GAMES["chain"](high=30)
    question = Question(game, game.play(game.start(), 12), (12,), 1.0, 7, listed=(24, 2, 6, 3, 4))
    assert built_in_player("rule:largest-prime").choose(question).move == 3
    assert built_in_player("rule:first-listed").choose(question).move == 24
    assert built_in_player("rule:nearest-to-last").choose(question).move == 6
    assert built_in_player("perfect").choose(question).move in question.legal
    built_in_player("rule:largest").quit()
