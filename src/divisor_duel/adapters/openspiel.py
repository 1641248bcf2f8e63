"""The games as OpenSpiel games: ``divisor_duel_chain`` and so on.

Importing this module registers them; options are OpenSpiel's parameters. Unlike
in most Python games there, illegal actions are refused. The text of a state has
all that matters for the rest of the game, so solvers can use it as a key.

>>> import pyspiel
>>> import divisor_duel.adapters.openspiel
>>> game = pyspiel.load_game("divisor_duel_chain(high=20,opening=even)")
>>> state = game.new_initial_state()
>>> state.apply_action(10)
>>> state.legal_actions()
[2, 5, 20]
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from divisor_duel.adapters.encoding import (
    action_count,
    game_that_fits,
    observation,
    observation_size,
)
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.games.registry import GAMES

PREFIX = "divisor_duel_"
"""Prefix of the games' names in OpenSpiel."""


class DuelGame(pyspiel.Game):  # type: ignore[misc]
    """Describes a game to OpenSpiel; each game has a subclass."""

    kind: ClassVar[Any]
    """The description under which the game is registered."""
    name: ClassVar[str]
    """The id of the game in this package."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = parameters or {}
        self.rules: AnyGame = game_that_fits(self.name, **given)
        """The game."""
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.rules),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max(1, self.rules.max_moves()),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, state: Any = None) -> DuelState:
        return DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return DuelObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A position; OpenSpiel's players 0 and 1 are our Players 1 and 2."""

    def __init__(self, game: DuelGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self.position: Position = game.rules.start()
        """The current position."""
        self._outcome = game.rules.outcome(self.position)

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self._outcome else self.position.to_move - 1

    def is_terminal(self) -> bool:
        return self._outcome is not None

    def returns(self) -> list[float]:
        if not self._outcome:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._outcome.winner == Player.ONE else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._rules.legal_moves(self.position))

    def _apply_action(self, action: int) -> None:
        self.position = self._rules.play(self.position, action)
        self._outcome = self._rules.outcome(self.position)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.format_move(action)

    def __str__(self) -> str:
        return self._rules.key(self.position)


class DuelObserver:
    """A player's observation in OpenSpiel's interface (see its observation.py)."""

    def __init__(self, game: AnyGame, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        self._game = game
        self.tensor: NDArray[np.float32] = np.zeros(observation_size(game), np.float32)
        """The observation."""
        self.dict = {"observation": self.tensor}
        """The observation by name."""

    def set_from(self, state: DuelState, player: int) -> None:
        """Set the observation to what `player` sees of `state`."""
        self.tensor[:] = observation(self._game, state.position, Player(player + 1))

    def string_from(self, state: DuelState, player: int) -> str:
        """Return the state as text; both players see everything."""
        return str(state)


def _kind(name: str, game: type[AnyGame]) -> Any:
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={spec.name: spec.default for spec in game.option_specs()},
    )


def register_games() -> None:
    """Register the games with OpenSpiel, unless they are registered already."""
    known = set(pyspiel.registered_names())
    for name, game in GAMES.items():
        if PREFIX + name not in known:
            kind = _kind(name, game)
            subclass = type(f"{game.__name__}Game", (DuelGame,), {"kind": kind, "name": name})
            pyspiel.register_game(kind, subclass)


register_games()
