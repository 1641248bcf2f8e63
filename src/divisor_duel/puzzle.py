"""Positions with exactly one winning move, found and graded by the engine.

A puzzle comes from a random game on a random set-up: one of its positions that has one
winning move among several, is not won at once and is not the start. The same seed gives
everyone the same puzzle: nothing here looks at a clock. Who wins is exact and quick;
how far one has to see is found by counted steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from divisor_duel.engine import Analysis, Engine, StepClock, judge_moves
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, brief
from divisor_duel.games import GAMES, find_game, recommended, set_up
from divisor_duel.games.kit import part
from divisor_duel.record import Record

GRADES = ("easy", "medium", "hard")
FEWEST_MOVES = 3
"""Among how many moves one has to choose at least."""

PLAYED = 2
"""How many moves lead to a puzzle at least, so that none is merely the question how to begin."""

DEEPEST = 7
STEPS = 20_000
"""How far, and at how many positions, one looks to say in how many plies a puzzle is won."""

ESCAPE, LONG = "the only escape", "the long way"
THEMES = (ESCAPE, *(f"win in {plies}" for plies in range(3, DEEPEST + 1, 2)), LONG)
"""What a puzzle is about: a way out of a threat, a short win, or one too long to count out."""

MOST_SETUPS, GAMES_EACH = 40, 12
"""How many random games are looked through, some of each set-up, as its theory costs more."""

ANALYSIS_SECONDS = 5.0

_TEACHER = Engine(clock=StepClock)
"""Counts steps, so that a solution is told in the same words on every machine, however busy."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move wins."""

    record: Record
    """The set-up and the moves that led here."""
    solution: int
    """The only winning move."""
    depth: int | None
    """In how many plies it wins, or None if that is too far to be counted out."""
    escape: bool
    """Whether every other move lets the other win at once."""

    @property
    def position(self) -> Any:
        """The position to solve."""
        *_, position = self.record.positions()
        return position

    @cached_property
    def analysis(self) -> Analysis:
        """What every move is worth, and why; worked out when it is first wanted."""
        return _TEACHER.analyze(self.record.game, self.position, ANALYSIS_SECONDS)

    @property
    def theme(self) -> str:
        """Which of `THEMES` it is about."""
        if self.escape:
            return ESCAPE
        return LONG if self.depth is None else f"win in {self.depth}"

    @property
    def rating(self) -> int:
        """How hard it is as a number: by how far one has to see, and among how many moves."""
        depth = DEEPEST + 2 if self.depth is None else self.depth
        choices = min(len(self.record.game.legal_moves(self.position)), 20)
        return 400 + 150 * depth + 20 * choices - 300 * self.escape

    @property
    def grade(self) -> str:
        """How hard it is, in a word."""
        return GRADES[0] if self.rating < 1200 else GRADES[1] if self.rating < 1700 else GRADES[2]


def make_puzzle(
    seed: str, game: str | None = None, theme: str | None = None, fewest: int = FEWEST_MOVES
) -> Puzzle:
    """The puzzle that belongs to `seed`, of one game or of any, on one theme or on any.

    It offers `fewest` moves or more: whoever may try several times needs more to choose from.
    """
    if theme is not None and theme not in THEMES:
        raise OptionsError(f"theme must be one of {', '.join(THEMES)}, not {brief(theme)}")
    rng = Random(f"puzzle/{seed}/{game}" + (f"/{theme}" if theme else ""))
    for _ in range(MOST_SETUPS):
        chosen = _set_up(find_game(game or rng.choice(list(GAMES))), rng)
        if theme == LONG and chosen.longest() <= PLAYED + DEEPEST:
            continue
        for _ in range(GAMES_EACH):
            found = list(_candidates(chosen, rng, fewest))
            rng.shuffle(found)
            for candidate in found[: None if theme else 1]:
                if theme == ESCAPE and not _escape(*candidate):
                    continue
                puzzle = _graded(*candidate)
                if theme in (None, puzzle.theme):
                    return puzzle
    raise OptionsError(f"no such puzzle was found ({theme or 'any theme'}); try another")


def _set_up(kind: type[Game[Any]], rng: Random) -> Game[Any]:
    """A random set-up as the game wants it for puzzles, or the recommended one."""
    ideas = part(kind(), "ideas")
    return set_up(kind, ideas.puzzle_options(rng)) if ideas else recommended(kind)


def _candidates(game: Game[Any], rng: Random, fewest: int) -> Iterator[tuple[Record, int]]:
    """The puzzles in one random game, each with its solution."""
    position, moves = game.start(), list[int]()
    while legal := game.legal_moves(position):
        if len(moves) >= PLAYED and len(legal) >= fewest:
            winning = [move for move, wins in judge_moves(game, position).items() if wins]
            if len(winning) == 1 and not game.outcome(game.play(position, winning[0])):
                yield Record(game, tuple(moves)), winning[0]
        moves.append(rng.choice(legal))
        position = game.play(position, moves[-1])


def _graded(record: Record, solution: int) -> Puzzle:
    *_, position = record.positions()
    depth = Lookahead(record.game, STEPS).depth(position, DEEPEST)
    return Puzzle(record, solution, depth, _escape(record, solution))


def _escape(record: Record, solution: int) -> bool:
    """Whether every other move lets the other win at once."""
    game = record.game
    *_, position = record.positions()
    look = Lookahead(game)
    others = (move for move in game.legal_moves(position) if move != solution)
    return all(look.depth(game.play(position, move), 1) == 1 for move in others)


SWING = 32
"""How much one puzzle can change a rating."""

FIRST_RATING = 1000
"""The rating of somebody who has not solved any."""


def rated(rating: int, difficulty: int, solved: bool) -> int:
    """A solver's rating after a puzzle with a rating: it moves more the more it surprises (Elo)."""
    expected = 1 / (1 + 10 ** ((difficulty - rating) / 400))
    return round(rating + SWING * (solved - expected))
