"""Strategies as values: their rules are tried in order, and their words come from the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.strategy import FirstMove, Rule, Strategy, Table
from tests.heap_package.heap_game.rules import Heap, HeapPosition

GAME = Heap()
START = GAME.start()
OTHER = START.to_move.other


@dataclass(frozen=True)
class TakeOne(Rule[HeapPosition]):
    """Take one, always."""

    def move(self, position: HeapPosition) -> int:
        return 1

    def words(self, position: HeapPosition) -> str:
        return "Take one."


def strategy(*rules: Rule[Any], winner: Player = START.to_move) -> Strategy[HeapPosition]:
    """Return a strategy from the start."""
    return Strategy(GAME, START, winner, rules)


def test_the_first_rule_that_applies_decides() -> None:
    """A table and a first move apply only to the positions that they name."""
    later = GAME.play(GAME.play(START, 1), 1)
    table = Table[HeapPosition]("Then take two.", {later: 2}, "It is nearly over.")
    value = strategy(FirstMove(START, 3, "Take three."), table, TakeOne())
    assert value.answer(START) == 3
    assert value.answer(later) == 2
    assert value.answer(GAME.play(GAME.play(later, 1), 1)) == 1
    assert value.rule_for(later) is table
    assert not table.applies(START)


def test_words_come_from_the_rules() -> None:
    """Steps are instructions in the order of the rules; the headline is what each adds to it."""
    value = strategy(FirstMove(START, 3, "Take three."), Table("Then two.", {}, "So."), TakeOne())
    assert value.steps == ("Take three.", "Then two.", "Take one.")
    assert value.reason == "Take three. So."


def test_a_strategy_searches_if_a_rule_does() -> None:
    """One rule that asks the engine is enough."""

    class Ask(TakeOne):
        searches = True

    assert strategy(TakeOne()).by_rules
    assert not strategy(TakeOne(), Ask()).by_rules


def test_it_answers_for_the_winner_alone() -> None:
    """The opponent's turn, the end, and a position without a rule are refused in a sentence."""
    with pytest.raises(DuelError, match="opponent's move"):
        strategy(TakeOne(), winner=OTHER).answer(START)
    with pytest.raises(DuelError, match="not followed"):
        strategy().answer(START)
    position = START
    while not GAME.outcome(position):
        position = GAME.play(position, GAME.legal_moves(position)[0])
    with pytest.raises(DuelError, match="over"):
        strategy(TakeOne()).answer(position)
