"""An agent that learns any of the games from scratch, in seconds.

    python examples/learn.py countdown --options start=144
    python examples/learn.py chain --options high=12

It is a table of how good each move is in each position (Q-learning), filled by playing
against itself in many games at once. It knows only its observations, the legal moves and
who won. After every round it plays a random player, and the exact engine measures how
often it finds a winning move where some moves win and some lose. Then enter it in the
arena, from the folder that holds `examples`; it learns when asked for its first move:

    duel arena py:examples.learn:player random --games countdown,chain:high=12

The table has a row for each position that came up. In a large set-up hardly any position
comes up twice, so there it learns little and plays at random.
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
from divisor_duel.adapters.encoding import action_count, action_mask, observation
from divisor_duel.adapters.vector import DuelVectorEnv
from divisor_duel.batch import Batch
from divisor_duel.game import AnyGame, OptionValue

MOST_CELLS = 25_000_000
"""Limit on the size of the table; positions that come up when it is full are not learned."""
LEAST_ROWS = 1000
"""Positions that the table must have room for, so that learning makes sense."""
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
    """A table with one row for each position that came up and one column for each move."""

    def __init__(self, game: AnyGame, seed: int = 1) -> None:
        self._columns = action_count(game)
        if self._columns * LEAST_ROWS > MOST_CELLS:
            raise ValueError(f"a table is no way to learn {game.id} with {game.options}")
        self.game = game
        self._rng = np.random.default_rng(seed)
        self._seed = seed
        self._numbers: dict[bytes, int] = {}
        self._table = np.zeros((LEAST_ROWS, self._columns), np.float32)

    @property
    def size(self) -> int:
        """How many positions the table holds."""
        return len(self._numbers)

    def rows(self, observations: Any) -> Moves:
        """Return the table row of each observation; row 0 for one that is not in the table."""
        return np.array([self._numbers.get(key, 0) for key in _keys(observations)])

    def _add(self, observations: Any) -> Moves:
        """Return the table row of each observation, with new rows for new ones."""
        for key in _keys(observations):
            if key not in self._numbers and (len(self._numbers) + 2) * self._columns <= MOST_CELLS:
                self._numbers[key] = len(self._numbers) + 1
        if len(self._numbers) >= len(self._table):
            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        return self.rows(observations)

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
        rows, games = self._add(seen), 0
        reports = {STEPS << number for number in range(rounds)}
        for step in range(1, max(reports, default=0) + 1):
            curious = self._rng.random(GAMES_AT_ONCE) < CURIOSITY
            moves = self.best(rows, infos["action_mask"])
            moves = np.where(curious, envs.batch.sample(self._rng), moves)
            seen, rewards, ended, _, infos = envs.step(moves)
            before, rows = rows, self._add(seen)
            answers = np.where(infos["action_mask"], self._table[rows], -np.inf)
            # A position is as bad for the player who moved as it is good for the opponent.
            worth = np.where(ended, rewards, -answers.max(axis=1))
            known = before > 0
            change = PACE * (worth - self._table[before, moves])
            self._table[before[known], moves[known]] += change[known]
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


def _keys(observations: Any) -> list[bytes]:
    """Return each observation as bytes, eight of its bits in one."""
    return [packed.tobytes() for packed in np.packbits(observations != 0, axis=1)]


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
    """Return the move of a trained agent: a player for the arena and the bench."""
    game = GAMES[question["game"]](**question["options"])
    *_, position = game.positions(question["played"], Player(question["first"]))
    try:
        return _trained(game).choose(position)
    except ValueError:  # the set-up has too many moves for a table
        return int(Random(question["seed"]).choice(question["legal"]))


def read_options(text: str) -> dict[str, OptionValue]:
    """Return options such as ``high=20,ending=misere`` as a dictionary."""
    pairs = (pair.partition("=") for pair in text.split(",") if pair)
    return {name: int(value) if value.isdigit() else value for name, _, value in pairs}


def main() -> None:
    """Train one agent and print its progress."""
    parser = argparse.ArgumentParser(description="Learn a game from nothing, in seconds.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument(
        "--options", default="", help="the set-up, such as high=12 or target=9,ending=misere"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="each doubles the games so far")
    arguments = parser.parse_args()
    agent = Agent(GAMES[arguments.game](**read_options(arguments.options)))
    print("games played   wins against random   accuracy")
    for report in train(agent, arguments.rounds):
        print(f"{report.games:>12,}   {report.wins:>19.1%}   {report.accuracy:>8.1%}", flush=True)


if __name__ == "__main__":
    main()
