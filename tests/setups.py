"""Set-ups of every game, small enough to be walked to the end or just as people play them."""

from __future__ import annotations

from typing import Any, NamedTuple

from divisor_duel import GAMES
from divisor_duel.game import AnyGame
from tests.reference.brute import Twin
from tests.reference.chain import Chain
from tests.reference.countdown import Countdown
from tests.reference.digits import Digits
from tests.reference.divider import Divider
from tests.reference.ladder import Ladder
from tests.reference.misere import Misere

TWINS: dict[str, type[Any]] = {
    "divider": Divider,
    "ladder": Ladder,
    "countdown": Countdown,
    "chain": Chain,
    "digits": Digits,
}


class Setup(NamedTuple):
    """A game and its options."""

    id: str
    options: dict[str, int | str]

    @property
    def game(self) -> AnyGame:
        """The real game."""
        return GAMES[self.id](**self.options)

    def twin(self, first: int = 1) -> Twin:
        """The slow twin at its start."""
        options = dict(self.options)
        misere = options.pop("ending", "normal") == "misere"
        twin: Twin = TWINS[self.id](**options, first=first)
        return Misere(twin) if misere else twin

    def __str__(self) -> str:
        return " ".join([self.id, *(f"{name}={value}" for name, value in self.options.items())])


def _setups(id: str, *options: dict[str, int | str]) -> list[Setup]:
    return [Setup(id, option) for option in options]


def _misere(id: str, *options: dict[str, int | str]) -> list[Setup]:
    return [Setup(id, {**option, "ending": "misere"}) for option in options]


SMALL = [
    *_setups("divider", {"high": 9}, {"high": 12}, {"low": 1, "high": 6}, {"low": 4, "high": 13}),
    *_setups("divider", {"low": 2, "high": 2}, {"low": 1, "high": 2}, {"low": 9, "high": 9}),
    *_setups("ladder", {"high": 2}, {"high": 3}, {"high": 9}, {"high": 13}),
    *(Setup("countdown", {"start": start}) for start in (1, 2, 3, 4, 8, 9, 12, 30, 36, 60)),
    *_setups("chain", {"high": 2}, {"high": 10}, {"high": 13}, {"low": 1, "high": 8}),
    *_setups("chain", {"high": 11, "opening": "even"}, {"low": 3, "high": 12, "opening": "even"}),
    *_setups("digits", {"base": 2}, {"base": 3, "target": 2}, {"base": 6, "target": 7}),
    *_setups("digits", {"base": 7, "target": 10}, {"base": 6, "target": 1000}),
    *_misere("divider", {"high": 10}, {"low": 1, "high": 6}),
    *_misere("ladder", {"high": 2}, {"high": 9}),
    *_misere("countdown", {"start": 3}, {"start": 36}),
    *_misere("chain", {"high": 2}, {"high": 10}, {"high": 11, "opening": "even"}),
    *_misere("digits", {"base": 3, "target": 2}, {"base": 6, "target": 7}),
]
"""Every position of these can be visited."""

DEFAULTS = [Setup(game, {}) for game in GAMES]
"""The rule books' own."""

LARGE = [
    *_setups("divider", {"high": 3000}, {"low": 500, "high": 2500}),
    *_setups("ladder", {"high": 5000}),
    *_setups("countdown", {"start": 963_761_198_400}, {"start": 10**18}),
    *_setups("chain", {"high": 4000}, {"low": 1, "high": 1000, "opening": "even"}),
    *_setups("digits", {"target": 997}, {"base": 12, "target": 101}, {"base": 36, "target": 10**9}),
]
"""Far beyond the rule books'."""
