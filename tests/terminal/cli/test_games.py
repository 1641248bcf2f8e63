"""`duel games`: the games and their options."""

from __future__ import annotations

from divisor_duel.games.registry import every_game
from tests.conftest import Run


def test_games_lists_every_game_with_options_and_preset(duel: Run) -> None:
    """`duel games` lists each game with its title, summary, options and fair preset."""
    out = duel("games").stdout
    for game in every_game().values():
        assert game.title in out
        assert game.summary in out
        assert game.fair.why in out
        for spec in game.option_specs():
            assert f"--{spec.name}" in out
