"""The model of human mistakes: which wins are always seen, and how often the others are."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import judge_moves
from divisor_duel.engine.skill import BLIND, DEEPEST, Skill, View, _liked
from divisor_duel.game import AnyGame
from tests.engine.test_levels import random_positions, wins_at_once

SKILLS = [Skill(1, 0, 0.69, 0.55), Skill(1, 1, 0.79, 0.65), Skill(3, 1, 0.9, 0.8)]


@pytest.mark.parametrize("skill", SKILLS, ids=str)
def test_near_wins_are_always_found_and_deeper_ones_less_often(skill: Skill) -> None:
    """The probability is 1 as deep as it sees, and falls with depth and with rare moves."""
    for share in (0.1, 0.5, 1.0):
        found = [skill.finds(depth, share) for depth in (1, 3, 5, 7, None)]
        assert found == sorted(found, reverse=True)
        assert [depth for depth, p in zip((1, 3, 5, 7), found, strict=False) if p == 1] == [
            depth for depth in (1, 3, 5, 7) if depth <= skill.sees
        ]
        assert found[-1] == skill.finds(DEEPEST + 1, share)
    assert skill.finds(DEEPEST, 0.1) < skill.finds(DEEPEST, 0.9)
    assert skill.finds(skill.sees + 2, 0.6) == skill.sight


def choices(view: View, count: int = 200) -> set[int]:
    """The moves of a view over many seeds."""
    return {view.choose(Random(seed)) for seed in range(count)}


def test_a_win_that_is_seen_is_played_in_the_quickest_way() -> None:
    """With certain sight only the quickest wins are chosen, and without any none of them."""
    game = GAMES["countdown"](start=60)
    values = judge_moves(game, game.start())
    sure, never = Skill(99, 0, 1.0, 0.0), Skill(-99, 0, 0.0, 0.0)
    winning = {move for move, wins in values.items() if wins}
    assert choices(View(sure, game, game.start(), values)) <= winning
    unseen = choices(View(never, game, game.start(), values))
    assert unseen == set(values) - winning
    for position in random_positions(game):
        at_once = wins_at_once(game, position)
        if at_once:
            view = View(sure, game, position, judge_moves(game, position))
            assert choices(view, 20) <= at_once


def test_who_guards_allows_no_win_at_once_that_can_be_avoided() -> None:
    """Among moves that do not win, those after which the opponent wins at once are left out."""
    game: AnyGame = GAMES["chain"]()
    guarded = 0
    for position in random_positions(game, 8):
        values = judge_moves(game, position)
        safe = {move for move in values if not wins_at_once(game, game.play(position, move))}
        if not any(values.values()) and 0 < len(safe) < len(values):
            guarded += 1
            assert choices(View(Skill(1, 1, 0.0, 0.0), game, position, values), 40) <= safe
            assert not choices(View(Skill(1, 0, 0.0, 0.0), game, position, values), 80) <= safe
    assert guarded


def test_an_idea_is_followed_as_often_as_it_is_thought_of() -> None:
    """With the idea always in mind only moves that fit it are played, if one does."""
    game = GAMES["countdown"](start=45)
    values = dict.fromkeys(game.legal_moves(game.start()), False)
    liked = _liked(game, game.start())
    fitting = {move for move in values if move in liked}
    always = choices(View(Skill(1, 0, 0.0, 1.0), game, game.start(), values))
    assert always == (fitting or set(values))
    assert choices(View(Skill(1, 0, 0.0, 0.0), game, game.start(), values)) == set(values)


def test_the_blind_see_nothing() -> None:
    """Even a player without any skill moves legally, and with equal luck equally."""
    game = GAMES["digits"]()
    values = judge_moves(game, game.start())
    moves = [BLIND.choose(game, game.start(), values, Random(seed)) for seed in range(50)]
    assert set(moves) <= set(values)
    assert moves == [BLIND.choose(game, game.start(), values, Random(seed)) for seed in range(50)]
