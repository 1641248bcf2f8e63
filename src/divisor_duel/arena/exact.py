"""Exact values as the arena needs them: the same for the same position, wherever it is asked.

The engine's answers may depend on the clock and on what it remembers: both
would make a tournament differ from its repetition. Here effort is counted in
steps instead of seconds. Who wins is worked out, except where a set-up is too
large for that; how soon is searched for within a limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from divisor_duel.engine.analysis import theory_of
from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.engine.skill import BLIND
from divisor_duel.engine.theory import (
    Budget,
    Clock,
    OutOfTimeError,
    Verdict,
    combine,
    preference,
)
from divisor_duel.game import Game, Value
from divisor_duel.games.chain.theory import ChainTheory

VALUE_SECONDS = 2.0
"""How long who wins may take; only set-ups far beyond the presets come near it, and only there
may answers differ from one time to the next."""

LENGTH_STEPS = 20_000
"""How many steps the length of best play may take: enough for the set-ups below."""

LARGEST = {"divider": 25, "ladder": 400, "countdown": 10_000, "chain": 400, "digits": 13}
"""How long the longest game of a set-up may be; beyond, only who wins is asked for."""

CHAIN_STEPS = 300
"""The same for Chain, where it is mostly not enough before the pool has shrunk."""

KEPT = 8192
"""How many positions are remembered."""


class Steps(Clock):
    """A clock that counts steps, so that it stops at the same place each time."""

    __slots__ = ("_steps",)

    def __init__(self, steps: int) -> None:
        super().__init__()
        self._steps = steps

    def tick(self) -> None:
        self._steps -= 1
        self.check()

    def check(self) -> None:
        if self._steps < 0:
            raise OutOfTimeError

    @property
    def left(self) -> float:
        """Any time at all until the steps are used up: nothing here may depend on seconds."""
        return -1.0 if self._steps < 0 else VALUE_SECONDS


def _budget(steps: int) -> Budget:
    budget = Budget(VALUE_SECONDS)
    budget.extras = Steps(steps)
    return budget


@lru_cache(maxsize=KEPT)
def judge(game: Game[Any], position: Any) -> Mapping[int, Verdict]:
    """For each legal move the verdict on the position after it.

    What a limited search finds depends on what it remembers. So lengths are asked
    for only where no limit is reached; in Chain, each search begins anew.
    """
    if not _is_small(game):
        return theory_of(game).judge(position, _budget(-1))
    if game.id == "chain":
        return theory_of.__wrapped__(game).judge(position, _budget(CHAIN_STEPS))
    return theory_of(game).judge(position, _budget(LENGTH_STEPS))


def _is_small(game: Game[Any]) -> bool:
    return game.longest() <= LARGEST.get(game.id, 0)


@lru_cache(maxsize=KEPT)
def values(game: Game[Any], position: Any) -> Mapping[int, Value]:
    """What each legal move is worth; much cheaper than lengths."""
    theory = theory_of(game)
    if isinstance(theory, ChainTheory):
        solution = theory.solution(position)
        winning = set(solution.winning_moves())
        return {move: Value.of(move in winning) for move in solution.legal}
    return {move: after.value.other for move, after in judge(game, position).items()}


def remoteness(game: Game[Any], position: Any) -> int | None:
    """How many plies best play takes from a position, if that is found within the limit.

    For a won position of Chain only the winning moves need to be looked at.
    """
    if game.id != "chain" or not _is_small(game):
        return combine(judge(game, position).values()).remoteness
    plain = {
        move: Verdict(None if value is Value.UNKNOWN else value is Value.LOSS)
        for move, value in values(game, position).items()
    }
    return theory_of.__wrapped__(game).settle(position, plain, _budget(CHAIN_STEPS)).remoteness


def level_move(level: str, game: Game[Any], position: Any, rng: Random) -> int:
    """The move of a built-in level, the same as in play; chance comes from `rng` alone."""
    skill = OPPONENTS[level].skill
    if skill == BLIND:
        return rng.choice(game.legal_moves(position))
    if skill:
        known = {Value.WIN: True, Value.LOSS: False, Value.UNKNOWN: None}
        wins = {move: known[value] for move, value in values(game, position).items()}
        return skill.choose(game, position, wins, rng)
    ranks = {move: preference(0, verdict) for move, verdict in judge(game, position).items()}
    first = min(ranks.values())
    return rng.choice(_hardest_to_answer(game, position, [m for m in ranks if ranks[m] == first]))


def _hardest_to_answer(game: Game[Any], position: Any, moves: list[int]) -> list[int]:
    """Of equal moves, those to which the fewest answers win."""
    if len(moves) == 1 or not _is_small(game):
        return moves
    answers: dict[int, int] = {}
    for move in moves:
        after = game.play(position, move)
        if game.outcome(after):
            return moves
        answers[move] = list(values(game, after).values()).count(Value.WIN)
        if not answers[move]:
            return moves
    fewest = min(answers.values())
    return [move for move in moves if answers[move] == fewest]
