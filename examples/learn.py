"""An agent that learns Countdown or Divider Duel from scratch, in seconds.

    python examples/learn.py countdown --start 144
    python examples/learn.py divider --high 12

It is a table of how good each move is in each position (Q-learning), filled by playing
against itself in many games at once. It knows only its observations, the legal moves and
who won. After every round it plays a random player, and the exact engine measures how
often it finds a winning move where some moves win and some lose. Then enter it in the
arena, from the folder that holds `examples`; it learns when asked for its first move:

    duel arena py:examples.learn:player random --games countdown,divider:high=12
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from divisor_duel import GAMES, Player, analyze
from divisor_duel.adapters.encoding import action_mask, observation
from divisor_duel.adapters.vector import DuelVectorEnv
from divisor_duel.batch import Batch
from divisor_duel.game import AnyGame

TABLE_GAMES = ("countdown", "divider")
MOST_BITS = 16
"""Limit on the length of an observation, in bits; longer ones would need too large a table."""
GAMES_AT_ONCE = 64
STEPS = 8
"""Moves in every game in the first round of learning; each round doubles the total."""
ROUNDS = 9
CURIOSITY = 0.3
"""Exploration rate: the probability of a random move instead of the best one."""
PACE = 0.5
"""Learning rate: how far an entry moves towards the latest result."""

Moves = NDArray[np.int64]


class Report(NamedTuple):
    """The strength of the agent after a round."""

    games: int
    """Games played against itself so far."""
    wins: float
    """Share of games won against a random player, moving first in half of them."""
    accuracy: float
    """Share of winning moves in positions where some moves win and some lose."""


class Agent:
    """A table with one row for each position and one column for each move."""

    def __init__(self, game: AnyGame, seed: int = 1) -> None:
        bits = len(observation(game, game.start(), Player.ONE))
        if game.id not in TABLE_GAMES or bits > MOST_BITS:
            raise ValueError(f"a table is no way to learn {game.id} with {game.options}")
        self.game = game
        self._rng = np.random.default_rng(seed)
        self._seed = seed
        self._weights = 1 << np.arange(bits)
        self._table = np.zeros((1 << bits, len(action_mask(game, game.start()))))

    def rows(self, observations: Any) -> Moves:
        """Return the table row of each observation: its bits read as a binary number."""
        numbers: Moves = observations @ self._weights
        return numbers

    def best(self, rows: Moves, mask: Any) -> Moves:
        """Return the best legal move in each row, with ties broken at random."""
        chance = self._rng.random(mask.shape) * 1e-9
        moves: Moves = np.where(mask, self._table[rows] + chance, -np.inf).argmax(axis=1)
        return moves

    def learn(self, rounds: int = ROUNDS) -> Iterator[int]:
        """Learn by self-play; yield the number of finished games after each round."""
        options: Any = self.game.options
        envs = DuelVectorEnv(self.game.id, GAMES_AT_ONCE, opponent=None, **options)
        seen, infos = envs.reset(seed=self._seed)
        games = 0
        reports = {STEPS << number for number in range(rounds)}
        for step in range(1, max(reports, default=0) + 1):
            rows, moves = self.rows(seen), self.best(self.rows(seen), infos["action_mask"])
            curious = self._rng.random(GAMES_AT_ONCE) < CURIOSITY
            moves = np.where(curious, envs.batch.sample(self._rng), moves)
            seen, rewards, ended, _, infos = envs.step(moves)
            answers = np.where(infos["action_mask"], self._table[self.rows(seen)], -np.inf)
            # A position is as bad for the player who moved as it is good for the opponent.
            worth = np.where(ended, rewards, -answers.max(axis=1))
            self._table[rows, moves] += PACE * (worth - self._table[rows, moves])
            games += int(ended.sum())
            if step in reports:
                yield games

    def play_batch(self, games: Batch) -> Moves:
        """Return the agent's moves in a batch of games."""
        return self.best(self.rows(games.observations()), games.legal())

    def choose(self, position: Any) -> int:
        """Return the agent's move in one position."""
        rows = self.rows(observation(self.game, position, position.to_move)[np.newaxis])
        return int(self.best(rows, action_mask(self.game, position)[np.newaxis])[0])


def wins_against_random(agent: Agent, games: int = 1000) -> float:
    """Return the share of games won against a random player, with random seats."""
    options: Any = agent.game.options
    envs = DuelVectorEnv(agent.game.id, games, opponent="random", agent="random", **options)
    envs.reset(seed=2)
    first_results = np.zeros(games)
    while not first_results.all():
        rewards = envs.step(agent.play_batch(envs.batch))[1]
        first_results = np.where(first_results, first_results, rewards)
    return float((first_results > 0).mean())


@lru_cache(maxsize=8)
def decisions(game: AnyGame, games: int = 60) -> dict[Any, tuple[int, ...]]:
    """Return positions where some moves win and some lose, with the winning moves."""
    rng, winning_moves = np.random.default_rng(3), dict[Any, tuple[int, ...]]()
    for _ in range(games):
        position = game.start()
        while game.outcome(position) is None:
            legal = game.legal_moves(position)
            winning = winning_moves.get(position) or analyze(game, position).winning
            if 0 < len(winning) < len(legal):
                winning_moves[position] = winning
            position = game.play(position, int(rng.choice(legal)))
    return winning_moves


def accuracy(agent: Agent) -> float:
    """Return the share of decisions in which the agent plays a winning move."""
    cases = decisions(agent.game)
    return sum(agent.choose(position) in moves for position, moves in cases.items()) / len(cases)


def train(agent: Agent, rounds: int = ROUNDS) -> Iterator[Report]:
    """Learn, and report before the first round and after each."""
    yield Report(0, wins_against_random(agent), accuracy(agent))
    for games in agent.learn(rounds):
        yield Report(games, wins_against_random(agent), accuracy(agent))


@lru_cache(maxsize=8)
def _trained(game: AnyGame) -> Agent:
    agent = Agent(game)
    for _ in agent.learn():
        pass
    return agent


def player(question: Mapping[str, Any]) -> int:
    """Return the move of a trained agent: a player for the arena."""
    game = GAMES[question["game"]](**question["options"])
    position = game.start()
    for move in question["played"]:
        position = game.play(position, move)
    return _trained(game).choose(position)


def anywhere(question: Mapping[str, Any]) -> int:
    """Like `player`, but random if the table would be too large: for the bench."""
    try:
        return player(question)
    except ValueError:
        return int(Random(question["seed"]).choice(question["legal"]))


def main() -> None:
    """Train one agent and print its progress."""
    parser = argparse.ArgumentParser(description="Learn a game from nothing, in seconds.")
    parser.add_argument("game", choices=TABLE_GAMES)
    parser.add_argument("--start", type=int, help="countdown: the starting number")
    parser.add_argument("--high", type=int, help="divider: the largest number on the list")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = vars(parser.parse_args())
    kind, rounds = GAMES[arguments.pop("game")], arguments.pop("rounds")
    agent = Agent(kind(**{name: value for name, value in arguments.items() if value is not None}))
    print("games played   wins against random   accuracy")
    for report in train(agent, rounds):
        print(f"{report.games:>12,}   {report.wins:>19.1%}   {report.accuracy:>8.1%}", flush=True)


if __name__ == "__main__":
    main()
