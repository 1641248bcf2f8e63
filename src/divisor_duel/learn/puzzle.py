"""Puzzles: positions with just one winning move, found and graded by the engine.

A puzzle comes from a random game on a random set-up. It is a position that has one
winning move among several, is not won at once and is not the start. The same seed gives
everyone the same puzzle, since nothing here reads a clock. The engine solves who wins
exactly and quickly; the search for how far ahead the win lies is limited by counted steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from random import Random

from divisor_duel.engine import DEFAULT, Analysis, Engine, StepClock
from divisor_duel.engine.clock import STEPS_PER_SECOND
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Position, brief
from divisor_duel.games.parts import IDEAS, find
from divisor_duel.games.registry import GAMES, find_game, recommended, set_up
from divisor_duel.play.random_games import random_game
from divisor_duel.play.record import Record

GRADES = ("easy", "medium", "hard")
FEWEST_MOVES = 6
"""Fewest legal moves in a puzzle: with three tries, at least half of them stay untried."""

FEWEST_PLAYED = 2
"""Fewest moves before a puzzle, so that no puzzle just asks for an opening move."""

DEEPEST = 7
"""Depth limit, in plies, of the search for how soon a puzzle is won."""

STEPS = 20_000
"""Limit on the steps of that search."""

ESCAPE, OUTLAST, LONG = "the only escape", "opponent moves last", "the long way"
THEMES = (ESCAPE, *(f"win in {plies}" for plies in range(3, DEEPEST + 1, 2)), OUTLAST, LONG)
"""Themes of puzzles: a way out of a threat, a short win that ends with the solver's move or with
the opponent's, or a win too long to count.
"""

MOST_SETUPS, GAMES_EACH, MOST_JUDGED = 600, 12, 1500
"""Limits of the search for a puzzle: random set-ups, random games of each, positions judged."""

ANALYSIS_SECONDS = 5.0


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move wins."""

    record: Record
    """The set-up and the moves to the position."""
    solution: int
    """The only winning move."""
    depth: int | None
    """In how many plies it wins, or None if that is too far ahead to count."""
    escape: bool
    """Whether every other move lets the opponent win at once."""
    engine: Engine = field(default=DEFAULT, compare=False, repr=False)
    """The engine that finds replies to wrong moves."""

    @property
    def position(self) -> Position:
        """The position to solve."""
        return self.record.last_position()

    @cached_property
    def analysis(self) -> Analysis:
        """What every move is worth, and why; computed on first use.

        It counts steps and caches nothing, so that a solution has the same explanation on every
        machine, however busy.
        """
        engine = Engine(clock=StepClock, memory=0)
        return engine.analyze(self.record.game, self.position, ANALYSIS_SECONDS)

    @property
    def theme(self) -> str:
        """Its theme, one of `THEMES`."""
        if self.escape:
            return ESCAPE
        if self.depth is None:
            return LONG
        return f"win in {self.depth}" if self.depth % 2 else OUTLAST

    def is_solved_by(self, move: int) -> bool:
        """Return whether `move` is the solution; IllegalMoveError if it is illegal."""
        self.record.game.play(self.position, move)
        return move == self.solution

    def refutation(self, move: int) -> int | None:
        """Return a reply that beats the wrong `move`, one that ends the game if possible.

        It is never the same number as the solution, which would be a spoiler: None if no other
        reply wins.
        """
        game = self.record.game
        after = game.play(self.position, move)
        values = self.engine.judge_moves(game, after)
        wins = [reply for reply, won in values.items() if won and reply != self.solution]
        at_once = (reply for reply in wins if game.outcome(game.play(after, reply)))
        return next(at_once, wins[0] if wins else None)

    def why_wrong(self, move: int) -> str:
        """Return in words that the wrong `move` loses, with the reply that beats it."""
        name, reply = self.record.game.format_move, self.refutation(move)
        answer = "" if reply is None else f": your opponent replies {name(reply)}"
        return f"{name(move)} loses{answer}."

    @property
    def rating(self) -> int:
        """Its difficulty as a number, from the depth of the win and the number of moves."""
        depth = DEEPEST + 2 if self.depth is None else self.depth
        choices = min(len(self.record.game.legal_moves(self.position)), 20)
        return 400 + 150 * depth + 20 * choices - 300 * self.escape

    @property
    def grade(self) -> str:
        """Its difficulty in a word."""
        return GRADES[0] if self.rating < 1200 else GRADES[1] if self.rating < 1700 else GRADES[2]


def check_theme(theme: str | None) -> None:
    """Raise OptionsError unless `theme` is one of `THEMES`, or None for any."""
    if theme is not None and theme not in THEMES:
        raise OptionsError(f"theme must be one of {', '.join(THEMES)}, not {brief(theme)}")


