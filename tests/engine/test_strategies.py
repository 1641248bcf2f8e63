"""The strategy behind a proof: words of common kinds, and answers by search where no rule is."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine, analyze
from divisor_duel.engine.strategies import (
    Searched,
    either,
    explanation,
    move_in_words,
    reply_in_words,
    searched,
    strategy_of,
)
from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.proof import Answered, Branch, End, Tree
from tests.heap_package.heap_game.rules import Heap


def after(game: Any, *moves: int) -> Any:
    """Return the position after some moves."""
    *_, position = game.positions(moves)
    return position


def test_a_move_in_words() -> None:
    """A clause for you or for them, with why the game ends if it does."""
    game = Countdown(12)
    start = game.start()
    assert move_in_words(game, start, 3) == "take 3 to leave 9"
    assert move_in_words(game, start, 3, "they") == "they take 3 to leave 9"
    assert move_in_words(game, start, 3, "your opponent") == "your opponent takes 3 to leave 9"
    six = after(game, 6)
    why = "3 is prime, so nothing can be subtracted"
    assert move_in_words(game, six, 3) == f"take 3 to leave 3, and you win: {why}"
    assert move_in_words(game, six, 3, "they") == f"they take 3 to leave 3 and win: {why}"
    assert move_in_words(game, six, 3, brief=True) == "take 3 to leave 3 and win"
    assert move_in_words(Heap(), Heap().start(), 2) == "play 2"


def test_an_answer_in_words() -> None:
    """A sentence for either player; without an answer, it says who has won."""
    game = Countdown(60)
    lost = after(game, 3)
    assert reply_in_words(game, lost, 19, 19, winning=True) == (
        "If they take 19, take 19 to leave 19 and win."
    )
    assert reply_in_words(game, lost, 3, 27, winning=False) == (
        "If you take 3, they take 27 to leave 27."
    )
    misere = Chain(high=12, ending="misere")
    assert reply_in_words(misere, after(misere, 10), 5, 0, winning=True) == (
        "If they take 5, you win."
    )


def test_either() -> None:
    """A choice is a list with an or."""
    assert [either(["1"]), either(["1", "2"]), either("123")] == ["1", "1 or 2", "1, 2 or 3"]


def test_a_tree_is_told_in_the_order_of_play() -> None:
    """Only replies that are forced become sentences of their own; others are conditions."""
    game = Countdown(12)
    tree = Tree(3, (Branch((3,), End(3)),))
    assert explanation(game, game.start(), tree) == (
        "Take 3 to leave 9. They can only take 3 to leave 6. Take 3 to leave 3, and you win: "
        "3 is prime, so nothing can be subtracted."
    )
    assert explanation(game, after(game, 3), tree.with_move(0)) == (
        "You can only take 3 to leave 6. They take 3 to leave 3 and win: 3 is prime, so nothing "
        "can be subtracted."
    )
    fork = Tree(0, (Branch((2, 4), End(6)), Branch((8,), Tree(2, (Branch((3,), End(0)),)))))
    lost = Countdown(16)
    assert explanation(lost, lost.start(), fork).startswith("If you take 2 or 4, they take 6. If ")


def test_listed_answers_are_a_table_and_then_a_search() -> None:
    """The headline says that a computer checked it, with an example; the table is played."""
    game = Chain(high=12, ending="misere")
    lost = after(game, 12)
    proof = Answered(
        0, tuple((reply, game.legal_moves(game.play(lost, reply))[0]) for reply in (2, 3))
    )
    value = strategy_of(game, lost, Player.ONE, proof)
    assert not value.by_rules
    assert value.answer(game.play(lost, 2)) == proof.answers[0][1]
    assert value.reason == (
        f"The computer checked all 6 continuations; for example, if you take 2, they take "
        f"{proof.answers[0][1]}."
    )
    assert value.steps[-1] == "Let the computer find all further answers."
    assert value.steps[0].startswith("If you take 2, they take ")


@pytest.mark.parametrize("won", [True, False])
def test_a_search_answers_in_every_position(won: bool) -> None:
    """Where nothing else is known, the strategy solves each position again, after a pickle too."""
    game = Heap()
    start = game.start()
    analysis = analyze(game, start)
    position = start if (analysis.value == "win") is won else game.play(start, 1)
    values = Engine().judge_moves(game, position)
    move = next((move for move, wins in values.items() if wins), 0)
    winner = position.to_move if move else position.to_move.other
    value = pickle.loads(pickle.dumps(searched(game, position, winner, move)))
    assert value.reason == (
        "Play 1. The computer checked all 3 replies."
        if won
        else "The computer checked all 3 moves: they lose."
    )
    assert value.steps[-1] == "Let the computer find each answer."
    assert isinstance(value.rules[-1], Searched)
    while not game.outcome(position):
        mine = position.to_move == winner
        position = game.play(position, value.answer(position) if mine else 1)
    outcome = game.outcome(position)
    assert outcome
    assert outcome.winner == winner


def test_a_search_gives_no_move_that_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """6 wins on 2..73, and so does some answer to 13; where none is found in time, it says so."""
    monkeypatch.setattr("divisor_duel.engine.strategies.SEARCH_SECONDS", 0.0)
    game = GAMES["divider"](high=73)
    lost = game.play(game.start(), 6)
    strategy = searched(game, game.start(), game.start().to_move, 6)
    with pytest.raises(DuelError, match="no rule"):
        strategy.answer(game.play(lost, 13))


def test_one_reply_is_counted_in_the_singular() -> None:
    """The count agrees with its noun."""
    game = Countdown(9)
    rule = Searched(game, game.start())
    assert rule.because(game.start(), winning=True) == "The computer checked the only reply."
    assert (
        rule.because(game.start(), winning=False)
        == "The computer checked your only move: it loses."
    )
    single = Searched(game, game.start(), ((3, 3),))
    assert single.because(game.start(), winning=False) == (
        "The computer checked the only continuation; for example, if you take 3, they take 3 to "
        "leave 3 and win."
    )


def test_a_long_tree_counts_its_answers() -> None:
    """A tree with too many words for a headline gives an example and the number of answers."""
    game = Countdown(128)
    replies = tuple(
        Branch((reply,), Tree(game.legal_moves(game.play(game.start(), reply))[0], ()))
        for reply in game.legal_moves(game.start())
    )
    reason = explanation(game, game.start(), Tree(0, replies))
    assert reason.startswith(
        "Your opponent has an answer to every reply; for example, if you take 2,"
    )
