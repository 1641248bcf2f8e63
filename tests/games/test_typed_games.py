"""The type of `GAMES`: it names every game of this package, and finds what `Games` finds."""

from __future__ import annotations

from typing import get_args, get_overloads, get_type_hints

import pytest

from divisor_duel.games.registry import OWN_GAMES
from divisor_duel.games.typed_games import TypedGames


def test_every_game_of_the_package_has_its_class() -> None:
    """Each name in the overloads is in the registry and has the class that is found there.

    A game without an overload is still found, but mypy does not check its options.
    """
    hints = [get_type_hints(one) for one in get_overloads(TypedGames.__getitem__)]
    classes = {name: get_args(hint["return"])[0] for hint in hints for name in get_args(hint["id"])}
    assert {"divider", "ladder", "countdown", "chain", "digits"} <= set(classes) <= set(OWN_GAMES)
    games = TypedGames(OWN_GAMES)
    for name, kind in classes.items():
        assert games[name] is kind


def test_an_unknown_name_is_refused_as_ever() -> None:
    """The error lists the games that there are."""
    with pytest.raises(KeyError, match="unknown game 'nim'"):
        TypedGames(OWN_GAMES)["nim"]
