"""Computer players: legal, repeatable, and each stronger than the one below."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from benchmarks.levels import win_rate
from divisor_duel import GAMES, analyze
from divisor_duel.engine.levels import LEVELS, best_move, choose_move

GAMES_PLAYED = {"divider": 200, "ladder": 200, "countdown": 200, "chain": 60, "digits": 200}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS)))
def test_each_level_beats_the_one_below(game: str, weaker: str, stronger: str) -> None:
    """Over seeded games with both beginning equally often, the stronger level wins clearly more."""
    assert win_rate(game, stronger, weaker, GAMES_PLAYED[game]) > 0.54


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_every_game(game: str, level: str) -> None:
    """Every level plays legal moves to the end, and the same ones with the same chance."""
    real = GAMES[game]()
    position, again = real.start(), real.start()
    while real.legal_moves(position):
        ply = len(str(position))
        move = choose_move(level, real, position, Random(ply))
        assert move == choose_move(level, real, again, Random(ply))
        position, again = real.play(position, move), real.play(again, move)


def test_perfect_is_as_quick_as_it_can_be() -> None:
    """In a won position the perfect player takes a quickest win."""
    game = GAMES["countdown"](start=144)
    analysis = analyze(game, game.start())
    quickest = {move.move for move in analysis.moves if move.remoteness == analysis.remoteness - 1}  # type: ignore[operator]
    assert best_move(game, game.start(), Random(1)) in quickest & set(analysis.winning)


def test_perfect_resists_when_lost() -> None:
    """In a lost position it takes the longest loss, and of those the one with fewest answers."""
    game = GAMES["divider"](high=11)
    analysis = analyze(game, game.start())
    assert analysis.value == "loss"
    longest = max(move.remoteness or 0 for move in analysis.moves)
    candidates = {
        move.move: len(analyze(game, game.play(game.start(), move.move)).winning)
        for move in analysis.moves
        if move.remoteness == longest
    }
    chosen = best_move(game, game.start(), Random(1))
    assert candidates[chosen] == min(candidates.values())


def test_huge_set_ups_are_played_too() -> None:
    """Where nothing can be proved in time, a legal move is played all the same."""
    game = GAMES["divider"](high=3000)
    move = choose_move("perfect", game, game.start(), Random(1), seconds=0.2)
    assert move in game.legal_moves(game.start())
