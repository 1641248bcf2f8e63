"""The games as TextArena environments: ``DivisorDuel-Chain-v0`` and so on.

Importing this module registers them; ``textarena.make`` takes the options of the game.
Prompts and replies are as in the arena: a reply ends with a line such as ``move: 12``,
or is the move alone. For an illegal move TextArena's own rule holds: one more try, then
the game is lost.

The info of each step has the move, and as ``reward`` its exact worth: 1 for keeping a
win, -1 for giving one away, 0 where nothing was at stake.
"""

from __future__ import annotations

from typing import Any

import textarena
from textarena.envs.registration import ENV_REGISTRY

from divisor_duel.batch.exact_values import values
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import OptionValue, Position
from divisor_duel.games.registry import DEFAULT_GAME, GAMES, set_up
from divisor_duel.learn.review import mark_of
from divisor_duel.questions.prompts import INSTRUCTION, situation
from divisor_duel.questions.question import Fault, Question
from divisor_duel.questions.replies import find_move
from divisor_duel.questions.text_game import REWARDS

Sort = textarena.ObservationType


class DuelEnv(textarena.Env):  # type: ignore[misc]
    """A game of two players; TextArena's players 0 and 1 are our Players 1 and 2."""

    def __init__(
        self, game: str = DEFAULT_GAME, legal: bool = True, **options: OptionValue
    ) -> None:
        self.game = set_up(game, options)
        """The game."""
        self.legal = legal
        """Whether prompts list the legal moves."""
        self.position: Position = self.game.start()
        """The current position."""
        self.played: list[int] = []
        """The moves so far."""

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        """Start a new game; Player 1 moves first."""
        self.position, self.played = self.game.start(), []
        self.state = textarena.TwoPlayerState(num_players=num_players, seed=seed)
        self.state.reset(
            game_state={"played": self.played},
            player_prompt_function=self._prompt,
            role_mapping={0: "Player 1", 1: "Player 2"},
        )
        self._show()

    def step(self, action: str) -> Any:
        """Play the move in the reply of the player to move."""
        player = self.state.current_player_id
        self._send(action, Sort.PLAYER_ACTION, from_id=player)
        question = Question(self.game, self.position, tuple(self.played), 0.0, 0, self.legal)
        try:
            move = find_move(question.game, action)
            after = self.game.play(self.position, move)
        except Fault as fault:
            self.state.set_invalid_move(reason=f"{fault.detail}.")
        except IllegalMoveError as error:
            self.state.set_invalid_move(reason=f"{error if self.legal else error.problem}.")
        else:
            mark = mark_of(values(self.game, self.position), move)
            self.state.step_info |= {"move": move, "reward": REWARDS.get(mark, 0)}
            self.position = after
            self.played.append(move)
            self._send(f"Player {player + 1} plays {self.game.format_move(move)}.")
            self._show()
        return self.state.step()

    def _show(self) -> None:
        """Show the position to the player to move, or set the winner."""
        outcome = self.game.outcome(self.position)
        if outcome:
            self.state.set_winner(player_id=int(outcome.winner) - 1, reason=outcome.reason)
            return
        you = self.position.to_move
        board = f"The position: {situation(self.game, self.position, you)}."
        if self.legal:
            moves = map(self.game.format_move, self.game.legal_moves(self.position))
            board += f"\nYour legal moves: {', '.join(moves)}."
        self._send(board, Sort.GAME_BOARD, to_id=int(you) - 1)

    def _send(self, message: str, sort: Any = Sort.GAME_ACTION_DESCRIPTION, **who: int) -> None:
        self.state.add_observation(message=message, observation_type=sort, **who)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        options = ", ".join(f"{name} {value}" for name, value in self.game.options.items())
        return (
            f"{self.game.agreed_rules()}\n\nThe set-up of this game: {options}.\n"
            f"You are Player {player_id + 1}.\n{INSTRUCTION}"
        )


def register_environments() -> None:
    """Register the games with TextArena, unless they are registered already."""
    for name in GAMES:
        env_id = f"DivisorDuel-{name.title()}-v0"
        if env_id not in ENV_REGISTRY:
            wrappers = [textarena.wrappers.LLMObservationWrapper]
            textarena.register(env_id, DuelEnv, default_wrappers=wrappers, game=name)


register_environments()
