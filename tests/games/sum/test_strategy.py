"""Sentences about sums: the nim-values that they name are those of brute force."""

from __future__ import annotations

import re
from typing import Any

import pytest

from divisor_duel.engine import Engine
from divisor_duel.game import Value
from divisor_duel.games.registry import find_game, read_set_up
from tests.reference.brute import Solved, solve
from tests.reference.sum import Sum
from tests.setups import Setup

EQUAL = re.compile(
    r"Both games are worth the same as (?:a heap of (?P<nim>\d+)|one counter)\. Whatever (?:your "
    r"opponent plays, you|you play, they) make them equal again\."
)
BOTH_LOST = re.compile(
    r"In each game alone, the player to move loses\. Whatever (?:your opponent plays, you|you "
    r"play, they) answer in the same game\."
)
SHORT = re.compile(r"(?:They|You) can only |If (?:they|you) ")


def check(game: Any, twin: Sum, won: bool, reason: str, memo: dict[Any, Solved]) -> str:
    """Check a sentence against brute force, and name its kind."""
    if found := re.match(r"Play (\d:\d+), and you win: ", reason):
        assert twin.play(game.parse_move(found[1])).winner() == twin.turn
        return "end"
    begin = re.match(r"Play (\d:\d+)\. ", reason)
    assert bool(begin) == won, reason
    if begin:
        twin, reason = twin.play(game.parse_move(begin[1])), reason[begin.end() :]
    nims = [solve(part, memo).grundy for part in twin.games]
    if found := EQUAL.fullmatch(reason):
        assert nims == [int(found["nim"] or 1)] * 2
        return "equal"
    if SHORT.match(reason):
        return "short"
    assert BOTH_LOST.fullmatch(reason), reason
    assert nims == [0, 0]
    return "lost"


@pytest.mark.parametrize(
    ("one", "two"),
    [("divider:high=6", "countdown:start=12"), ("chain:high=6", "divider:high=5")],
)
def test_every_sentence_is_true(one: str, two: str) -> None:
    """In every position that can arise the sentence names the nim-values that there are."""
    game, engine, memo = find_game("sum")(one=one, two=two), Engine(), dict[Any, Solved]()
    parts = [read_set_up(text) for text in (one, two)]
    twins = [Setup(part.id, dict(part.options)).twin() for part in parts]
    waiting, seen, kinds = [(game.start(), Sum(twins[0], twins[1]))], set[Any](), set[str]()
    while waiting:
        position, twin = waiting.pop()
        if twin.legal() and twin.key() not in seen:
            seen.add(twin.key())
            analysis = engine.analyze(game, position)
            kinds.add(check(game, twin, analysis.value is Value.WIN, analysis.reason, memo))
            waiting += [(game.play(position, move), twin.play(move)) for move in twin.legal()]
    assert kinds == {"end", "equal", "lost", "short"}
