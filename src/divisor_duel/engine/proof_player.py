"""A computer player that follows one strategy for a whole game, and names its rule each time.

In one position several strategies may win. So that it plays what it said a move ago, the player
finds the strategy that it began with in the game so far, and keeps to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from divisor_duel.engine.analysis import Analysis
from divisor_duel.engine.levels import EFFORT, PROOF, Choice, Effort, best_choice, consider
from divisor_duel.engine.strategies import explanation, reply_in_words, searched
from divisor_duel.game import AnyGame, P, Position
from divisor_duel.strategy import FirstMove, Rule, Strategy

MOST_RULE_WORDS = 40
"""Most words of a rule that is named as it is; of a longer one, only the answer is."""


def next_choice(
    level: str,
    game: AnyGame,
    positions: Sequence[Position],
    rng: Random,
    effort: Effort = EFFORT,
) -> Choice:
    """Return a computer player's move in the last of `positions`, those of the game so far."""
    if level == PROOF:
        return follow(game, positions, rng, effort)
    return consider(level, game, positions[-1], rng, effort)


def follow(
    game: AnyGame, positions: Sequence[Position], rng: Random, effort: Effort = EFFORT
) -> Choice:
    """Return the move in the last of `positions`, the positions of the game so far.

    The reason names the rule that applied.
    """
    analysis = followed(game, positions, effort)
    strategy = analysis.strategy if analysis else None
    rule = known_rule(strategy, positions[-1]) if strategy else None
    if analysis is None or strategy is None or rule is None:
        return _proved_choice(game, positions[-1], rng, effort)
    move = rule.move(positions[-1])
    if isinstance(rule, FirstMove):
        return Choice(move, True, _reason_after(analysis, move))
    if game.outcome(game.play(positions[-1], move)):
        return Choice(move, True)
    words = rule.words(strategy.position)
    if len(words.split()) > MOST_RULE_WORDS:
        words = _last_answer(game, positions, move)
    return Choice(move, True, f"Its rule: \u201c{words}\u201d")


def followed(game: AnyGame, positions: Sequence[Position], effort: Effort) -> Analysis | None:
    """Return the analysis whose strategy the player to move has followed up to now, if any.

    It is the earliest whose strategy explains all of the player's moves since. The analyses share
    the time.
    """
    player = positions[-1].to_move
    turns = [turn for turn, position in enumerate(positions) if position.to_move == player]
    for turn in turns:
        analysis = effort.engine.analyze(game, positions[turn], effort.seconds / len(turns))
        strategy = analysis.strategy
        if strategy and strategy.winner == player and explains(strategy, positions[turn:]):
            return analysis
    return None


def known_rule(strategy: Strategy[P], position: P) -> Rule[P] | None:
    """Return the first rule that applies without a search; None if there is none."""
    rules = (rule for rule in strategy.rules if not rule.searches)
    return next((rule for rule in rules if rule.applies(position)), None)


def explains(strategy: Strategy[Position], positions: Sequence[Position]) -> bool:
    """Return whether the strategy makes each move of the winner in these positions."""
    for before, after in pairwise(positions):
        if before.to_move == strategy.winner:
            rule = known_rule(strategy, before)
            if rule is None or strategy.game.play(before, rule.move(before)) != after:
                return False
    return True


def _last_answer(game: AnyGame, positions: Sequence[Position], move: int) -> str:
    """Return the part of a rule that gives `move` as the answer to the opponent's last move."""
    lost, reached = positions[-2:]
    (reply,) = (reply for reply in game.legal_moves(lost) if game.play(lost, reply) == reached)
    return reply_in_words(game, lost, reply, move, winning=True)


def _proved_choice(game: AnyGame, position: Position, rng: Random, effort: Effort) -> Choice:
    """Return the move of the winner's strategy, or a best move if it loses.

    The reason is addressed to the opponent, who moves next.
    """
    analysis = effort.engine.analyze(game, position, effort.seconds)
    strategy = analysis.strategy
    if strategy is None or strategy.winner != position.to_move:
        return best_choice(game, position, rng, effort)
    move = strategy.answer(position)
    return Choice(move, True, _reason_after(analysis, move))


def _reason_after(analysis: Analysis, move: int) -> str:
    """Say to the opponent why the strategy's first move wins; empty if it ends the game."""
    game, after = analysis.game, analysis.game.play(analysis.position, move)
    if game.outcome(after):
        return ""
    if analysis.proof:
        return explanation(game, after, analysis.proof.with_move(0))
    return searched(game, after, after.to_move.other, 0).reason
