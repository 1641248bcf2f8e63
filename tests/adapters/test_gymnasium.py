"""Gymnasium's own checker accepts the environments, and they have none of gg-bench's faults."""

from __future__ import annotations

import random
import subprocess
import sys
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from divisor_duel import GAMES, IllegalMoveError, OptionsError, analyze
from divisor_duel.adapters.gymnasium import DuelEnv, register_environments

every_game = pytest.mark.parametrize("name", GAMES)
LEVELS_AND_SEATS = [("random", "first"), ("perfect", "second"), ("easy", "random"), (None, "first")]


def make(name: str, **options: Any) -> DuelEnv:
    """The environment as Gymnasium makes it, without wrappers."""
    made = gymnasium.make(f"DivisorDuel/{name.title()}-v0", **options).unwrapped
    assert isinstance(made, DuelEnv)
    return made


@every_game
@pytest.mark.parametrize(("opponent", "agent"), LEVELS_AND_SEATS)
def test_the_checker_passes_without_warnings(name: str, opponent: str, agent: str) -> None:
    """check_env accepts every game with opponents of every kind; a warning would fail here."""
    check_env(make(name, opponent=opponent, agent=agent))


@every_game
def test_legal_moves_are_never_punished(name: str) -> None:
    """Rewards are 0 until the end and then +1 or -1, as the winner says."""
    rng = random.Random(4)
    played = make(name, agent="random")
    for seed in range(30):
        _, info = played.reset(seed=seed)
        ended = False
        while not ended:
            legal = played.valid_moves()
            assert info["action_mask"].nonzero()[0].tolist() == legal
            assert (played.action_masks() == info["action_mask"]).all()
            _, reward, ended, truncated, info = played.step(rng.choice(legal or [0]))
            assert reward == (0 if not ended else 1 if info["winner"] == played.me else -1)
            assert not truncated
        assert played.valid_moves() == []
        assert "illegal" not in info


@every_game
@pytest.mark.parametrize("action", [-1, 0, 1, 51, 10**12, np.int64(-5), np.int8(1)])
def test_illegal_actions_lose_and_are_never_played(name: str, action: Any) -> None:
    """An illegal or out-of-range action ends with -1, says why and leaves the position alone."""
    played = make(name)
    played.reset(seed=1)
    if int(action) in played.valid_moves():
        return
    before = played.position
    _, reward, ended, _, info = played.step(action)
    assert (reward, ended, info["illegal"]) == (-1, True, True)
    assert "choose" in info["reason"]
    assert played.position == before
    assert played.step(2)[1:4] == (0, True, False)
    assert played.position == before


def test_illegal_actions_can_raise_instead() -> None:
    """With illegal="raise" the error has the reason, and the game goes on."""
    played = make("chain", illegal="raise", opponent=None)
    played.reset()
    played.step(15)
    with pytest.raises(IllegalMoveError, match="4 is neither a factor nor a multiple of 15"):
        played.step(4)
    assert played.step(45)[2] is False


@pytest.mark.parametrize("action", ["2", 2.0, None, [2]])
def test_actions_that_are_no_integers_are_errors(action: Any) -> None:
    """What is not a whole number at all is a mistake of the program, not of the agent."""
    played = make("divider")
    played.reset()
    with pytest.raises(TypeError):
        played.step(action)


@every_game
def test_a_loop_written_for_gg_bench_runs(name: str) -> None:
    """Both sides through valid_moves, step and a text render, as gg-bench's matches do."""
    env: Any = DuelEnv(name, opponent=None)
    rng = random.Random(5)
    for _ in range(20):
        env.reset()
        done, movers, last_reward = False, [], 0.0
        while not done:
            assert isinstance(env.render(), str)
            movers.append(env.current_player)
            _, last_reward, done, _, info = env.step(rng.choice(env.valid_moves()))
        assert movers == [1 + ply % 2 for ply in range(len(movers))]
        assert last_reward == (1 if info["winner"] == movers[-1] else -1)


@every_game
def test_seeds_repeat_games(name: str) -> None:
    """The same seed gives the same opponent, move for move; other seeds give others."""

    def replies(seed: int) -> list[Any]:
        played = make(name, opponent="easy", agent="random")
        found = []
        for episode in range(12):
            _, info = played.reset(seed=seed if episode == 0 else None)
            found.append(info.get("opponent_move"))
            while not played.done:
                info = played.step((played.valid_moves() or [0])[0])[4]
                found.append(info.get("opponent_move"))
        return found

    assert replies(1) == replies(1)
    assert replies(1) != replies(2)


def test_an_opponent_that_wins_at_once_is_counted() -> None:
    """If the first move of the opponent wins, nothing is legal and the next step pays -1."""
    played = make("chain", opponent="perfect", agent="second")
    _, info = played.reset(seed=1)
    assert info["opponent_move"] > 25
    assert played.valid_moves() == []
    assert not info["action_mask"].any()
    assert played.action_space.sample(info["action_mask"]) == 0
    _, reward, ended, _, info = played.step(0)
    assert (reward, ended, info["winner"]) == (-1, True, 1)


def test_the_seat_can_be_chosen_for_one_game() -> None:
    """The reset option `agent` seats the agent for that game only."""
    played = make("ladder", agent="first")
    assert "opponent_move" in played.reset(options={"agent": "second"})[1]
    assert played.me == 2
    assert "opponent_move" not in played.reset()[1]
    seats = {
        played.reset(seed=seed, options={"agent": "random"})[1]["to_move"] for seed in range(9)
    }
    assert seats == {1, 2}


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"game": "go"}, "unknown game 'go'"),
        ({"opponent": "godlike"}, "opponent must be one of random, easy, medium, hard, perfect"),
        ({"agent": "third"}, "agent must be one of first, second, random, not 'third'"),
        ({"illegal": "ignore"}, "illegal must be one of lose, raise"),
        ({"render_mode": "human"}, "render_mode must be one of ansi, rgb_array"),
        ({"game": "countdown", "start": 7}, "there is nothing to play: 7 is prime"),
        ({"high": 1}, "high must be a whole number"),
    ],
)
def test_bad_set_ups_are_refused(options: dict[str, Any], problem: str) -> None:
    """What an environment cannot be is an OptionsError that says why."""
    with pytest.raises(OptionsError, match=problem):
        DuelEnv(**options)


def test_the_module_in_an_id_registers_everything() -> None:
    """Gymnasium can import the module by itself; registering again changes nothing."""
    code = (
        "import gymnasium; module = 'divisor_duel.adapters.gymnasium:'\n"
        "env = gymnasium.make(module + 'DivisorDuel/Chain-v0', high=20, render_mode='rgb_array')\n"
        "env.reset(); print(env.render().shape[2], env.action_space.n)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "3 21\n"
    before = dict(gymnasium.registry)
    register_environments()
    assert gymnasium.registry == before


@pytest.mark.parametrize(("name", "options"), [("divider", {"high": 6}), ("digits", {"base": 5})])
def test_a_search_over_copies_finds_the_exact_values(name: str, options: dict[str, Any]) -> None:
    """Search over copied environments, as gg-bench does it, agrees with the engine."""

    def value(env: Any, action: int) -> float:
        after = deepcopy(env)
        _, reward, ended, _, _ = after.step(action)
        if ended:
            return float(reward)
        return -max(value(after, answer) for answer in after.unwrapped.valid_moves())

    env = gymnasium.make(f"DivisorDuel/{name.title()}-v0", opponent=None, **options)
    env.reset()
    game = GAMES[name](**options)
    for move in analyze(game, game.start()).moves:
        assert value(env, move.move) == {"win": 1, "loss": -1}[move.value]
