"""The type of `GAMES`: it names every game of this package, and finds what `Games` finds."""

from __future__ import annotations

from typing import get_args, get_overloads, get_type_hints

import pytest

from divisor_duel.games.registry import OWN_GAMES
from divisor_duel.games.typed_games import TypedGames


def test_every_game_of_the_package_has_its_class() -> None:
    """The names in the overloads are those of the registry, each with the class of that name."""
    hints = [get_type_hints(one) for one in get_overloads(TypedGames.__getitem__)]
    classes = {name: get_args(hint["return"])[0] for hint in hints for name in get_args(hint["id"])}
    assert set(classes) == set(OWN_GAMES)
    games = TypedGames(OWN_GAMES)
    for name in OWN_GAMES:
        assert games[name] is classes[name]


def test_an_unknown_name_is_refused_as_ever() -> None:
    """The error lists the games that there are."""
    with pytest.raises(KeyError, match="there is no game 'nim'"):
        TypedGames(OWN_GAMES)["nim"]
