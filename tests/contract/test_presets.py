"""The fair and the recommended set-ups are real games, and their reasons are true."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES, Player, analyze
from divisor_duel.game import AnyGame, Preset

PRESETS = [
    pytest.param(kind(**preset.options), preset, id=f"{name}-{label}")
    for name, kind in GAMES.items()
    for label, preset in (("fair", kind.fair), ("recommended", kind.recommended))
    if label == "fair" or preset is not kind.fair
]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_whatever_the_first_move_the_other_gets_a_move(game: AnyGame, preset: Preset) -> None:
    """No first move ends a recommended set-up, so no level can end it at once."""
    for first in Player:
        start = game.start(first)
        assert len(game.legal_moves(start)) > 5
        for move in game.legal_moves(start):
            assert game.legal_moves(game.play(start, move))


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_reason_is_true_and_spoils_nothing(game: AnyGame, preset: Preset) -> None:
    """It says who wins with best play and at which move, and names no move to make."""
    analysis = analyze(game, game.start(), 60)
    who = "the first player" if analysis.value == "win" else "the second player"
    assert analysis.remoteness is not None
    assert analysis.remoteness > 2
    assert f"{who} wins at move {analysis.remoteness}." in preset.why
    numbers = {int(word) for word in preset.why.replace(".", " ").split() if word.isdigit()}
    assert numbers == {analysis.remoteness}


@pytest.mark.parametrize("name", GAMES)
def test_the_first_game_can_be_won(name: str) -> None:
    """It is small, its winner is stated, and the winning side wins by rules in words."""
    kind = GAMES[name]
    for preset in (kind.first_game, kind.recommended, kind.fair):
        game = kind(**preset.options)
        analysis = analyze(game, game.start(), 10)
        assert preset.winner == (1 if analysis.value == "win" else 2)
    small = kind(**kind.first_game.options)
    strategy = analyze(small, small.start(), 10).strategy
    assert strategy is not None
    assert strategy.by_rules
    assert small.max_moves() <= kind(**kind.recommended.options).max_moves()


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_random_play_is_even_where_it_is_said_to_be(game: AnyGame, preset: Preset) -> None:
    """Between players who choose at random, each wins 40 to 60 of 100 games, if that is said."""
    if "Random play is nearly even" not in preset.why:
        assert game.id == "ladder"  # where random players fall off the ladder, the beginner first
        return
    rng, games, won = Random(1), 600, 0
    for _ in range(games):
        position = game.start()
        while legal := game.legal_moves(position):
            position = game.play(position, rng.choice(legal))
        outcome = game.outcome(position)
        won += outcome is not None and outcome.winner == Player.ONE
    assert 0.4 < won / games < 0.6
