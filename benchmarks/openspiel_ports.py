"""Ports of the five games, as an OpenSpiel author would write them in Python.

They follow OpenSpiel's own Python tic-tac-toe: a mutable state of plain values and lists,
actions that are the numbers themselves, and a check for the end of the game when a move
is applied. They are neither slowed down nor tuned, so a comparison shows what people
would otherwise get. Like OpenSpiel's own Python games they trust that moves are legal.

The text of a state contains everything that matters for the remaining game, so that
OpenSpiel's solvers can use it as a key.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pyspiel

from divisor_duel import GAMES
from divisor_duel.game import AnyGame

Parameters = dict[str, Any]


class PortGame(pyspiel.Game):  # type: ignore[misc]
    """Base class of the five games, with the information OpenSpiel needs."""

    name: ClassVar[str]
    """The id of the game in this package."""
    defaults: ClassVar[Parameters]
    """The options of the game, with the same names as in this package."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.options = {**self.defaults, **(parameters or {})}
        actions, length = self.limits()
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=length,
        )
        super().__init__(self.kind(), info, self.options)

    @classmethod
    def kind(cls) -> Any:
        """Return the type under which the game is registered."""
        return pyspiel.GameType(
            short_name=f"python_duel_{cls.name}",
            long_name=f"Python Divisor Duel: {cls.name.title()}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification=cls.defaults,
        )

    def limits(self) -> tuple[int, int]:
        """Return one more than the largest action, and the length of the longest game."""
        raise NotImplementedError


class PortState(pyspiel.State):  # type: ignore[misc]
    """Base class of the states: the player to move and perhaps a winner."""

    def __init__(self, game: PortGame) -> None:
        super().__init__(game)
        self._player = 0
        self._winner: int | None = None

    def current_player(self) -> Any:
        return self._player if self._winner is None else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return self._winner is not None

    def returns(self) -> list[float]:
        if self._winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._winner == 0 else [-1.0, 1.0]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)


class DividerGame(PortGame):
    """Divider: take a number, and its multiples go too."""

    name = "divider"
    defaults: ClassVar[Parameters] = {"low": 2, "high": 9}

    def limits(self) -> tuple[int, int]:
        return self.options["high"] + 1, self.options["high"] - self.options["low"] + 1

    def new_initial_state(self) -> DividerState:
        return DividerState(self)


class DividerState(PortState):
    """The numbers left, ascending."""

    def __init__(self, game: DividerGame) -> None:
        super().__init__(game)
        self._left = list(range(game.options["low"], game.options["high"] + 1))

    def _legal_actions(self, player: int) -> list[int]:
        return self._left

    def _apply_action(self, action: int) -> None:
        self._left = [number for number in self._left if number % action]
        if not self._left:
            self._winner = self._player
        self._player = 1 - self._player

    def __str__(self) -> str:
        return f"player {self._player}, left {self._left}"


class LadderGame(PortGame):
    """Ladder: climb the multiples of your own number."""

    name = "ladder"
    defaults: ClassVar[Parameters] = {"high": 50}

    def limits(self) -> tuple[int, int]:
        return self.options["high"] + 1, self.options["high"] - 1

    def new_initial_state(self) -> LadderState:
        return LadderState(self)


class LadderState(PortState):
    """The pool, ascending, and the number of each player."""

    def __init__(self, game: LadderGame) -> None:
        super().__init__(game)
        self._pool = list(range(2, game.options["high"] + 1))
        self._own = [1, 1]

    def _legal_actions(self, player: int) -> list[int]:
        own = self._own[player]
        return [number for number in self._pool if number % own == 0]

    def _apply_action(self, action: int) -> None:
        self._pool.remove(action)
        self._own[self._player] = action
        self._player = 1 - self._player
        own = self._own[self._player]
        if all(number % own for number in self._pool):
            self._winner = 1 - self._player

    def __str__(self) -> str:
        return f"player {self._player}, own {self._own}, pool {self._pool}"


class CountdownGame(PortGame):
    """Countdown: subtract a divisor."""

    name = "countdown"
    defaults: ClassVar[Parameters] = {"start": 60}

    def limits(self) -> tuple[int, int]:
        return self.options["start"] // 2 + 1, max(1, self.options["start"] // 2)

    def new_initial_state(self) -> CountdownState:
        return CountdownState(self)


