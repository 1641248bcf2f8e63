"""The real rules against the slow twins that were written from the rule books alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from divisor_duel import Player
from divisor_duel.game import AnyGame
from tests.reference.brute import Twin
from tests.setups import DEFAULTS, LARGE, SMALL, Setup

COUNTS = json.loads((Path(__file__).parent.parent / "data" / "counts.json").read_text())

TWINNED = [setup for setup in LARGE if setup.id != "countdown"]
TWINNED += [Setup("countdown", {"start": start}) for start in (5040, 30030, 65536, 99991)]
"""The twin finds divisors by trying every number, so its countdown starts are smaller."""


def assert_same(game: AnyGame, position: Any, twin: Twin) -> None:
    """Both sides agree on whose turn it is, on every move and on the winner."""
    outcome = game.outcome(position)
    assert int(position.to_move) == twin.turn
    assert list(game.legal_moves(position)) == twin.legal()
    assert (int(outcome.winner) if outcome else None) == twin.winner()


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_whole_trees_agree(setup: Setup) -> None:
    """In every position of a small set-up the real game and its twin say the same."""
    game, seen = setup.game, set[Any]()

    def walk(position: Any, twin: Twin) -> None:
        if twin.key() in seen:
            return
        seen.add(twin.key())
        assert_same(game, position, twin)
        for move in twin.legal():
            walk(game.play(position, move), twin.play(move))

    walk(game.start(), setup.twin())
    assert seen


@pytest.mark.parametrize(
    ("setup", "games"),
    [*((setup, 2000) for setup in DEFAULTS), *((setup, 2) for setup in TWINNED)],
    ids=str,
)
def test_random_games_agree(setup: Setup, games: int) -> None:
    """Along seeded random games the real game and its twin say the same at every step."""
    game, rng = setup.game, Random(str(setup))
    for number in range(games):
        first = Player(number % 2 + 1)
        position, twin = game.start(first), setup.twin(int(first))
        assert_same(game, position, twin)
        for _ in range(60):
            if not twin.legal():
                break
            move = rng.choice(twin.legal())
            position, twin = game.play(position, move), twin.play(move)
            assert_same(game, position, twin)


def future(position: Any, game: AnyGame) -> Any:
    """What decides the rest of the game: for digits the remainder stands for the number."""
    if game.id != "digits":
        return position
    over = bool(position.number) and position.number % game.options["target"] == 0
    remainder = position.number % int(game.options["target"])
    return position.left, remainder, over, position.to_move


def count(game: AnyGame) -> tuple[int, int]:
    """How many positions and how many complete games there are."""
    games: dict[Any, int] = {}

    def walk(position: Any) -> int:
        key = future(position, game)
        if key not in games:
            moves = game.legal_moves(position)
            games[key] = sum(walk(game.play(position, move)) for move in moves) if moves else 1
        return games[key]

    total = walk(game.start())
    return len(games), total


@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: f"{entry['game']} {entry['options']}")
def test_counts_agree(entry: dict[str, Any]) -> None:
    """The numbers of positions and of complete games are those that the twins counted."""
    game = Setup(entry["game"], entry["options"]).game
    assert count(game) == (entry["positions"], entry["games"])
