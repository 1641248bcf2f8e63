"""An eighth of all positions is reserved, for every size, and for either player to move."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.play.random_games import random_game
from divisor_duel.questions.reserved import ONE_IN, canonical_form, is_reserved


@pytest.mark.parametrize("name", GAMES)
def test_about_an_eighth_of_all_positions_is_reserved(name: str) -> None:
    """The hash spreads evenly over distinct positions."""
    game, rng = GAMES[name](**GAMES[name].fair.options), Random(1)
    forms: dict[str, bool] = {}
    for _ in range(150):
        for turn in random_game(game, rng):
            forms[canonical_form(game, turn.position)] = is_reserved(game, turn.position)
    assert len(forms) > 40
    assert 0.3 / ONE_IN < sum(forms.values()) / len(forms) < 2 / ONE_IN


@pytest.mark.parametrize("name", GAMES)
def test_both_players_ask_the_same_question(name: str) -> None:
    """The same moves have the same form, with either first player."""
    game = GAMES[name](**GAMES[name].fair.options)
    for turn in random_game(game, Random(2)):
        *_, other = game.positions(turn.moves, Player.TWO)
        assert canonical_form(game, other) == canonical_form(game, turn.position)


def test_the_same_numbers_are_the_same_position_in_every_size() -> None:
    """A larger set-up adds nothing to what is left; another target or ending does."""
    small, large = GAMES["divider"](high=9), GAMES["divider"](high=20)
    left = small.start()._replace(left=0b1010)
    assert canonical_form(small, left) == canonical_form(large, left)
    misere = GAMES["divider"](high=9, ending="misere")
    assert canonical_form(misere, left) != canonical_form(small, left)
    digits = [GAMES["digits"](target=target) for target in (7, 8)]
    assert len({canonical_form(game, game.start()) for game in digits}) == 2
    assert all(
        set(game.size_options) <= {option.name for option in game.option_specs()}
        for game in GAMES.values()
    )
