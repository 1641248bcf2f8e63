"""PettingZoo's own tests accept the environments, and the rules hold in them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from divisor_duel import GAMES, IllegalMoveError, OptionsError
from divisor_duel.adapters import pettingzoo
from divisor_duel.adapters.encoding import action_mask
from divisor_duel.adapters.pettingzoo import env, raw_env
from divisor_duel.game import AnyGame, Position
from tests.setups import DEFAULTS, Setup

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where pettingzoo[classic] is installed, it loads pygame
    from pettingzoo.test import api_test, render_test, seed_test

# What api_test says of every environment whose observations hold a mask, and of an empty list.
masked = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",
)
SETUPS = [
    *DEFAULTS,
    Setup("chain", {"high": 20, "opening": "even"}),
    Setup("digits", {"base": 16, "target": 1000}),
    Setup("divider", {"high": 30}),
]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def make(setup: Setup, maker: Callable[..., Any] = env) -> Any:
    """The environment of a set-up."""
    return maker(setup.id, **setup.options)


@masked
@every_setup
def test_the_api_test_passes(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's api_test accepts the wrapped and the raw environment."""
    api_test(make(setup), num_cycles=200)
    api_test(make(setup, raw_env), num_cycles=200)
    assert capsys.readouterr().out.count("Passed API test") == 2


@every_setup
def test_the_seed_test_passes(setup: Setup) -> None:
    """PettingZoo's seed_test finds the same games for the same seed."""
    seed_test(lambda: make(setup), num_cycles=50)


@pytest.mark.parametrize("name", GAMES)
def test_both_render_modes_show_the_position(name: str) -> None:
    """The mode ansi gives text, rgb_array gives pixels, and both change with a move."""
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        played = env(name, render_mode=mode)
        assert mode in played.metadata["render_modes"]
        played.reset()
        before = played.render()
        played.step(played.unwrapped.game.legal_moves(played.unwrapped.position)[0])
        after = played.render()
        assert isinstance(before, kind)
        assert isinstance(after, kind)
        assert np.shape(before) != np.shape(after) or np.any(before != after)


@every_setup
def test_random_play_follows_the_rules(setup: Setup) -> None:
    """Masks, turns and rewards are those of the game, and rewards come only at the end."""
    game, rng = setup.game, np.random.default_rng(3)
    played = make(setup)
    for first in (1, 2):
        played.reset(options={"first": first})
        position = game.start(type(game.start().to_move)(first))
        while game.outcome(position) is None:
            assert played.agent_selection == f"player_{int(position.to_move)}"
            seen, reward, terminated, truncated, info = played.last()
            assert (reward, terminated, truncated) == (0, False, False)
            legal = game.legal_moves(position)
            assert tuple(seen["action_mask"].nonzero()[0]) == legal
            assert (info["action_mask"] == seen["action_mask"]).all()
            other = played.possible_agents[2 - int(position.to_move)]
            assert not played.observe(other)["action_mask"].any()
            move = int(rng.choice(legal))
            position = game.play(position, move)
            played.step(move)
        outcome = game.outcome(position)
        assert outcome is not None
        rewards = {f"player_{int(outcome.winner)}": 1, f"player_{int(outcome.winner.other)}": -1}
        assert played.rewards == rewards
        assert all(played.terminations.values())


def test_the_mask_is_computed_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrappers, observations and infos share the mask of a turn."""
    computed = list[object]()

    def counted(game: AnyGame, position: Position) -> Any:
        computed.append(position)
        return action_mask(game, position)

    monkeypatch.setattr(pettingzoo, "action_mask", counted)
    played = env("chain", high=20)
    played.reset()
    computed.clear()
    for move in (10, 5, 20):
        assert played.last()[0]["action_mask"][move]
        played.step(move)
    assert len(computed) == 3


def test_an_illegal_action_loses_and_is_not_played() -> None:
    """The wrapped environment ends with -1 for the offender and the position as it was."""
    played = env("chain", high=20)
    played.reset()
    played.step(10)
    before = played.unwrapped.position
    played.step(7)
    assert played.unwrapped.position == before
    assert played.rewards == {"player_1": 0, "player_2": -1.0}
    assert all(played.terminations.values())


@pytest.mark.parametrize("action", [-1, 21, 10**9, 2.5, "2"])
def test_actions_outside_the_space_never_play(action: Any) -> None:
    """An action that is not in the action space is an error and changes nothing."""
    played = env("chain", high=20)
    played.reset()
    before = played.unwrapped.position
    with pytest.raises(AssertionError):
        played.step(action)
    assert played.unwrapped.position == before


def test_the_raw_environment_names_the_illegal_move() -> None:
    """Without wrappers an illegal action raises with the reason, and the game goes on."""
    played = raw_env("chain", high=20)
    played.reset()
    played.step(10)
    with pytest.raises(IllegalMoveError, match="7 is neither a factor nor a multiple of 10"):
        played.step(7)
    played.step(5)
    assert played.agent_selection == "player_1"


def test_bad_set_ups_are_refused() -> None:
    """Unknown games, options, render modes and first players are OptionsErrors."""
    with pytest.raises(OptionsError, match="unknown game"):
        env("go")
    with pytest.raises(OptionsError, match="high must be"):
        env("chain", high=1)
    with pytest.raises(OptionsError, match="human or ansi or rgb_array, not 'film'"):
        env("chain", render_mode="film")
    with pytest.raises(OptionsError, match="first must be 1 or 2, not 3"):
        env("chain").reset(options={"first": 3})


def test_pettingzoo_itself_is_content_with_the_pictures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """PettingZoo's own test of rendering passes, and ``human`` prints the position."""
    render_test(lambda render_mode: env("countdown", start=12, render_mode=render_mode))
    assert "12" in capsys.readouterr().out


def test_rendering_without_a_mode_warns() -> None:
    """Asking for a picture without a render mode says what is missing."""
    played = raw_env("chain")
    played.reset()
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert played.render() is None
