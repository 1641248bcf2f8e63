"""The vector environment plays as many single ones would."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import divisor_duel.adapters.gymnasium
from divisor_duel import GAMES, OptionsError
from divisor_duel.adapters.vector import DuelVectorEnv
from divisor_duel.batch import Batch

every_game = pytest.mark.parametrize("name", GAMES)
COUNT = 30


def first_legal(games: Batch) -> Any:
    """A player without chance: always the smallest legal move."""
    return games.legal().argmax(axis=1)


def make(name: str, **options: Any) -> DuelVectorEnv:
    """The environment as Gymnasium makes it."""
    made = gymnasium.make_vec(f"DivisorDuel/{name.title()}-v0", num_envs=COUNT, **options)
    assert isinstance(made, DuelVectorEnv)
    return made


class SmallestFirst(divisor_duel.adapters.gymnasium.DuelEnv):
    """A single environment whose opponent is `first_legal` too."""

    def _reply(self) -> int | None:
        if self.position.to_move == self.me or self.game.outcome(self.position):
            return None
        move = self.game.legal_moves(self.position)[0]
        self.position = self.game.play(self.position, move)
        return move


@every_game
@pytest.mark.parametrize("agent", ["first", "second"])
def test_it_plays_as_single_environments_do(name: str, agent: str) -> None:
    """Observations, masks, rewards and ends are the same, illegal actions included."""
    rng = np.random.default_rng(1)
    envs = make(name, opponent=first_legal, agent=agent)
    singles = [SmallestFirst(name, agent=agent) for _ in range(COUNT)]
    observations, infos = envs.reset(seed=1)
    starts = [single.reset() for single in singles]
    assert (observations == np.stack([start[0] for start in starts])).all()
    for _ in range(40):
        mask = infos["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
        actions[rng.random(COUNT) < 0.03] = rng.integers(-2, 60)
        steps = [single.step(action) for single, action in zip(singles, actions, strict=True)]
        observations, rewards, ended, truncated, infos = envs.step(actions)
        assert rewards.tolist() == [step[1] for step in steps]
        assert ended.tolist() == [step[2] for step in steps]
        assert not truncated.any()
        assert infos["illegal"].tolist() == ["illegal" in step[4] for step in steps]
        for index, (single, step) in enumerate(zip(singles, steps, strict=True)):
            seen = step[0]
            if step[2]:
                assert infos["_final_obs"][index]
                assert (infos["final_obs"][index] == seen).all()
                seen = single.reset()[0]
            assert (observations[index] == seen).all()
            assert infos["action_mask"][index].nonzero()[0].tolist() == single.valid_moves()


@every_game
@pytest.mark.parametrize("agent", ["first", "second"])
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_level_plays_as_in_a_single_environment(name: str, level: str, agent: str) -> None:
    """One game at a time with the same seed, a level's moves are those of the single one."""
    options: dict[str, Any] = (
        {"start": 60} if name == "countdown" else {"high": 20} if name != "digits" else {}
    )
    envs = DuelVectorEnv(name, 1, opponent=level, agent=agent, **options)
    single = divisor_duel.adapters.gymnasium.DuelEnv(name, opponent=level, agent=agent, **options)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        seen, (here, _) = envs.reset(seed=seed)[0], single.reset(seed=seed)
        ended = False
        while not ended:
            assert (seen[0] == here).all()
            legal = single.valid_moves()
            action = rng.choice(legal) if legal else 0
            here, reward, ended, _, _ = single.step(action)
            seen, rewards, ends, _, infos = envs.step([action])
            assert (rewards[0], ends[0]) == (reward, ended)
            seen = infos["final_obs"] if ended else seen
        assert (seen[0] == here).all()


@every_game
@pytest.mark.parametrize("opponent", ["random", "hard", None])
def test_spaces_hold_what_is_seen(name: str, opponent: str | None) -> None:
    """Observations lie in the space, seeds repeat everything, and every game ends at last."""

    def play(seed: int) -> tuple[list[Any], int]:
        envs = make(name, opponent=opponent, agent="random")
        observations, infos = envs.reset(seed=seed)
        rng, rewards, ends = np.random.default_rng(2), [], 0
        for _ in range(40):
            assert observations in envs.observation_space
            actions = envs.batch.sample(rng)
            assert actions in envs.action_space
            observations, reward, ended, _, infos = envs.step(actions)
            assert not infos["illegal"].any()
            assert (reward[~ended] == 0).all()
            assert (np.abs(reward[ended]) == 1).all()
            rewards.append(reward.tolist())
            ends += ended.sum()
        return rewards, ends

    rewards, ends = play(1)
    assert ends > COUNT
    assert rewards == play(1)[0]
    assert opponent is None or rewards != play(2)[0]


def test_bad_set_ups_are_refused() -> None:
    """Unknown opponents and seats and games too large are OptionsErrors."""
    with pytest.raises(OptionsError, match=r"opponent must be one of random, .* a function"):
        DuelVectorEnv("chain", 3, opponent="grandmaster")
    with pytest.raises(OptionsError, match="agent must be one of first, second, random"):
        DuelVectorEnv("chain", 3, agent="third")
    with pytest.raises(OptionsError, match="a batch holds pools up to"):
        DuelVectorEnv("chain", 3, high=20_000)
    with pytest.raises(OptionsError, match="there is nothing to play"):
        DuelVectorEnv("countdown", 3, start=7)
    with pytest.raises(OptionsError, match="games must be a whole number"):
        DuelVectorEnv("chain", 0)
