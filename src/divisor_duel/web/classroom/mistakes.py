"""What a class decided well and badly: accuracy, and the positions that most got wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from divisor_duel.game import Position
from divisor_duel.learn.review import Mark
from divisor_duel.web.classroom.room import COMPUTER, Pairing
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema.analysis import ReviewMessage

MOST_SLIDES = 3
"""How many positions are worth a discussion."""


class Decision(NamedTuple):
    """A move that could have thrown a win away."""

    pupil: int
    """The number of the pupil who made it."""
    position: Position
    """The position before it."""
    moves: tuple[int, ...]
    """The moves that led there."""
    move: int
    good: bool
    better: tuple[int, ...]
    """The moves that would have won, if this one did not."""


def decisions_in(table: Table, pairing: Pairing, review: ReviewMessage) -> Iterable[Decision]:
    """Yield the decisions of pupils in a game."""
    for judged in review.moves:
        pupil = pairing.one if judged.player == 1 else pairing.two
        if pupil == COMPUTER or judged.mark not in (Mark.GOOD, Mark.MISTAKE):
            continue
        before, good = judged.ply - 1, judged.mark == Mark.GOOD
        position = table.after(before).position
        moves = table.moves[:before]
        yield Decision(pupil, position, moves, judged.move, good, tuple(judged.better))


def accuracy_of(decisions: Iterable[Decision]) -> Mapping[int, float]:
    """Return for each pupil the share of good decisions, over all games."""
    good, all_of = Counter[int](), Counter[int]()
    for decision in decisions:
        good[decision.pupil] += decision.good
        all_of[decision.pupil] += 1
    return {pupil: good[pupil] / count for pupil, count in all_of.items()}


@dataclass
class Hard:
    """A position in which pupils went wrong."""

    moves: tuple[int, ...]
    """Moves that lead to it."""
    wrong: set[int] = field(default_factory=set)
    """The pupils who threw the win away there."""
    right: set[int] = field(default_factory=set)
    """The pupils who never did."""
    chosen: Counter[int] = field(default_factory=Counter)
    """How often each move was made."""
    better: tuple[int, ...] = ()
    """The moves that win."""


def hardest(decisions: Iterable[Decision]) -> Sequence[Hard]:
    """Return the positions that most pupils got wrong, at most three."""
    found: dict[Position, Hard] = {}
    by_position: dict[Position, list[Decision]] = defaultdict(list)
    for decision in decisions:
        by_position[decision.position].append(decision)
    for position, made in by_position.items():
        hard = found[position] = Hard(made[0].moves)
        for decision in made:
            hard.chosen[decision.move] += 1
            if not decision.good:
                hard.wrong.add(decision.pupil)
                hard.better = decision.better
        hard.right = {decision.pupil for decision in made} - hard.wrong
    missed = [hard for hard in found.values() if hard.wrong]
    missed.sort(key=lambda hard: (-len(hard.wrong), len(hard.right), len(hard.moves), hard.moves))
    return missed[:MOST_SLIDES]
