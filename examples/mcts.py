"""Monte Carlo tree search as a player, from the rules alone and without any other package.

    duel bench mcts-200=py:examples.mcts:games_200 --no-games

It plays random games from the position, more of them after moves that won more often (UCT).
``games_50``, ``games_200`` and ``games_800`` differ only in how many games they play for each
move. The same seed gives the same move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from divisor_duel import GAMES, Player
from divisor_duel.game import AnyGame, Position

EXPLORATION = 1.0
"""How strongly the search prefers moves that it has tried less often."""


@dataclass
class Node:
    """A position in the tree, with the results of the games through it."""

    position: Position
    games: int = 0
    wins: float = 0.0
    """Games won by the player who moved to this position."""
    children: dict[int, Node] = field(default_factory=dict)


def search(game: AnyGame, position: Position, games: int, rng: Random) -> int:
    """Return the move that it tried most often in this many random games."""
    root = Node(position)
    for _ in range(games):
        _play_once(game, root, rng)
    return max(root.children, key=lambda move: (root.children[move].games, -move))


def _play_once(game: AnyGame, root: Node, rng: Random) -> None:
    """Descend to a new position, finish the game at random, and count its result."""
    path, node = [root], root
    while legal := game.legal_moves(node.position):
        new = [move for move in legal if move not in node.children]
        if new:
            move = rng.choice(new)
            node.children[move] = Node(game.play(node.position, move))
            path.append(node.children[move])
            break
        node = max(node.children.values(), key=lambda child: _promise(child, node.games))
        path.append(node)
    winner = _random_winner(game, path[-1].position, rng)
    for node in path:
        node.games += 1
        node.wins += node.position.to_move is not winner


def _promise(child: Node, games: int) -> float:
    return child.wins / child.games + EXPLORATION * sqrt(log(games) / child.games)


def _random_winner(game: AnyGame, position: Position, rng: Random) -> Player:
    while legal := game.legal_moves(position):
        position = game.play(position, rng.choice(legal))
    outcome = game.outcome(position)
    assert outcome
    return outcome.winner


def _player(question: Mapping[str, Any], games: int) -> int:
    game = GAMES[question["game"]](**question["options"])
    *_, position = game.positions(question["played"], Player(question["first"]))
    return search(game, position, games, Random(question["seed"]))


def games_50(question: Mapping[str, Any]) -> int:
    """Return a move after 50 random games."""
    return _player(question, 50)


def games_200(question: Mapping[str, Any]) -> int:
    """Return a move after 200 random games."""
    return _player(question, 200)


def games_800(question: Mapping[str, Any]) -> int:
    """Return a move after 800 random games."""
    return _player(question, 800)
