"""Levels that remember: they make the same moves as a level without a memory."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine
from divisor_duel.engine.levels import OPPONENTS, best_moves, choose_move
from divisor_duel.engine.opponent import Opponent
from divisor_duel.engine.skill import DEEPEST, GUARD_STEPS, STEPS, Skill
from divisor_duel.engine.verdict import Best
from divisor_duel.game import AnyGame
from divisor_duel.games.parts import IDEAS, find

THINKING = [level for level, says in OPPONENTS.items() if says.skill and level != "random"]
every_game = pytest.mark.parametrize("name", GAMES)


class Tired(Exception):  # noqa: N818
    """The steps are used up."""


class Plain:
    """A look-ahead as its docstrings describe it, one position after the other."""

    def __init__(self, game: AnyGame, steps: int) -> None:
        self.game, self.steps = game, steps
        self.known: dict[tuple[Any, int], bool] = {}

    def forced(self, position: Any, plies: int) -> bool:
        """Whether the player to move wins within odd plies, or loses within even ones."""
        if (position, plies) not in self.known:
            if self.steps <= 0:
                raise Tired
            self.steps -= 1
            self.known[position, plies] = self._forced(position, plies)
        return self.known[position, plies]

    def _forced(self, position: Any, plies: int) -> bool:
        end = self.game.outcome(position)
        if end:
            return (end.winner == position.to_move) is bool(plies % 2)
        if plies == 0:
            return False
        after = (self.game.play(position, move) for move in self.game.legal_moves(position))
        enough = any if plies % 2 else all
        return enough(self.forced(child, plies - 1) for child in after)


def depth(plain: Plain, position: Any) -> int | None:
    """In how many plies it is won, as far as that is seen."""
    try:
        return next((n for n in range(1, DEEPEST + 1, 2) if plain.forced(position, n)), None)
    except Tired:
        return None


def soonest(plain: Plain, after: Mapping[int, Any], winning: list[int]) -> list[int]:
    """The moves that win soonest, or all that win."""
    try:
        for plies in range(0, DEEPEST, 2):
            found = [move for move in winning if plain.forced(after[move], plies)]
            if found:
                return found
    except Tired:
        pass
    return winning


def guarded(plain: Plain, after: Mapping[int, Any], most: int) -> list[int]:
    """The moves that hold out longest, as far as `most` plies."""
    kept = list(after)
    try:
        for plies in range(1, most + 1, 2):
            kept = [move for move in kept if not plain.forced(after[move], plies)] or kept
    except Tired:
        pass
    return kept


def reference(skill: Skill, game: AnyGame, position: Any, rng: Random) -> int:
    """A move of one who remembers nothing."""
    values = Engine().judge_moves(game, position)
    after = {move: game.play(position, move) for move in values}
    winning = [move for move in values if values[move]]
    plain = Plain(game, STEPS + 2 * len(values))
    if winning and len(winning) < len(values):
        often = skill.finds(depth(plain, position), len(winning) / len(values))
        if rng.random() < often:
            return rng.choice(soonest(plain, after, winning))
    elif at_once := [move for move in winning if game.outcome(after[move])]:
        return rng.choice(at_once)  # where every move wins, one that ends the game is taken
    if not skill.guards and len(winning) > len(values) / 2:
        pool = list(values)  # one who looks at nothing of the other's plays anything
    else:
        pool = guarded(Plain(game, GUARD_STEPS), after, skill.guards)
        pool = [move for move in pool if not values[move]] or pool
    if rng.random() < skill.ideas:
        ideas = find(game, IDEAS)
        favoured = ideas and ideas.favoured_moves
        speaks_for = favoured(game, position) if favoured else pool
        pool = [move for move in pool if move in speaks_for] or pool
    return rng.choice(pool)


@every_game
@pytest.mark.parametrize("level", THINKING)
def test_the_moves_are_those_of_one_who_remembers_nothing(name: str, level: str) -> None:
    """In seeded games every move is the reference's with the same chance, remembered or not."""
    game, skill = GAMES[name](), OPPONENTS[level].skill
    assert skill is not None
    opponent = Opponent(level, game)
    for seed in range(12):
        agent, position, ply = Random(seed % 6), game.start(), 0
        while legal := game.legal_moves(position):
            ply += 1
            if ply % 2 == seed % 2:
                move = agent.choice(legal)
            else:
                chance, same = Random(f"{seed}/{ply}"), Random(f"{seed}/{ply}")
                move = opponent.choose(position, chance)
                assert move == reference(skill, game, position, same)
                assert chance.getstate() == same.getstate()
            position = game.play(position, move)


@every_game
def test_a_full_memory_changes_nothing(name: str) -> None:
    """One who can remember hardly anything plays the same moves, and keeps within its room."""
    game = GAMES[name]()
    wide, narrow = Opponent("hard", game), Opponent("hard", game, room=12)
    for seed in range(4):
        position, rng, twin = game.start(), Random(seed), Random(seed)
        while game.legal_moves(position):
            move = wide.choose(position, rng)
            assert move == narrow.choose(position, twin)
            assert sum(len(view.legal) for view in narrow._views.values()) <= 12
            position = game.play(position, move)
    assert wide._views


class Hurried(Engine):
    """An engine that never has the time to prove anything."""

    def judge_moves(
        self, game: AnyGame, position: Any, seconds: float | None = None
    ) -> dict[int, bool | None]:
        return dict.fromkeys(game.legal_moves(position))


def test_what_time_cut_short_is_not_kept() -> None:
    """A position whose values were not found in time is searched again the next time."""
    game = GAMES["chain"]()
    opponent = Opponent("hard", game, engine=Hurried())
    assert opponent.choose(game.start(), Random(1)) in game.legal_moves(game.start())
    assert not opponent._views


def test_a_perfect_player_thinks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes the same moves as a level without a memory, but searches a position only once."""
    game, looked = GAMES["countdown"](start=96), list[Any]()

    def look(*given: Any) -> Best:
        looked.append(given[1])
        return best_moves(*given)

    monkeypatch.setattr("divisor_duel.engine.opponent.best_moves", look)
    opponent, position = Opponent("perfect", game), game.start()
    for seed in range(5):
        expected = choose_move("perfect", game, position, Random(seed))
        assert opponent.choose(position, Random(seed)) == expected
    assert looked == [position]


def test_what_time_cut_short_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A perfect player remembers only what was searched to its end."""
    game, looked = GAMES["countdown"](start=60), list[Any]()

    def look(*given: Any) -> Best:
        looked.append(given[1])
        return Best([3], True, False)

    monkeypatch.setattr("divisor_duel.engine.opponent.best_moves", look)
    opponent = Opponent("perfect", game)
    assert [opponent.choose(game.start(), Random(1)) for _ in range(3)] == [3, 3, 3]
    assert len(looked) == 3
