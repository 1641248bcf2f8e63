"""Lessons held against the twins: every sentence is a claim that is checked, or asks for something.

A game's test names all sentences of its lesson. A sentence that says something has a check, which
gets the twin in the position shown and the moves that the sentence answers. A new or changed
sentence therefore fails the test until it has a check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from divisor_duel.learn.lesson import Step
from tests.reference.brute import Solved, solve

T = TypeVar("T", bound=Any)
Check = Callable[[T, list[int]], bool] | None
"""What a sentence claims; None for one that only asks, or names the next thing to do."""


def sentences(step: Step) -> Iterator[tuple[str, list[int]]]:
    """Every sentence of a step, with the moves that it answers."""
    game, position = step.game, step.position
    answered: dict[str, list[int]] = {step.text: []}
    for move in game.legal_moves(position):
        text = step.answer(move).text
        if text:
            answered.setdefault(text, []).append(move)
    for text, moves in answered.items():
        yield from ((sentence, moves) for sentence in re.split(r"(?<=[.?]) ", text))


def check_lesson(
    steps: tuple[Step, ...], twin: Callable[[Step], T], claims: dict[str, Check[T]]
) -> None:
    """Check each sentence of a lesson, and that `claims` lists every one of them."""
    told = set[str]()
    for step in steps:
        for sentence, moves in sentences(step):
            told.add(sentence)
            assert sentence in claims, f"this sentence has no check: {sentence}"
            check = claims[sentence]
            assert check is None or check(twin(step), moves), f"{sentence} ({moves})"
    assert told == set(claims)


def wins(twin: Any, move: int, memo: dict[Hashable, Solved] | None = None) -> bool:
    """Whether a move wins, by brute force."""
    return not solve(twin.play(move), memo).value


def won_at_once(twin: Any, move: int) -> bool:
    """Whether a move ends the game and wins it."""
    return bool(twin.play(move).winner() == twin.turn)


def is_lost(twin: Any) -> bool:
    """Whether the player to move loses, by brute force."""
    return not solve(twin).value
