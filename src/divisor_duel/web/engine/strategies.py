"""A strategy as a message: its rules in words, and its answers to the next moves."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from divisor_duel.engine import Analysis
from divisor_duel.engine.proof_player import explains, known_rule
from divisor_duel.engine.strategies import reply_in_words
from divisor_duel.game import P, Position
from divisor_duel.strategy import Strategy
from divisor_duel.web.engine.diagrams import diagram_messages
from divisor_duel.web.schema.analysis import ReplyMessage, StrategyMessage

ANSWER_SECONDS = 0.5
"""Time limit for all answers of a message, in seconds."""

MOST_RULE_WORDS = 40
"""Most words of a rule that is repeated beside an answer; a longer one lists its answers."""


def strategy_of_analysis(analysis: Analysis) -> StrategyMessage | None:
    """Return how the winner wins; None while the winner is unknown."""
    strategy = analysis.strategy
    return strategy_message(strategy, analysis.position) if strategy else None


def strategy_since(
    analysis: Analysis, earlier: Analysis, positions: Sequence[Position]
) -> StrategyMessage | None:
    """Like `strategy_of_analysis`, but keep to the strategy of an `earlier` position.

    `positions` lead from there to the position analysed. A strategy that needs a search, or that
    was not followed, is given up for the new one.
    """
    strategy = earlier.strategy
    if strategy and strategy.by_rules and explains(strategy, positions):
        return strategy_message(strategy, positions[-1])
    return strategy_of_analysis(analysis)


def strategy_message(strategy: Strategy[P], lost: P) -> StrategyMessage:
    """Return the rules, and the answers in a position reached by following them."""
    game, move, over = strategy.game, None, strategy.game.outcome(lost) is not None
    position = lost
    if lost.to_move == strategy.winner and not over:
        rule = known_rule(strategy, lost)
        move = rule.move(lost) if rule else None
        lost = game.play(lost, move) if move else lost
        over = move is None or game.outcome(lost) is not None
    return StrategyMessage(
        winner=int(strategy.winner),
        by_rules=strategy.by_rules,
        steps=strategy.steps,
        move=move,
        answers=[] if over else _answers(strategy, lost),
        diagrams=[] if over else diagram_messages(strategy, position),
    )


def moves_of(message: StrategyMessage) -> set[int]:
    """Return every move that a message names."""
    named = {
        message.move,
        *(move for each in message.answers for move in (each.reply, each.answer)),
    }
    return {move for move in named if move is not None}


def _answers(strategy: Strategy[P], lost: P) -> list[ReplyMessage]:
    """Return the answer to each reply; when time is up, replies without answers."""
    until = monotonic() + ANSWER_SECONDS
    return [
        _answer(strategy, lost, reply) if monotonic() < until else _unanswered(reply)
        for reply in strategy.game.legal_moves(lost)
    ]


def _answer(strategy: Strategy[P], lost: P, reply: int) -> ReplyMessage:
    game = strategy.game
    reached = game.play(lost, reply)
    if game.outcome(reached):
        return ReplyMessage(reply, None, *_sentences(strategy, lost, reply, 0), None)
    rule = known_rule(strategy, reached)
    if rule is None:
        return _unanswered(reply)
    move, words = rule.move(reached), rule.words(strategy.position)
    step = strategy.steps.index(words) if len(words.split()) <= MOST_RULE_WORDS else None
    return ReplyMessage(reply, move, *_sentences(strategy, lost, reply, move), step)


def _sentences(strategy: Strategy[P], lost: P, reply: int, answer: int) -> tuple[str, str]:
    """Return the answer in words, to the winner and to the loser."""
    said = [
        reply_in_words(strategy.game, lost, reply, answer, winning=winning)
        for winning in (True, False)
    ]
    return said[0], said[1]


def _unanswered(reply: int) -> ReplyMessage:
    return ReplyMessage(reply, None, "", "", None)
