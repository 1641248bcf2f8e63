"""The set-up of a new game, a value that the player changes row by row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Option, OptionValue
from divisor_duel.games.registry import recommended, set_up
from divisor_duel.play.match import Match
from divisor_duel.terminal.new_match import FIRST_PLAYERS, new_match, player_levels
from divisor_duel.terminal.words import as_sentence

T = TypeVar("T")

OWN = "custom"
PLAYERS = {
    "you against the computer": (True, False),
    "the computer against you": (False, True),
    "two people at this keyboard": (True, True),
    "the computer against itself": (False, False),
}
"""Whether Player 1 and Player 2 are people, for each choice."""
ROUNDS = (1, 3, 5, 7, 9)
DEFAULT_LEVEL = "medium"
MOST_DIGITS = 20
"""Most digits typed into an option."""


class SetupRow(NamedTuple):
    """One row of the set-up: something the player can change."""

    name: str
    """The name of the row."""
    value: str
    """Its current value."""
    detail: str = ""
    """What that value means."""


def named_setups(kind: type[AnyGame]) -> dict[str, Mapping[str, OptionValue]]:
    """Return a game's set-ups by name, the recommended one first, without duplicates."""
    named = {
        "recommended": recommended(kind).options,
        "rule book": set_up(kind).options,
        "fair": set_up(kind, kind.fair.options).options,
    }
    distinct: dict[str, Mapping[str, OptionValue]] = {}
    for name, options in named.items():
        if options not in distinct.values():
            distinct[name] = options
    return distinct


@dataclass(frozen=True)
class GameSetup:
    """A game to start: its options, its players and who goes first."""

    kind: type[AnyGame]
    """Which game."""
    levels: Mapping[str, str]
    """The computer's levels and what they mean."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The options."""
    players: str = next(iter(PLAYERS))
    """Which players are people: a key of `PLAYERS`."""
    level: str = DEFAULT_LEVEL
    """How strong the computer is."""
    begins: str = next(iter(FIRST_PLAYERS))
    """Who goes first: a key of `FIRST_PLAYERS`."""
    rounds: int = 1
    """How many rounds."""
    typing: str = ""
    """The name of the option being typed, if any."""

    @property
    def setup_name(self) -> str:
        """The name of the set-up."""
        for name, options in named_setups(self.kind).items():
            if options == self.chosen_options:
                return name
        return OWN

    @property
    def chosen_options(self) -> Mapping[str, OptionValue]:
        """The options without house rules that are at their defaults."""
        defaults = {spec.name: spec.default for spec in self.kind.option_specs() if spec.house}
        return {
            name: value
            for name, value in self.options.items()
            if name not in defaults or value != defaults[name]
        }

    @property
    def game(self) -> AnyGame:
        """The game; OptionsError if it cannot be set up like that."""
        return set_up(self.kind, self.options)

    def new_match(self, name: str = "") -> Match:
        """Return the match, not yet begun; OptionsError if it cannot be set up like that.

        The first person is called `name`, unless that is empty or what others are called.
        """
        people = PLAYERS[self.players]
        levels = player_levels(people, self.level)
        first = FIRST_PLAYERS[self.begins]
        own = None if name in ("", "Computer", "Player 1", "Player 2") else name
        names = (own, None) if people[0] else (None, own if people[1] else None)
        return new_match(self.game, levels, names, first, self.rounds)

    def rows(self) -> list[SetupRow]:
        """Return all rows, in the order in which people think of them."""
        rows = [SetupRow("Set-up", self.setup_name, self._about())]
        specs = self.kind.option_specs()
        rows += [self._row(spec) for spec in specs if not spec.house]
        rows.append(SetupRow("Players", self.players))
        if not all(PLAYERS[self.players]):
            rows.append(SetupRow("Computer", self.level, self.levels[self.level]))
        one, two = ("you" if person else "the computer" for person in PLAYERS[self.players])
        who = f"Player 1 is {one}, and Player 2 is {two}." if one != two else ""
        rows.append(SetupRow("Goes first", self.begins, who))
        rows.append(SetupRow("Rounds", str(self.rounds)))
        return rows + [self._row(spec) for spec in specs if spec.house]

    def _row(self, spec: Option) -> SetupRow:
        value = self._value(spec)
        return SetupRow(spec.name, str(value), _problem(spec, value) or spec.help)

    def _about(self) -> str:
        try:
            game = self.game
        except OptionsError as error:
            return f"{error}"
        if self.chosen_options == recommended(self.kind).options:
            return self.kind.recommended.why
        return game.phrase()

    def with_next_value(self, name: str, by: int) -> GameSetup:
        """Return a copy with the next or previous value in one row."""
        if name == "Set-up":
            named = named_setups(self.kind)
            known = list(named)
            at = known.index(self.setup_name) + by if self.setup_name in known else 0
            return replace(self, options=named[known[at % len(known)]], typing="")
        if name == "Players":
            return replace(self, players=_next(list(PLAYERS), self.players, by))
        if name == "Computer":
            return replace(self, level=_next(list(self.levels), self.level, by))
        if name == "Goes first":
            return replace(self, begins=_next(list(FIRST_PLAYERS), self.begins, by))
        if name == "Rounds":
            return replace(self, rounds=_next(list(ROUNDS), self.rounds, by))
        return self._turn_option(self._spec(name), by)

    def _spec(self, name: str) -> Option:
        return next(spec for spec in self.kind.option_specs() if spec.name == name)

    def _value(self, spec: Option) -> OptionValue:
        """Return an option's value, which is its default if it is not set."""
        return self.options.get(spec.name, spec.default)

    def _turn_option(self, spec: Option, by: int) -> GameSetup:
        value = self._value(spec)
        if spec.choices:
            return self._with(spec.name, _next(list(spec.choices), str(value), by))
        if not spec.is_number:
            return self
        turned = int(value) + by
        if _problem(spec, value) or _problem(spec, turned):
            return replace(self, typing="")
        return self._with(spec.name, turned)

    def _with(self, name: str, value: OptionValue, typing: str = "") -> GameSetup:
        return replace(self, options={**self.options, name: value}, typing=typing)

    def with_digit(self, name: str, digit: str) -> GameSetup:
        """Return a copy with one more digit typed into a number option.

        A number that the option cannot take stays as typed; its row says why it is refused.
        """
        if not any(spec.name == name and spec.is_number for spec in self.kind.option_specs()):
            return self
        spec = self._spec(name)
        before = str(self._value(spec)) if self.typing == name else ""
        if len(before) == MOST_DIGITS:
            return self
        return self._with(name, int(before + digit), typing=name)


def _problem(spec: Option, value: OptionValue) -> str:
    """Return why the option cannot take `value`; empty if it can."""
    try:
        spec.check(value)
    except OptionsError as error:
        return as_sentence(error)
    return ""


def _next(values: list[T], value: T, by: int) -> T:
    return values[(values.index(value) + by) % len(values)]
