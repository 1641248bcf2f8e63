"""Exercises: positions to practise one idea of a game, from easy to hard.

A game defines sets of exercises as ``EXERCISES`` in `exercises.py` beside its rules, one set for
each idea; any other game gets sets for wins that are nearer or further away. A set says where
positions of a level come from, mostly random games, and which of them use its idea. The random
generator has the number of the exercise as its seed, so an exercise is the same for everyone.
Exact play decides which moves are right, and the strategy behind it says why.

>>> from divisor_duel import GAMES
>>> exercise = exercise_of(GAMES["countdown"], "odd", 1)
>>> exercise.position.number, exercise.winning
(24, (3,))
>>> print(exercise.answer(2).text)
2 loses: your opponent replies 11, and 11 is prime, so nothing can be subtracted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Generic, NamedTuple, TypeAlias, cast

from divisor_duel.engine import Analysis, Engine, StepClock
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.engine.strategies import explanation_after, strategy_of
from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Position, Value, brief
from divisor_duel.games.parts import EXERCISES, G, P, find
from divisor_duel.games.registry import recommended
from divisor_duel.learn.refutation import refute
from divisor_duel.play.random_games import random_game
from divisor_duel.play.record import Record
from divisor_duel.strategy import Rule

COUNT = 12
"""How many exercises a set has; after them it continues at its highest level."""

MOST = 4 * COUNT
"""How many exercises can be asked of a set at most; every set of the five games has as many."""

LEVELS = 4
"""How many levels a set has, from 0."""

SHARES = (0.7, 0.6, 0.5, 0.4)
"""Largest share of winning moves, by level, so that guessing gets harder."""

FEWEST = (2, 3, 4, 4)
"""Fewest legal moves, by level."""

MOST_GAMES = 2000
"""Limit on the random games searched for one exercise."""

GAMES_TRIED = 40
"""How many random games decide whether a game without its own exercises has some of a kind."""

SECONDS = 2.0
"""Limit on the steps of one analysis, as seconds of a step clock."""

HINTED = 6
"""How many exercises repeat the idea of the set in their question."""


class Answer(NamedTuple):
    """The response to a move."""

    right: bool
    """Whether the move wins."""
    text: str
    """Why it wins or loses, addressed to the player who makes it."""
    reply: int | None
    """The opponent's reply that beats a wrong move, if there is one."""


ENGINE = Engine(clock=StepClock, memory=0)
"""The engine of all exercises: it counts steps and stores nothing, so its answers never vary."""


@dataclass(frozen=True)
class Exercise(Generic[G, P]):
    """A position in which some moves win and others lose, with the response to each."""

    record: Record
    """The set-up and the moves to the position."""

    @property
    def game(self) -> G:
        """The game with its options."""
        return cast("G", self.record.game)

    @cached_property
    def position(self) -> P:
        """The position; the player to move is the learner."""
        return cast("P", self.record.last_position())

    @cached_property
    def values(self) -> Mapping[int, bool | None]:
        """Whether each legal move wins; None if it is not known."""
        return dict(sorted(ENGINE.judge_moves(self.game, self.position, SECONDS).items()))

    @property
    def winning(self) -> tuple[int, ...]:
        """The moves that win."""
        return tuple(move for move, wins in self.values.items() if wins)

    @cached_property
    def analysis(self) -> Analysis:
        """Who wins and why: the source of the explanation and of its drawing."""
        return ENGINE.analyze(self.game, self.position, SECONDS)

    @property
    def solution(self) -> int | None:
        """The winning move that is easiest to explain; None if no move is known to win."""
        return self.analysis.explained if self.winning else None

    def answer(self, move: int) -> Answer:
        """Judge a move and say why it wins or loses; IllegalMoveError if it is not legal."""
        found = refute(self.game, self.position, move, SECONDS, ENGINE)
        if found.value is not Value.WIN:
            return Answer(False, found.text, found.answer)
        proof, reason = self.analysis.proof, found.text
        if proof and move == self.solution == proof.move:
            reason = explanation_after(self.game, self.position, proof)
        return Answer(True, f"Right. {reason}", None)

    def analysis_of(self, move: int) -> Analysis | None:
        """Return the analysis whose drawing shows why a winning `move` wins; None at the end."""
        if move == self.solution:
            return self.analysis
        after = self.game.play(self.position, move)
        return None if self.game.outcome(after) else ENGINE.analyze(self.game, after, SECONDS)

    @cached_property
    def last_moves(self) -> tuple[int, ...]:
        """The winning moves that end the game."""
        game, position = self.game, self.position
        return tuple(move for move in self.winning if game.outcome(game.play(position, move)))

    @property
    def ends_at_once(self) -> bool:
        """Whether the winning moves are those that end the game."""
        return self.last_moves == self.winning

    @cached_property
    def rules(self) -> tuple[Rule[P], ...]:
        """The rules by which the winner wins, as found without the rest of the analysis."""
        winner, proof = ENGINE.prove(self.game, self.position, SECONDS)
        if winner is None or proof is None:
            return ()
        strategy = strategy_of(self.game, self.position, winner, proof)
        return cast("tuple[Rule[P], ...]", strategy.rules)

    def uses(self, *kinds: type[Rule[P]]) -> bool:
        """Return whether one of these kinds of rules is in the strategy."""
        return any(isinstance(rule, kinds) for rule in self.rules)


