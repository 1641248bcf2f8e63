"""Sampled starts: of all kinds, and none decided in one move."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.arena.run.start_positions import KINDS, find_start, kind_of, sample
from divisor_duel.game import AnyGame

FAIR = [kind(**kind.fair.options) for kind in GAMES.values()]


every_game = pytest.mark.parametrize("game", FAIR, ids=lambda game: game.id)


@every_game
def test_sampled_starts_are_of_all_kinds(game: AnyGame) -> None:
    """Rounds take turns between kinds of starts, and nothing is decided in one move."""
    kinds = []
    for number in range(8):
        position = game.start()
        for move in find_start(game, 1, number):
            position = game.play(position, move)
        kinds.append(kind_of(game, position))
        for move in game.legal_moves(position):
            assert game.outcome(game.play(position, move)) is None
    assert None not in kinds
    assert len(set(kinds)) >= 3
    assert kinds[:2] == list(KINDS[:2])


def test_a_start_is_the_same_whenever_it_is_drawn() -> None:
    """Seed and number decide alone; other ones give other starts."""
    game = GAMES["chain"]()
    assert sample(game, 1, 0) == find_start(game, 1, 0) == find_start(game, 1, 0)
    assert len({find_start(game, seed, 0) for seed in range(5)}) > 1


def test_positions_without_a_choice_are_no_starts() -> None:
    """None where a move may win at once or where only one move is legal."""
    chain = GAMES["chain"]()
    assert kind_of(chain, chain.start()) is None  # a large prime wins at once
    countdown = GAMES["countdown"](start=12)
    twelve = countdown.start()
    assert kind_of(countdown, twelve) == "two or three winning moves"  # to 9 and to 8
    assert kind_of(countdown, countdown.play(twelve, 2)) is None  # 5 ends it
    assert kind_of(countdown, countdown.play(twelve, 3)) is None  # 3 is the only move
