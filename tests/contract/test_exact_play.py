"""Laws of exact play on positions too large for brute force."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Analysis, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.levels import best_choice
from tests.setups import Setup

LARGE = [
    *(Setup("divider", {"high": high}) for high in (22, 26)),
    *(Setup("ladder", {"high": high}) for high in (50, 100, 1000)),
    *(Setup("countdown", {"start": start}) for start in (360, 5040, 30030)),
    Setup("chain", {}),
    Setup("chain", {"high": 30}),
    *(Setup("digits", {"target": target}) for target in (7, 13, 97, 9973, 1_000_003)),
    Setup("digits", {"base": 12, "target": 143}),
]


def positions(setup: Setup, count: int) -> list[Any]:
    """Positions at all depths of random games."""
    game, rng = setup.game, Random(str(setup))
    found: list[Any] = []
    while len(found) < count:
        position = game.start()
        while moves := game.legal_moves(position):
            found.append(position)
            position = game.play(position, rng.choice(moves))
    return rng.sample(found, count)


@pytest.mark.parametrize("setup", LARGE, ids=str)
def test_values_follow_from_the_moves(setup: Setup) -> None:
    """A won position has a losing child and a lost one has none; remoteness and nim-value
    follow from the children's; the best line is legal and ends as promised.
    """
    game = setup.game
    for position in positions(setup, 6):
        analysis = analyze(game, position, 1)
        assert analysis.value in ("win", "loss")
        assert (analysis.value == "win") == bool(analysis.winning)
        assert_children_agree(analysis)
        assert_line_keeps_its_promise(analysis)


def assert_children_agree(analysis: Analysis) -> None:
    """Each move's value is the one that the analysis of the position after it gives."""
    game = analysis.game
    for move in analysis.moves[:6]:
        child = analyze(game, game.play(analysis.position, move.move), 1)
        if child.value is not None:
            assert {move.value, child.value} == {"win", "loss"}
        if move.remoteness is not None and child.remoteness is not None:
            assert move.remoteness == child.remoteness
        if move.grundy is not None and child.grundy is not None:
            assert move.grundy == child.grundy
    good = [move for move in analysis.moves if move.value == "win"]
    known = [move.remoteness for move in good or analysis.moves if move.remoteness is not None]
    if analysis.remoteness is not None and len(known) == len(good or analysis.moves):
        assert analysis.remoteness == 1 + (min(known) if good else max(known))
    nims = {move.grundy for move in analysis.moves}
    if analysis.grundy is not None and None not in nims:
        assert analysis.grundy == next(v for v in range(len(nims) + 1) if v not in nims)


def assert_line_keeps_its_promise(analysis: Analysis) -> None:
    """The line can be played; if it is whole, it lasts and ends as the analysis says."""
    game, position = analysis.game, analysis.position
    for move in analysis.line:
        position = game.play(position, move)
    outcome = game.outcome(position)
    if analysis.remoteness is not None and len(analysis.line) == analysis.remoteness:
        assert outcome is not None
        winner = analysis.position.to_move
        assert outcome.winner == (winner if analysis.value == "win" else winner.other)
    else:
        assert analysis.remoteness is None or len(analysis.line) < analysis.remoteness


@pytest.mark.parametrize("setup", LARGE, ids=str)
def test_perfect_wins_what_is_won(setup: Setup) -> None:
    """From won positions the perfect player beats a random one every time."""
    game, rng = setup.game, Random(str(setup))
    won = (p for p in positions(setup, 10) if analyze(game, p, 1).value == "win")
    for position in islice(won, 4):
        winner = position.to_move
        while moves := game.legal_moves(position):
            mine = position.to_move == winner
            move = best_choice(game, position, rng).move if mine else rng.choice(moves)
            position = game.play(position, move)
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.winner == winner


@pytest.mark.parametrize(
    "setup",
    [Setup("divider", {"high": 97}), Setup("chain", {"high": 100_000})],
    ids=str,
)
def test_hopeless_is_unknown(setup: Setup) -> None:
    """Something hopeless comes back when its time is over and says unknown."""
    game = setup.game
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 0.05)
    assert analysis.value == "unknown"
    assert "time ran out" in analysis.reason


def test_known_figures_of_digits() -> None:
    """For targets from 2 to 60 the first player wins only for 2 to 9 and 12."""
    winners = []
    for target in range(2, 61):
        game = GAMES["digits"](target=target)
        if analyze(game, game.start()).value == "win":
            winners.append(target)
    assert winners == [2, 3, 4, 5, 6, 7, 8, 9, 12]


def test_known_figures_of_ladder() -> None:
    """On 2 to 50 the second player wins; on 2 to 10,000 the first, by taking 2."""
    game = GAMES["ladder"]()
    assert analyze(game, game.start()).value == "loss"
    game = GAMES["ladder"](high=10_000)
    assert analyze(game, game.start()).winning == (2,)