Source: TypeAlias = Callable[[Random, int], Iterable[Record]]
"""Makes positions of a level from 0 with a random generator."""


def from_games(game_of: Callable[[Random, int], AnyGame]) -> Source:
    """Return a source of all positions of a random game; `game_of` sets one up for a level."""

    def positions(rng: Random, level: int) -> list[Record]:
        game = game_of(rng, level)
        records = [Record(game, turn.moves) for turn in random_game(game, rng)]
        rng.shuffle(records)
        return records

    return positions


@dataclass(frozen=True)
class ExerciseSet(Generic[G, P]):
    """Exercises about one idea of a game."""

    name: str
    """A word for progress and addresses."""
    title: str
    """What the learner practises, as an instruction."""
    idea: str
    """The idea in one or two sentences."""
    source: Source
    """Makes positions of a level."""
    fits: Callable[[Exercise[G, P]], bool]
    """Returns whether a position uses the idea."""
    key: Callable[[Exercise[G, P]], object] = lambda exercise: (exercise.game, exercise.position)
    """Returns what makes two exercises look the same; a set has each only once."""


ExerciseSets: TypeAlias = tuple[ExerciseSet[G, P], ...]
"""The type of `EXERCISES` in a game's `exercises.py`, in the order in which they are learned."""


AnyExercise: TypeAlias = Exercise[AnyGame, Position]
"""An exercise of any game."""

AnySet: TypeAlias = ExerciseSet[AnyGame, Position]
"""A set of exercises of any game."""

AnySets: TypeAlias = tuple[AnySet, ...]
"""All sets of any game."""


@cache
def exercise_sets(kind: type[AnyGame]) -> AnySets:
    """Return the sets of a game, or those that any game gets."""
    own: AnySets | None = find(kind, EXERCISES)
    return _plain_sets(kind) if own is None else own


def exercise_set(kind: type[AnyGame], name: str) -> AnySet:
    """Return a set of a game by its name; OptionsError if there is none."""
    sets = {each.name: each for each in exercise_sets(kind)}
    if name not in sets:
        names = ", ".join(sets) or "none"
        raise OptionsError(f"{kind.id} has no exercises {brief(name)}; it has {names}")
    return sets[name]


def progress_name(kind: type[AnyGame], name: str) -> str:
    """Return the name under which progress in a set is stored."""
    return f"{kind.id}/{name}"


def level_of(number: int) -> int:
    """Return the level of an exercise, from 0."""
    return min((number - 1) * LEVELS // COUNT, LEVELS - 1)


def question(chosen: AnySet, number: int) -> str:
    """Return what an exercise asks; the first ones of a set repeat its idea."""
    task = "Find a move that wins."
    return f"{chosen.idea} {task}" if number <= HINTED else task


def exercise_of(kind: type[AnyGame], name: str, number: int) -> AnyExercise:
    """Return an exercise of a set by its number from 1; OptionsError if there is none."""
    if not 1 <= number <= MOST:
        raise OptionsError(f"an exercise has a number from 1 to {MOST}, not {number}")
    chosen = exercise_set(kind, name)
    for earlier in range(1, number):  # each differs from those before it
        _made(kind, chosen, earlier)
    return _made(kind, chosen, number)


@cache
def _made(kind: type[AnyGame], chosen: AnySet, number: int) -> AnyExercise:
    """Return an exercise in a position that no earlier exercise of the set has."""
    before = {chosen.key(_made(kind, chosen, earlier)) for earlier in range(1, number)}
    level, rng = level_of(number), Random(f"exercise/{kind.id}/{chosen.name}/{number}")
    for _ in range(MOST_GAMES):
        for record in chosen.source(rng, level):
            candidate = AnyExercise(record)
            if chosen.key(candidate) not in before and _suits(candidate, level, chosen):
                return candidate
    raise OptionsError(f"no exercise {number} of {kind.id} {chosen.name} was found")


def _suits(exercise: AnyExercise, level: int, chosen: AnySet) -> bool:
    """Return whether a position is hard enough for a level and uses the idea of a set."""
    legal = exercise.game.legal_moves(exercise.position)
    if len(legal) < FEWEST[level] or None in exercise.values.values():
        return False
    if not 0 < len(exercise.winning) <= SHARES[level] * len(legal):
        return False
    return chosen.fits(exercise)


def _plain_sets(kind: type[AnyGame]) -> AnySets:
    """Return sets for any game: wins at once, and wins that are further away."""
    texts = {
        1: ("now", "Win now", "One move ends the game."),
        3: ("two", "Win in two turns", "Leave a position in which every reply lets you win."),
        5: ("three", "Look further ahead", "Check what your opponent can do after each move."),
    }
    sets = (
        ExerciseSet(*text, from_games(lambda rng, level: recommended(kind)), _won_in(plies))
        for plies, text in texts.items()
    )
    return tuple(each for each in sets if _exists(each))


def _won_in(plies: int) -> Callable[[AnyExercise], bool]:
    """Return a test whether a position is won in exactly this many plies."""
    return lambda exercise: Lookahead(exercise.game).depth(exercise.position, plies) == plies


def _exists(chosen: AnySet) -> bool:
    """Return whether there are positions for a set."""
    rng = Random(chosen.name)
    games = (chosen.source(rng, 0) for _ in range(GAMES_TRIED))
    return any(_suits(AnyExercise(record), 0, chosen) for records in games for record in records)
