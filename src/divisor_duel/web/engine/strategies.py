"""A strategy as a message: its rules in words, and its answers to the next moves."""

from __future__ import annotations

from time import monotonic
from typing import Any

from divisor_duel.engine import Analysis
from divisor_duel.engine.strategies import reply_in_words
from divisor_duel.strategy import Strategy
from divisor_duel.web.schema.analysis import ReplyMessage, StrategyMessage

ANSWER_SECONDS = 0.5
"""Time limit for all answers of a message, in seconds."""

MOST_RULE_WORDS = 40
"""Most words of a rule that is repeated beside an answer; a longer one lists its answers."""


def strategy_message(analysis: Analysis) -> StrategyMessage | None:
    """Return the winner's rules and answers; None while the winner is unknown."""
    strategy, game = analysis.strategy, analysis.game
    if strategy is None:
        return None
    lost, move = analysis.position, None
    if strategy.rules and lost.to_move == strategy.winner:
        move = strategy.answer(lost)
        lost = game.play(lost, move)
    return StrategyMessage(
        winner=int(strategy.winner),
        by_rules=strategy.by_rules,
        steps=strategy.steps,
        move=move,
        answers=_answers(strategy, lost),
    )


def moves_of(message: StrategyMessage) -> set[int]:
    """Return every move that a message names."""
    named = {
        message.move,
        *(move for each in message.answers for move in (each.reply, each.answer)),
    }
    return {move for move in named if move is not None}


def _answers(strategy: Strategy[Any], lost: Any) -> list[ReplyMessage]:
    """Return the answer to each reply; when time is up, replies without answers."""
    game, until = strategy.game, monotonic() + ANSWER_SECONDS
    replies = () if game.outcome(lost) else game.legal_moves(lost)
    return [
        _answer(strategy, lost, reply) if monotonic() < until else _unanswered(reply)
        for reply in replies
    ]


def _answer(strategy: Strategy[Any], lost: Any, reply: int) -> ReplyMessage:
    game = strategy.game
    reached = game.play(lost, reply)
    if game.outcome(reached):
        return ReplyMessage(reply, None, *_sentences(strategy, lost, reply, 0), None)
    for rule in strategy.rules:
        if not rule.searches and (move := rule.move(reached)):
            words = rule.words(strategy.position)
            brief = len(words.split()) <= MOST_RULE_WORDS
            step = strategy.steps.index(words) if brief else None
            return ReplyMessage(reply, move, *_sentences(strategy, lost, reply, move), step)
    return _unanswered(reply)


def _sentences(strategy: Strategy[Any], lost: Any, reply: int, answer: int) -> tuple[str, str]:
    """Return the answer in words, to the winner and to the loser."""
    said = [
        reply_in_words(strategy.game, lost, reply, answer, winning=winning)
        for winning in (True, False)
    ]
    return said[0], said[1]


def _unanswered(reply: int) -> ReplyMessage:
    return ReplyMessage(reply, None, "", "", None)
