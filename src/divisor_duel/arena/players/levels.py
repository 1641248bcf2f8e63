"""The built-in levels and rules of thumb as players."""

from __future__ import annotations

from random import Random

from divisor_duel.arena.players.protocol import Answer
from divisor_duel.engine.levels import LEVELS, OPPONENTS, choose_move
from divisor_duel.engine.skill import BLIND
from divisor_duel.game import AnyGame, Position
from divisor_duel.questions.exact_values import effort
from divisor_duel.questions.one_ply_rules import RULES, Choice
from divisor_duel.questions.question import Question


class LevelPlayer:
    """A built-in level of the computer."""

    def __init__(self, level: str) -> None:
        self._level = level

    def choose(self, question: Question) -> Answer:
        """Return the level's move: the same for the same seed."""
        return Answer(seeded_move(self._level, question.game, question.position, question.seed))

    def quit(self) -> None:
        """Do nothing: a level has no process."""

    kill = quit


class RulePlayer:
    """A published rule of thumb."""

    def __init__(self, name: str) -> None:
        self._rule = RULES[name]

    def choose(self, question: Question) -> Answer:
        """Return the move that the rule names."""
        last = question.played[-1] if question.played else 0
        choice = Choice.of(question.game, question.position, question.legal, last)
        return Answer(self._rule(choice))

    def quit(self) -> None:
        """Do nothing: a rule has no process."""

    kill = quit


RULE = "rule:"
"""How a rule of thumb is written as a player, before its name."""


def is_built_in(spec: object) -> bool:
    """Return whether a player is a level or a rule of thumb, which play in this process."""
    return spec in LEVELS or spec in {f"{RULE}{name}" for name in RULES}


def built_in_player(spec: str) -> LevelPlayer | RulePlayer:
    """Return a level or a rule of thumb as a player."""
    return LevelPlayer(spec) if spec in LEVELS else RulePlayer(spec.removeprefix(RULE))


def seeded_move(level: str, game: AnyGame, position: Position, seed: int) -> int:
    """Return a level's move, with randomness from the question's seed.

    A random move uses the seed itself: seeding a generator takes as long as half a random
    game.
    """
    if OPPONENTS[level].skill is BLIND:
        legal = game.legal_moves(position)
        return legal[seed % len(legal)]
    return level_move(level, game, position, Random(seed))


def level_move(level: str, game: AnyGame, position: Position, rng: Random) -> int:
    """Return a level's move as in normal play, with randomness from `rng` alone."""
    return choose_move(level, game, position, rng, effort(game))
