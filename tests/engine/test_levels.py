"""Computer players: legal, repeatable, and each stronger than the one below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from benchmarks.levels import win_rate
from divisor_duel import GAMES, analyze
from divisor_duel.engine.levels import LEVELS, OPPONENTS, Effort, best_choice, choose_move
from divisor_duel.game import AnyGame

GAMES_PLAYED = {"divider": 80, "ladder": 40, "countdown": 40, "chain": 40, "digits": 40}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS)))
def test_each_level_beats_the_one_below(game: str, weaker: str, stronger: str) -> None:
    """Over seeded games with both beginning equally often, the stronger level wins clearly more."""
    assert win_rate(game, stronger, weaker, GAMES_PLAYED[game]) > 0.5


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


def random_positions(game: AnyGame, games: int = 6) -> Iterator[Any]:
    """Every position of some random games that is not over."""
    for seed in range(games):
        rng, position = Random(seed), game.start()
        while legal := game.legal_moves(position):
            yield position
            position = game.play(position, rng.choice(legal))


def wins_at_once(game: AnyGame, position: Any) -> set[int]:
    """The moves that win on the spot."""
    ends = {move: game.outcome(game.play(position, move)) for move in game.legal_moves(position)}
    return {move for move, end in ends.items() if end and end.winner == position.to_move}


@pytest.mark.parametrize("level", [level for level in OPPONENTS if level != "random"])
@pytest.mark.parametrize("game", GAMES)
def test_no_level_misses_a_win_in_one(game: str, level: str) -> None:
    """Every level but random wins at once if it can, even where every move wins."""
    real = GAMES[game](**GAMES[game].recommended.options)
    seen = 0
    for position in random_positions(real, 12):
        at_once = wins_at_once(real, position)
        if at_once:
            seen += 1
            assert choose_move(level, real, position, Random(1)) in at_once
    assert seen >= 3


@pytest.mark.parametrize("level", ["medium", "hard", "perfect", "coach"])
@pytest.mark.parametrize("game", GAMES)
def test_from_medium_on_the_others_win_in_one_is_seen(game: str, level: str) -> None:
    """No move lets the opponent win at once where another move does not."""
    real = GAMES[game](**GAMES[game].recommended.options)
    for position in random_positions(real):
        after = {move: real.play(position, move) for move in real.legal_moves(position)}
        safe = {move for move, then in after.items() if not wins_at_once(real, then)}
        if safe:
            assert choose_move(level, real, position, Random(2)) in safe


def test_what_is_deep_or_rare_is_missed_more() -> None:
    """The deeper a win lies and the fewer moves lead to it, the less often a level finds it."""
    for level in ("easy", "medium", "hard"):
        skill = LEVELS[level].skill
        assert skill is not None
        found = [skill.finds(depth, 0.5) for depth in (1, 3, 5, 7, None)]
        assert found[0] == 1
        assert found == sorted(found, reverse=True)
        assert len(set(found)) >= 4
        assert skill.finds(7, 0.1) < skill.finds(7, 0.9)
        assert skill.finds(None, 0.5) < skill.finds(7, 0.5)


def test_easy_is_not_worse_than_chance_where_most_moves_win() -> None:
    """Where three of four moves win, easy finds at least as many of them as chance would."""
    game = GAMES["chain"](high=20)
    position = next(
        position
        for position in random_positions(game, 40)
        if 0.75 <= len(analyze(game, position).winning) / len(game.legal_moves(position)) < 1
        and not wins_at_once(game, position)
    )
    winning = analyze(game, position).winning
    chosen = [choose_move("easy", game, position, Random(seed)) for seed in range(300)]
    right = sum(move in winning for move in chosen) / len(chosen)
    assert right >= len(winning) / len(game.legal_moves(position))


def test_every_level_says_what_it_means() -> None:
    """Each opponent has a few plain words that name no number of percent, and two of them talk."""
    assert list(OPPONENTS) == [*LEVELS, "proof", "coach"]
    assert all(level.description and "%" not in level.description for level in OPPONENTS.values())
    assert OPPONENTS["coach"].skill == LEVELS["medium"].skill


def test_perfect_is_as_quick_as_it_can_be() -> None:
    """In a won position the perfect player takes a quickest win."""
    game = GAMES["countdown"](start=144)
    analysis = analyze(game, game.start())
    quickest = {move.move for move in analysis.moves if move.remoteness == analysis.remoteness - 1}  # type: ignore[operator]
    assert best_choice(game, game.start(), Random(1)).move in quickest & set(analysis.winning)


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
    chosen = best_choice(game, game.start(), Random(1)).move
    assert candidates[chosen] == min(candidates.values())


def test_huge_set_ups_are_played_too() -> None:
    """Where nothing can be proved in time, a legal move is played all the same."""
    game = GAMES["divider"](high=3000)
    move = choose_move("perfect", game, game.start(), Random(1), Effort(0.2))
    assert move in game.legal_moves(game.start())
