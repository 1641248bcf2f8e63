"""Strategies as messages: the words of the rules, and the answers that they give."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.engine.strategies import searched
from divisor_duel.game import Player, Value
from divisor_duel.web.engine import strategies
from divisor_duel.web.engine.strategies import (
    moves_of,
    strategy_message,
    strategy_of_analysis,
    strategy_since,
)
from divisor_duel.web.schema.analysis import ReplyMessage, StrategyMessage

SETUPS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("divider", {"high": 14}, ()),
    ("divider", {"high": 20}, (4,)),
    ("ladder", {"high": 100}, ()),
    ("ladder", {"high": 100}, (2,)),
    ("countdown", {"start": 60}, ()),
    ("chain", {"high": 30, "opening": "even"}, ()),
    ("digits", {"target": 18}, ()),
    ("chain", {"high": 12, "ending": "misere"}, ()),
]


def message_of(name: str, options: dict[str, Any], moves: tuple[int, ...] = ()) -> StrategyMessage:
    """The message about a position."""
    game = GAMES[name](**options)
    *_, position = game.positions(moves)
    message = strategy_of_analysis(analyze(game, position))
    assert message
    return message


def test_a_strategy_is_this_message() -> None:
    """After 4 every number of 2..9 has a partner."""
    message = message_of("divider", {"high": 9})
    rule = "Take the partner of the number just taken. Partners: 2-3, 5-7, 6-9."
    assert (message.winner, message.by_rules, message.move) == (1, True, 4)
    assert message.steps == ("Take 4.", rule)
    assert message.answers[-1] == ReplyMessage(
        9, 6, "If they take 9, take 6.", "If you take 9, they take 6.", 1
    )
    assert moves_of(message) == {2, 3, 4, 5, 6, 7, 9}


@pytest.mark.parametrize(("name", "options", "moves"), SETUPS)
def test_every_reply_has_an_answer_that_wins(
    name: str, options: dict[str, Any], moves: tuple[int, ...]
) -> None:
    """The answers are to all legal replies, and after each the opponent has lost."""
    game, message = GAMES[name](**options), message_of(name, options, moves)
    *_, lost = game.positions((*moves, *filter(None, [message.move])))
    assert tuple(each.reply for each in message.answers) == game.legal_moves(lost)
    assert 1 <= len(message.steps) <= 4
    for each in message.answers[:20]:
        assert str(each.reply) in each.to_winner
        assert str(each.reply) in each.to_loser
        reached = game.play(lost, each.reply)
        if each.answer is None:
            assert game.outcome(reached)
            continue
        after = game.play(reached, each.answer)
        assert analyze(game, after).value is not Value.WIN
        assert each.step is None or message.steps[each.step]


def test_after_the_end_there_is_nothing_to_show() -> None:
    """A game that is over has a winner, and neither rules nor answers."""
    message = message_of("countdown", {"start": 12}, (3, 3, 3))
    assert (message.steps, message.move, message.answers) == ((), None, [])
    assert moves_of(message) == set()


def test_a_search_is_left_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where time is up, or only a search knows, the reply stands there without an answer."""
    game = GAMES["divider"](high=9)
    analysis = analyze(game, game.start())
    monkeypatch.setattr(strategies, "ANSWER_SECONDS", -1.0)
    message = strategy_of_analysis(analysis)
    assert message
    assert message.answers[0] == ReplyMessage(2, None, "", "", None)
    assert len(message.answers) == 6
    monkeypatch.undo()
    unexplained = searched(game, game.start(), Player.ONE, 0)
    assert strategy_message(unexplained, game.start()).answers == []
    after = game.play(game.start(), 4)
    assert strategy_message(unexplained, after).answers[-1] == ReplyMessage(9, None, "", "", None)


@pytest.mark.parametrize(("answer", "kept"), [(6, True), (5, False)])
def test_what_follows_keeps_to_the_strategy(answer: int, kept: bool) -> None:
    """After 4, 9 and 6 the partners are those of the start; after another answer, new rules."""
    game = GAMES["divider"](high=9)
    positions = [*game.positions((4, 9, answer))]
    analysis, earlier = analyze(game, positions[-1]), analyze(game, positions[0])
    message = strategy_since(analysis, earlier, positions)
    assert message
    assert any("2-3, 5-7, 6-9" in step for step in message.steps) is kept
    assert (message == strategy_of_analysis(analysis)) is not kept


def test_a_strategy_that_searches_is_found_anew() -> None:
    """It knows only its first answers; after them the new one knows the next."""
    game = GAMES["divider"](high=20, ending="misere")
    positions = [*game.positions((2, 9, 15))]
    analysis, earlier = analyze(game, positions[-1]), analyze(game, positions[0])
    assert earlier.strategy
    assert not earlier.strategy.by_rules
    assert strategy_since(analysis, earlier, positions) == strategy_of_analysis(analysis)
