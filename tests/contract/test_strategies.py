"""The law of strategies: followed to the letter, one wins against every reply."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from divisor_duel import DuelError, analyze
from divisor_duel.engine import Engine
from divisor_duel.engine.theory import Theory
from divisor_duel.game import AnyGame
from divisor_duel.play.random_games import random_game
from divisor_duel.strategy import Strategy
from tests.setups import SMALL, Setup

MOST_POSITIONS, MOST_SEARCHED = 20_000, 2_000
"""Most positions in which one strategy by rules, or by a search, is followed."""

SAMPLED = [
    *(Setup("ladder", {"high": high}) for high in (50, 100, 255)),
    *(Setup("divider", {"high": high}) for high in (14, 16, 18, 20, 24, 30, 40)),
    *(Setup("chain", {"high": 50, "opening": opening}) for opening in ("any", "even")),
    *(Setup("chain", {"high": 100, "opening": opening}) for opening in ("any", "even")),
    *(Setup("countdown", {"start": start}) for start in (128, 360, 1000, 5000)),
    *(Setup("digits", {"base": 10, "target": target}) for target in (7, 13, 18, 97)),
    *(Setup("digits", {"base": base, "target": base + 3}) for base in range(2, 17)),
    *(Setup("digits", {"base": base, "target": base**2}) for base in (5, 11, 16)),
    Setup("digits", {"base": 10, "target": 12}),
    Setup("digits", {"base": 15, "target": 21}),
    Setup("digits", {"base": 16, "target": 20}),
    *(Setup("countdown", {"start": start, "ending": "misere"}) for start in (720, 5000)),
    *(
        Setup("digits", {"base": base, "target": target, "ending": "misere"})
        for base, target in ((5, 73), (8, 11), (9, 12), (10, 7), (10, 793), (12, 50), (16, 3600))
    ),
    *(Setup("ladder", {"high": high, "ending": "misere"}) for high in (40, 255)),
    Setup("divider", {"high": 12, "ending": "misere"}),
    *(
        Setup("chain", {"high": 16, "opening": opening, "ending": "misere"})
        for opening in ("any", "even")
    ),
]
"""Set-ups of which positions of random games are tried."""

COMPLETE = [
    *SMALL,
    *(
        Setup("digits", {"base": base, "target": target, "ending": ending})
        for base, most in ((2, 3), (3, 5), (4, 13), (5, 19))
        for target in range(2, most)
        for ending in ("normal", "misere")
    ),
]
"""Set-ups of which every position is tried."""

BY_RULES = ("ladder", "countdown", "chain", "digits")
"""Games whose normal play is decided by rules in every position."""

SMALL_BY_RULES = (*BY_RULES, "divider")
"""Games whose normal play is decided by rules in every position of a small set-up."""


def every_position(game: AnyGame) -> Iterator[Any]:
    """Yield each position of a game once."""
    waiting, seen = [game.start()], {game.start()}
    while waiting:
        position = waiting.pop()
        yield position
        for move in game.legal_moves(position):
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def follow(strategy: Strategy[Any]) -> None:
    """Play a strategy against every reply; fail where it does not win."""
    game, winner = strategy.game, strategy.winner
    most = MOST_POSITIONS if strategy.by_rules else MOST_SEARCHED
    waiting, seen = [strategy.position], {strategy.position}
    while waiting and len(seen) < most:
        position = waiting.pop()
        outcome = game.outcome(position)
        if outcome:
            assert outcome.winner == winner, f"{strategy.steps} loses at {position}"
            continue
        if position.to_move == winner:
            moves = [strategy.answer(position)]
        else:
            moves = list(game.legal_moves(position))
        for move in moves:
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def without_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every question to the engine fail."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a strategy by rules asked the engine")

    for name in ("judge", "best", "settle", "solve"):
        monkeypatch.setattr(Theory, name, refuse, raising=False)
    monkeypatch.setattr(Engine, "theory", refuse)
    monkeypatch.setattr("divisor_duel.engine.strategies.new_theory", refuse)


def check(strategy: Strategy[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow a strategy as it comes out of another process, without the engine if by rules."""
    strategy = pickle.loads(pickle.dumps(strategy))
    with monkeypatch.context() as patch:
        if strategy.by_rules:
            without_the_engine(patch)
        follow(strategy)


@pytest.mark.parametrize("setup", COMPLETE, ids=str)
def test_every_position_of_a_small_game(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every position the rules win, and they know the end."""
    game = setup.game
    for position in every_position(game):
        strategy = analyze(game, position).strategy
        assert strategy is not None
        outcome = game.outcome(position)
        if outcome:
            assert (strategy.rules, strategy.winner) == ((), outcome.winner)
            continue
        check(strategy, monkeypatch)
        if not game.misere and game.id in SMALL_BY_RULES:
            assert strategy.by_rules


@pytest.mark.parametrize("setup", SAMPLED, ids=str)
def test_positions_of_larger_games(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """In positions of random games the rules win."""
    game, rng = setup.game, Random(str(setup))
    positions = [position for _, position, _ in random_game(game, rng)]
    for position in [game.start(), *rng.sample(positions, min(4, len(positions)))]:
        strategy = analyze(game, position).strategy
        assert strategy is not None
        check(strategy, monkeypatch)
        if not game.misere and game.id in BY_RULES:
            assert strategy.by_rules


def test_a_search_fails_without_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other tests take away is what a search needs."""
    game = Setup("chain", {"high": 12, "ending": "misere"}).game
    strategy = analyze(game, game.start()).strategy
    assert strategy
    assert not strategy.by_rules
    follow(pickle.loads(pickle.dumps(strategy)))
    without_the_engine(monkeypatch)
    with pytest.raises(AssertionError, match="asked the engine"):
        follow(pickle.loads(pickle.dumps(strategy)))


def test_a_strategy_answers_for_the_winner_alone() -> None:
    """It refuses the opponent's turn, the end, and positions that it never leads to."""
    game = Setup("chain", {"high": 10}).game
    strategy = analyze(game, game.start()).strategy
    assert strategy is not None
    after = game.play(game.start(), strategy.answer(game.start()))
    with pytest.raises(DuelError, match="over"):
        strategy.answer(after)
    other = game.play(game.start(), 2)
    with pytest.raises(DuelError, match="opponent's move"):
        strategy.answer(other)
    with pytest.raises(DuelError, match="not followed"):
        strategy.answer(game.play(other, 4))
