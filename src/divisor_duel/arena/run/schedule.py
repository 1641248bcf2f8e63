"""The schedule of a tournament: a fair round robin.

In each round every two players meet twice in each game, from the same start, and each of
them begins once. A game has a permanent key, so it is played once however often the
tournament is interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar

from divisor_duel.arena.players.entries import Entry, SavedPlayer
from divisor_duel.arena.players.terms import FAIR, RULEBOOK, SavedTerms, Terms
from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.registry import GAMES, find_game, read_options, set_up

MOST_GAMES = 1_000_000
"""Limit on the games of one tournament."""


CLUSTERED = "clustered by start"
"""How intervals are computed, as saved in the settings."""


Settings: TypeAlias = Mapping[str, object]
"""The settings of a run, as any version saved them in its results."""


class IntervalSettings(TypedDict, total=False):
    """How intervals are computed; empty in folders that earlier versions began."""

    intervals: str
    """`CLUSTERED`."""


class TournamentSettings(SavedTerms, IntervalSettings):
    """The settings of a tournament as they are saved."""

    players: dict[str, SavedPlayer]
    against: list[str]
    games: dict[str, dict[str, OptionValue]]
    rounds: int


class SetUp(NamedTuple):
    """A game with its options."""

    label: str
    """Name in tables: the text the user wrote."""
    game: str
    """The game's id."""
    options: tuple[tuple[str, OptionValue], ...]
    """All options of the game."""

    def build(self) -> AnyGame:
        """Return the game, always the same object, so that caches find it quickly."""
        return _build(self.game, self.options)


@lru_cache(maxsize=256)
def _build(game: str, options: tuple[tuple[str, OptionValue], ...]) -> AnyGame:
    return set_up(game, dict(options))


class GameTask(NamedTuple):
    """One game to play, with everything a worker must know."""

    key: str
    """Permanent name of the game."""
    setup: SetUp
    """The game with its options."""
    players: tuple[Entry, Entry]
    """Player 1, who begins, and Player 2."""
    round: int
    """Number of the round, from 0."""
    terms: Terms
    """The terms of the game."""


class PlayerTask(Protocol):
    """A task in which players are asked for moves."""

    @property
    def players(self) -> Sequence[Entry]:
        """The players to ask."""
        ...

    @property
    def terms(self) -> Terms:
        """The terms on which they play."""
        ...


Task_co = TypeVar("Task_co", covariant=True)


class Plan(Protocol[Task_co]):
    """What a tournament and a bench have in common."""

    @property
    def terms(self) -> Terms:
        """The terms of all tasks."""
        ...

    def settings(self) -> Settings:
        """Return the settings as they are saved."""
        ...

    def tasks(self) -> Sequence[Task_co]:
        """Return all tasks."""
        ...


@dataclass(frozen=True)
class Schedule:
    """A whole tournament."""

    players: tuple[Entry, ...]
    """The participants."""
    setups: tuple[SetUp, ...]
    """The games with their options."""
    rounds: int
    """Number of rounds; in each, every two players meet twice in each game."""
    terms: Terms = field(default_factory=Terms)
    """The terms of all games."""
    against: frozenset[str] = frozenset()
    """Names of the anchors of a gauntlet: all other players meet only these."""
    clustered: bool = True
    """Whether intervals are clustered by start, and identical games counted once. Folders that
    earlier versions began keep their way of counting."""

    def __post_init__(self) -> None:
        games = 2 * self.rounds * len(self.setups) * len(self.pairs())
        if games > MOST_GAMES:
            raise OptionsError(f"{games} games are too many; the limit is {MOST_GAMES}")

    def pairs(self) -> list[tuple[Entry, Entry]]:
        """Return the pairings: all, or in a gauntlet each player with each anchor."""
        return [
            (one, two)
            for one, two in combinations(self.players, 2)
            if not self.against or (one.name in self.against) != (two.name in self.against)
        ]

    def tasks(self) -> list[GameTask]:
        """Return every game, round by round, so that all players meet early."""
        return [
            GameTask(
                f"{setup.label}|{one.name}|{two.name}|{number}", setup, (one, two), number, terms
            )
            for terms in (self.terms,)
            for number in range(self.rounds)
            for first, second in self.pairs()
            for setup in self.setups
            for one, two in ((first, second), (second, first))
        ]

    @property
    def anchor(self) -> str | None:
        """Name of the player rated 0: the level ``random``; None if it does not take part."""
        return next((entry.name for entry in self.players if entry.spec == "random"), None)

    def settings(self) -> TournamentSettings:
        """Return the settings of the tournament as they are saved."""
        intervals: IntervalSettings = {"intervals": CLUSTERED} if self.clustered else {}
        return {
            "players": {entry.name: entry.as_object() for entry in self.players},
            "against": sorted(self.against),
            "games": {setup.label: dict(setup.options) for setup in self.setups},
            "rounds": self.rounds,
            **self.terms.as_object(),
            **intervals,
        }


GROWING = ("players", "games")
"""Settings that may gain entries, while existing entries must stay the same."""


def first_difference(saved: Settings, new: Settings) -> str | None:
    """Return the first setting for which games of `saved` are invalid under `new`.

    None if all of them are valid. Rounds, players and games may be added; what is in both
    must be equal. A setting that only one of them has, because another version of the arena
    saved it, is a difference too.
    """
    for name in sorted(saved.keys() | new.keys()):
        old, now = saved.get(name), new.get(name, {})
        if name in GROWING and isinstance(old, Mapping) and isinstance(now, Mapping):
            if any(old[key] != now[key] for key in old.keys() & now.keys()):
                return name
        elif name not in ("rounds", "against") and saved.get(name) != new.get(name):
            return name
    return None


def read_setups(texts: Sequence[str], starts: str) -> tuple[SetUp, ...]:
    """Parse games written as ``chain`` or ``chain:high=30:opening=even``."""
    setups = tuple(_read_setup(text, starts) for text in texts)
    if len({setup.label for setup in setups}) < len(setups):
        raise OptionsError("a game is named twice")
    if not setups:
        raise OptionsError(f"name a game; there are {', '.join(GAMES)}")
    return setups


def _read_setup(text: str, starts: str) -> SetUp:
    name, *pairs = text.split(":")
    kind = find_game(name)
    options = {} if starts == RULEBOOK else dict(kind.fair.options)
    options |= read_options(kind, dict(_pair(pair) for pair in pairs))
    game = set_up(kind, options)
    if starts in (FAIR, RULEBOOK) and game.outcome(game.start()):
        raise OptionsError(f"{text} is over before it begins")
    return SetUp(text, name, tuple(game.options.items()))


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
