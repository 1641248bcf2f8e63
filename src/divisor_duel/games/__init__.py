"""Every game there is: the rule books of this package and those that others installed.

A game of this package is one folder beside this file and one line below. A game of another
package names its class under the entry-point group `divisor_duel.games`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue, brief
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.family import Family
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.games.sum.rules import Sum

__all__ = [
    "GAMES",
    "MADE_OF_OTHERS",
    "USUAL",
    "every_game",
    "find_game",
    "read_options",
    "read_set_up",
    "recommended",
    "set_up",
]

GAMES = Family(
    Divider,
    Ladder,
    Countdown,
    Chain,
    Digits,
)
"""Every game by its id, in the order in which people meet them."""

MADE_OF_OTHERS = {Sum.id: Sum}
"""What is made of two of them, for who asks for it by name: it has no rule book of its own."""

USUAL = Chain.id
"""What an agent plays that names no game."""


def every_game() -> dict[str, type[Game[Any]]]:
    """All that can be played, by id: the games, then what is made of them."""
    return {**GAMES, **MADE_OF_OTHERS}


def find_game(name: str) -> type[Game[Any]]:
    """The game called `name`; OptionsError if there is none."""
    if name in MADE_OF_OTHERS:
        return MADE_OF_OTHERS[name]
    if name in GAMES:
        return GAMES[name]
    trouble = GAMES.troubles.get(name)
    raise OptionsError(trouble or f"there is no game {brief(name)}; there are {', '.join(GAMES)}")


def set_up(
    game: str | type[Game[Any]], options: Mapping[str, OptionValue] | None = None
) -> Game[Any]:
    """A game, or the one so called, with `options`: the only way that faces make one.

    OptionsError if there is no such game or option.
    """
    kind = find_game(game) if isinstance(game, str) else game
    _check_names(kind, options or {})
    return kind(**(options or {}))


def recommended(game: str | type[Game[Any]]) -> Game[Any]:
    """A game in the set-up that newcomers are led to."""
    kind = find_game(game) if isinstance(game, str) else game
    return set_up(kind, kind.recommended.options)


def read_options(game: type[Game[Any]], texts: Mapping[str, str]) -> dict[str, OptionValue]:
    """Options written as text; OptionsError if there is no such option or value."""
    _check_names(game, texts)
    specs = {spec.name: spec for spec in game.option_specs()}
    return {name: specs[name].read(text) for name, text in texts.items()}


def read_set_up(text: str) -> Game[Any]:
    """A game with options as one word: ``chain:high=30:opening=even``."""
    name, *words = text.split(":")
    kind = find_game(name)
    pairs = (word.partition("=") for word in words)
    return set_up(kind, read_options(kind, {option: value for option, _, value in pairs}))


def _check_names(game: type[Game[Any]], options: Mapping[str, Any]) -> None:
    known = [spec.name for spec in game.option_specs()]
    for name in options:
        if name not in known:
            only = f"only {', '.join(known)}" if known else "it has none"
            raise OptionsError(f"{game.id} has no option {brief(name)}, {only}")