def make_puzzle(
    seed: str, game: str | None = None, theme: str | None = None, engine: Engine = DEFAULT
) -> Puzzle:
    """Return the puzzle for `seed`; without `game` or `theme`, those are random too."""
    check_theme(theme)
    rng = Random(f"puzzle/{seed}/{game}" + (f"/{theme}" if theme else ""))
    judged = 0
    for _ in range(MOST_SETUPS):
        chosen = _set_up(find_game(game or rng.choice(list(GAMES))), rng)
        if theme and not _can_be(theme, chosen):
            continue
        for _ in range(GAMES_EACH):
            positions = list(_judged(chosen, rng, engine))
            judged += len(positions)
            candidates = [(record, move) for record, move in positions if move is not None]
            rng.shuffle(candidates)
            for candidate in candidates[: None if theme else 1]:
                if theme == ESCAPE and not _escape(*candidate):
                    continue
                puzzle = _graded(*candidate, _plies_of(theme), engine)
                if theme in (None, puzzle.theme):
                    return puzzle
        if judged > MOST_JUDGED:
            break
    raise OptionsError(f"no such puzzle was found ({theme or 'any theme'}); try another")


def puzzle_near(
    rating: int, seeds: Iterator[str], make: Callable[[str], Puzzle]
) -> tuple[str, Puzzle]:
    """Return a puzzle for a solver of this rating, and its seed.

    `make` makes the puzzle of a seed. The first that is close enough is chosen, or else the
    closest of `SEEDS_TRIED`.
    """
    found = list[tuple[int, str, Puzzle]]()
    for seed in islice(seeds, SEEDS_TRIED):
        puzzle = make(seed)
        found.append((abs(puzzle.rating - rating), seed, puzzle))
        if found[-1][0] <= CLOSE:
            break
    _, chosen, puzzle = min(found, key=lambda each: each[0])
    return chosen, puzzle


def _set_up(kind: type[AnyGame], rng: Random) -> AnyGame:
    """Return a random set-up from the game's `puzzle_options`, or the recommended one."""
    ideas = find(kind, IDEAS)
    return set_up(kind, ideas.puzzle_options(rng)) if ideas else recommended(kind)


def _judged(game: AnyGame, rng: Random, engine: Engine) -> Iterator[tuple[Record, int | None]]:
    """Yield the positions of a random game with enough moves, each with its solution.

    The solution is None if the position is not a puzzle.
    """
    for moves, position, legal in random_game(game, rng):
        if len(moves) >= FEWEST_PLAYED and len(legal) >= FEWEST_MOVES:
            values = engine.judge_moves(game, position)
            winning = [move for move, wins in values.items() if wins is not False]
            solution = winning[0] if len(winning) == 1 and values[winning[0]] else None
            if solution is not None and game.outcome(game.play(position, solution)):
                solution = None
            yield Record(game, moves), solution


def _can_be(theme: str, game: AnyGame) -> bool:
    """Return False if positions of this set-up obviously cannot have the theme."""
    if theme == LONG:
        return game.max_moves() > FEWEST_PLAYED + DEEPEST
    return theme != OUTLAST or not game.has_nim_values  # with nim-values, the last mover wins


def _plies_of(theme: str | None) -> int:
    """Return the search depth, in plies, that decides if a puzzle has the theme."""
    return next((n for n in range(3, DEEPEST, 2) if theme == f"win in {n}"), DEEPEST)


def _graded(record: Record, solution: int, most: int, engine: Engine) -> Puzzle:
    position = record.last_position()
    clock = StepClock(STEPS / STEPS_PER_SECOND)
    depth = Deepening[Position](record.game).plies_to_win(position, most, clock)
    return Puzzle(record, solution, depth, _escape(record, solution), engine)


def _escape(record: Record, solution: int) -> bool:
    """Return whether every other move lets the opponent win at once."""
    game = record.game
    position = record.last_position()
    look = Lookahead(game)
    others = (move for move in game.legal_moves(position) if move != solution)
    return all(look.depth(game.play(position, move), 1) == 1 for move in others)


SWING = 32
"""The most that one puzzle can change a rating."""
CLOSE = 200
"""A puzzle whose rating is this close to the solver's suits them."""
SEEDS_TRIED = 20
"""Limit on the puzzles made to find one that suits the solver. Making one takes milliseconds."""

FIRST_RATING = 1000
"""The rating of a new solver."""


def new_rating(rating: int, difficulty: int, solved: bool) -> int:
    """Return a solver's new Elo rating after a puzzle of this difficulty."""
    expected = 1 / (1 + 10 ** ((difficulty - rating) / 400))
    return round(rating + SWING * (solved - expected))