class CountdownState(PortState):
    """The number."""

    def __init__(self, game: CountdownGame) -> None:
        super().__init__(game)
        self._number = game.options["start"]
        if not self._legal_actions(0):
            self._winner = 1

    def _legal_actions(self, player: int) -> list[int]:
        number = self._number
        return [divisor for divisor in range(2, number // 2 + 1) if number % divisor == 0]

    def _apply_action(self, action: int) -> None:
        self._number -= action
        self._player = 1 - self._player
        number = self._number
        if all(number % divisor for divisor in range(2, number // 2 + 1)):
            self._winner = 1 - self._player

    def __str__(self) -> str:
        return f"player {self._player}, number {self._number}"


class ChainGame(PortGame):
    """Chain: answer with a factor or a multiple."""

    name = "chain"
    defaults: ClassVar[Parameters] = {"low": 2, "high": 50, "opening": "any"}

    def limits(self) -> tuple[int, int]:
        return self.options["high"] + 1, self.options["high"] - self.options["low"] + 1

    def new_initial_state(self) -> ChainState:
        return ChainState(self)


class ChainState(PortState):
    """The pool, ascending, and the number taken last."""

    def __init__(self, game: ChainGame) -> None:
        super().__init__(game)
        self._pool = list(range(game.options["low"], game.options["high"] + 1))
        self._even = game.options["opening"] == "even"
        self._last: int | None = None

    def _legal_actions(self, player: int) -> list[int]:
        last = self._last
        if last is not None:
            return [number for number in self._pool if number % last == 0 or last % number == 0]
        if self._even:
            return [number for number in self._pool if number % 2 == 0]
        return self._pool

    def _apply_action(self, action: int) -> None:
        self._pool.remove(action)
        self._last = action
        self._player = 1 - self._player
        if not any(number % action == 0 or action % number == 0 for number in self._pool):
            self._winner = 1 - self._player

    def __str__(self) -> str:
        return f"player {self._player}, last {self._last}, pool {self._pool}"


class DigitsGame(PortGame):
    """Digits: append digits until the target divides."""

    name = "digits"
    defaults: ClassVar[Parameters] = {"target": 7, "base": 10}

    def limits(self) -> tuple[int, int]:
        return self.options["base"], self.options["base"] - 1

    def new_initial_state(self) -> DigitsState:
        return DigitsState(self)


class DigitsState(PortState):
    """The digits left, ascending, and the remainder of the number written so far."""

    def __init__(self, game: DigitsGame) -> None:
        super().__init__(game)
        self._target = game.options["target"]
        self._base = game.options["base"]
        self._left = list(range(1, self._base))
        self._remainder = 0

    def _legal_actions(self, player: int) -> list[int]:
        return self._left

    def _apply_action(self, action: int) -> None:
        self._left.remove(action)
        self._remainder = (self._remainder * self._base + action) % self._target
        if self._remainder == 0:
            self._winner = self._player
        elif not self._left:
            self._winner = 1 - self._player
        self._player = 1 - self._player

    def __str__(self) -> str:
        return f"player {self._player}, left {self._left}, remainder {self._remainder}"


PORTS: dict[str, type[PortGame]] = {
    port.name: port for port in (DividerGame, LadderGame, CountdownGame, ChainGame, DigitsGame)
}
"""Every port, by the id of its game."""

for _port in PORTS.values():
    pyspiel.register_game(_port.kind(), _port)


def load(name: str, **options: Any) -> Any:
    """Load a port by its registered name."""
    return pyspiel.load_game(f"python_duel_{name}", options)


class PortDisagreesError(Exception):
    """Raised when a port does not play the same game as this package."""


SETUPS: tuple[tuple[str, Parameters], ...] = (
    *((name, {}) for name in PORTS),
    ("divider", {"low": 1, "high": 30}),
    ("ladder", {"high": 7}),
    ("countdown", {"start": 7}),
    ("countdown", {"start": 5040}),
    ("chain", {"low": 1, "high": 20, "opening": "even"}),
    ("digits", {"target": 13, "base": 16}),
)
"""The set-ups of the check: the rule books' own options and some others."""


def check(games: int = 50, seed: int = 1) -> None:
    """Play random games in both; PortDisagreesError if moves or winners differ."""
    rng = random.Random(seed)
    for name, options in SETUPS:
        game, port = GAMES[name](**options), load(name, **options)
        for _ in range(games):
            _play_both(game, port, rng)


def _play_both(game: AnyGame, port: Any, rng: random.Random) -> None:
    """Play one random game in both at once, comparing them at every move."""
    position, state = game.start(), port.new_initial_state()
    while (ended := game.outcome(position)) is None:
        legal = list(game.legal_moves(position))
        if state.is_terminal() or state.legal_actions() != legal:
            raise PortDisagreesError(f"{port}: {game.describe(position)}; the port says {state}")
        move = rng.choice(legal)
        position = game.play(position, move)
        state.apply_action(move)
    winner = [1.0, -1.0] if ended.winner == 1 else [-1.0, 1.0]
    if not state.is_terminal() or state.returns() != winner:
        raise PortDisagreesError(f"{port}: {ended}; the port says {state}, {state.returns()}")
