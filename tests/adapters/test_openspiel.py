"""OpenSpiel's own tests and solvers accept the games."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver
from open_spiel.python.observation import make_observation

import divisor_duel.adapters.openspiel
from divisor_duel import GAMES, analyze
from divisor_duel.adapters.encoding import observation
from tests.setups import DEFAULTS, SMALL, Setup

SETUPS = [*SMALL, *DEFAULTS, Setup("digits", {"base": 36, "target": 1000})]


def named(setup: Setup) -> str:
    """The name and parameters as OpenSpiel reads them."""
    options = ",".join(f"{name}={value}" for name, value in setup.options.items())
    return f"divisor_duel_{setup.id}({options})"


def load(setup: Setup) -> Any:
    """The game as OpenSpiel loads it."""
    return pyspiel.load_game(named(setup))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_simulation_test_passes(setup: Setup) -> None:
    """random_sim_test accepts every game, with states and games written and read back."""
    game = load(setup)
    defaults = {spec.name: spec.default for spec in setup.game.option_specs()}
    assert game.get_parameters() == defaults | setup.game.options
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_all_five_are_registered_on_import(name: str) -> None:
    """The games are known by name, with the options and defaults of this package."""
    assert f"divisor_duel_{name}" in pyspiel.registered_names()
    specs = {spec.name: spec.default for spec in GAMES[name].option_specs()}
    kind = pyspiel.load_game(f"divisor_duel_{name}").get_type()
    assert kind.parameter_specification == specs
    divisor_duel.adapters.openspiel.register_games()


@pytest.mark.parametrize(
    "setup",
    [*(setup for setup in DEFAULTS if setup.id != "chain"), Setup("chain", {"high": 16})],
    ids=str,
)
def test_openspiels_solver_agrees_with_the_engine(setup: Setup) -> None:
    """MinimaxSolver, where it finishes, gives every first move the value that the engine gives."""
    game, position = setup.game, setup.game.start()
    state = load(setup).new_initial_state()
    solver = MinimaxSolver(named(setup))
    solver.solve()
    analysis = analyze(game, position)
    values = {"win": 1.0, "loss": -1.0}
    theirs = solver.action_values_from_state(state)
    assert max(theirs[list(game.legal_moves(position))]) == values[analysis.value or ""]
    for move in analysis.moves:
        assert theirs[move.move] == values[move.value]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_random_play_follows_the_rules(setup: Setup) -> None:
    """Players, legal actions, tensors, returns and texts are those of the game at every move."""
    game, rng = setup.game, np.random.default_rng(2)
    position, state = game.start(), load(setup).new_initial_state()
    while game.outcome(position) is None:
        player = int(position.to_move) - 1
        assert state.current_player() == player
        assert tuple(state.legal_actions()) == game.legal_moves(position)
        for viewer in (position.to_move, position.to_move.other):
            seen = observation(game, position, viewer)
            assert state.observation_tensor(int(viewer) - 1) == seen.tolist()
        move = int(rng.choice(game.legal_moves(position)))
        assert state.action_to_string(player, move).endswith(game.format_move(move))
        position = game.play(position, move)
        state.apply_action(move)
    outcome = game.outcome(position)
    assert outcome is not None
    assert state.is_terminal()
    assert state.returns() == ([1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0])


def test_illegal_actions_are_refused() -> None:
    """An action against the rules raises and leaves the state as it was."""
    state = pyspiel.load_game("divisor_duel_chain(high=20)").new_initial_state()
    state.apply_action(10)
    before = str(state)
    for action in (10, 7, 3, 0, 20_000, -7):
        with pytest.raises(Exception, match="choose one of 2, 5, 20"):
            state.apply_action(action)
    assert str(state) == before == "Player 2 to move; last number: 10; pool: 2-9, 11-20"


def test_bad_parameters_are_refused() -> None:
    """A set-up that the game cannot have raises with the reason."""
    with pytest.raises(Exception, match="high must be a whole number from 2"):
        pyspiel.load_game("divisor_duel_chain(high=1)")
    with pytest.raises(Exception, match="opening must be 'any' or 'even'"):
        pyspiel.load_game("divisor_duel_chain(opening=odd)")


def test_observers_work() -> None:
    """OpenSpiel's observation objects hold the tensor and the text of a state."""
    game = pyspiel.load_game("divisor_duel_divider")
    state = game.new_initial_state()
    state.apply_action(4)
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert seen.tensor.nonzero()[0].tolist() == [2, 3, 5, 6, 7, 9]
    assert seen.string_from(state, 0) == "Player 2 to move; on the list: 2-3, 5-7, 9"


def test_unknown_parameters_stop_openspiel() -> None:
    """OpenSpiel itself ends on a parameter that is not in the specification."""
    code = (
        "import pyspiel, divisor_duel.adapters.openspiel\n"
        "pyspiel.load_game('divisor_duel_ladder(low=3)')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "low" in done.stderr
