"""Exact values in the arena: right, and the same whatever was asked before."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.arena.players import levels
from divisor_duel.arena.run.start_positions import find_start
from divisor_duel.engine import Engine, StepClock
from divisor_duel.game import AnyGame
from divisor_duel.questions import exact_values

FAIR = [kind(**kind.fair.options) for kind in GAMES.values()]
every_game = pytest.mark.parametrize("game", FAIR, ids=lambda game: game.id)


def walk(game: AnyGame, seed: int) -> list[Any]:
    """The positions of a random game."""
    rng, position = Random(seed), game.start()
    positions = []
    while legal := game.legal_moves(position):
        positions.append(position)
        position = game.play(position, rng.choice(legal))
    return positions


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the engine, so that nothing is cached."""
    monkeypatch.setattr(exact_values, "ENGINE", Engine(clock=StepClock, memory=0))


@every_game
def test_values_are_those_of_the_engine(game: AnyGame) -> None:
    """Every move wins or loses as `analyze` says, and a win takes as long as it says."""
    lengths = []
    for position in walk(game, 1):
        analysis = analyze(game, position)
        assert exact_values.values(game, position) == {
            one.move: one.value for one in analysis.moves
        }
        if analysis.value is Value.WIN:
            lengths.append((exact_values.remoteness(game, position), analysis.remoteness))
    assert any(found is not None for found, _ in lengths)
    assert all(found in (None, told) for found, told in lengths)


@every_game
def test_answers_do_not_depend_on_earlier_questions(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts, levels' moves and starts are the same on a fresh engine and on a warm one."""
    positions = walk(game, 2)

    def answers(order: list[Any]) -> dict[Any, Any]:
        return {
            position: (
                exact_values.values(game, position),
                exact_values.remoteness(game, position),
                levels.level_move("perfect", game, position, Random(5)),
            )
            for position in order
        }

    forget(monkeypatch)
    forwards, starts = answers(positions), [find_start(game, 7, number) for number in range(3)]
    forget(monkeypatch)
    assert answers(positions[::-1]) == forwards
    assert [find_start(game, 7, number) for number in range(3)] == starts
