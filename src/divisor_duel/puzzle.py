"""Positions with exactly one winning move, found and graded by the engine.

A puzzle comes from a random game on a random set-up: the first position in it
that has one winning move among several and is not won at once. The same seed
gives everyone the same puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from divisor_duel.engine import Analysis, analyze
from divisor_duel.game import OptionValue, Value
from divisor_duel.games import GAMES
from divisor_duel.record import Record

GRADES = ("easy", "medium", "hard")
FEWEST_MOVES = 3
SHALLOWEST = 3

_SETUPS: dict[str, Callable[[Random], dict[str, OptionValue]]] = {
    "divider": lambda rng: {"high": rng.randint(9, 24)},
    "ladder": lambda rng: {"high": rng.randint(30, 120)},
    "countdown": lambda rng: {"start": rng.randint(20, 400) * 2},
    "chain": lambda rng: {"high": rng.randint(16, 40)},
    "digits": lambda rng: {"target": rng.randint(7, 60)},
}


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move wins."""

    record: Record
    """The set-up and the moves that led here."""
    analysis: Analysis
    """What every move is worth."""

    @property
    def position(self) -> Any:
        """The position to solve."""
        return self.analysis.position

    @property
    def solution(self) -> int:
        """The only winning move."""
        return self.analysis.winning[0]

    @property
    def grade(self) -> str:
        """How hard it is: by how far one has to see, and among how many moves."""
        depth = self.analysis.remoteness or 0
        effort = depth + len(self.analysis.moves) / 4
        return GRADES[0] if effort < 6 else GRADES[1] if effort < 10 else GRADES[2]


def make_puzzle(seed: str, game: str | None = None) -> Puzzle:
    """The puzzle that belongs to `seed`, of one game or of any."""
    rng = Random(f"puzzle/{seed}/{game}")
    while True:
        name = game or rng.choice(list(GAMES))
        puzzle = _from_random_game(name, rng)
        if puzzle:
            return puzzle


def _from_random_game(name: str, rng: Random) -> Puzzle | None:
    """The first puzzle in one random game, if there is any."""
    game = GAMES[name](**(_SETUPS[name](rng) if name in _SETUPS else {}))
    position, moves = game.start(), list[int]()
    while legal := game.legal_moves(position):
        analysis = analyze(game, position, seconds=5)
        alone = len(analysis.winning) == 1 and Value.UNKNOWN not in {
            m.value for m in analysis.moves
        }
        if alone and len(legal) >= FEWEST_MOVES and (analysis.remoteness or 0) >= SHALLOWEST:
            return Puzzle(Record(game, tuple(moves)), analysis)
        move = rng.choice(legal)
        moves.append(move)
        position = game.play(position, move)
    return None
