"""Who plays whom, what and when: a round robin in which both begin equally often.

In each round every two players meet twice in each game, from the same start,
and each of them begins once. A game's key names it for good, so that it is
played once, however often the tournament is interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from divisor_duel.arena.chat import PATIENCE
from divisor_duel.arena.models import SECONDS as MODEL_SECONDS
from divisor_duel.arena.players import Entry
from divisor_duel.arena.protocol import Policy
from divisor_duel.arena.starts import FAIR
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue
from divisor_duel.games.registry import GAMES, find_game, read_options, set_up

SECONDS = 10.0
"""The time that a program has for a move."""

MOST_GAMES = 1_000_000
"""How many games one tournament may have."""


class Terms(NamedTuple):
    """The terms on which all games are played; with others, they would not compare."""

    seed: int = 1
    """Where all chance comes from."""
    starts: str = "sampled"
    """Where games begin."""
    seconds: float = SECONDS
    """The time for a move."""
    illegal: Policy = Policy()
    """What happens after an answer that is no legal move."""
    timeout: Policy = Policy()
    """What happens after an answer that comes too late."""
    crash: Policy = Policy()
    """What happens when no answer can come."""
    show_legal: bool = True
    """Whether those who are asked in words are told the legal moves."""
    skip_forced: bool = False
    """Whether a player with a single legal move is not asked."""
    model_seconds: float = MODEL_SECONDS
    """The time for a language model's reply, where the model has none of its own."""
    patience: float = PATIENCE
    """How long a move waits for an endpoint that does not answer."""
    judge: bool = True
    """Whether moves are compared with exact play."""
    start_seconds: float = 20.0
    """The time for a program to get ready."""
    memory: int = 4096
    """How much memory a program may have, in megabytes; 0 for any."""

    def as_object(self) -> dict[str, Any]:
        """The terms as they are kept."""
        policies = {name: str(getattr(self, name)) for name in ("illegal", "timeout", "crash")}
        kept = {**self._asdict(), **policies}
        del kept["patience"]  # how long one waits for a reply does not change the reply
        return kept


class SetUp(NamedTuple):
    """One game that is played, with the options that were asked for."""

    label: str
    """What it is called in tables: as it was written."""
    game: str
    """The game's id."""
    options: tuple[tuple[str, OptionValue], ...]
    """All its options."""

    def build(self) -> Game[Any]:
        """The game itself: always the same object, which makes it quick to look up."""
        return _build(self.game, self.options)


@lru_cache(maxsize=256)
def _build(game: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any]:
    return set_up(game, dict(options))


class GameTask(NamedTuple):
    """One game to be played; all that a worker, here or elsewhere, must know."""

    key: str
    """Its name for good."""
    setup: SetUp
    """The game."""
    players: tuple[Entry, Entry]
    """Player 1, who begins, and Player 2."""
    round: int
    """Which round it belongs to, from 0."""
    terms: Terms
    """The terms."""


@dataclass(frozen=True)
class Schedule:
    """A whole tournament."""

    players: tuple[Entry, ...]
    """Who takes part."""
    setups: tuple[SetUp, ...]
    """What is played."""
    rounds: int
    """How often every two players meet in each game, twice each time."""
    terms: Terms = field(default_factory=Terms)
    """On which terms."""
    against: frozenset[str] = frozenset()
    """The names of the anchors of a gauntlet: others meet these and nobody else."""

    def __post_init__(self) -> None:
        games = 2 * self.rounds * len(self.setups) * len(self.pairs())
        if games > MOST_GAMES:
            raise OptionsError(f"{games} games are too many; {MOST_GAMES} are the most")

    def pairs(self) -> list[tuple[Entry, Entry]]:
        """Who meets: every two players, or in a gauntlet every candidate and every anchor."""
        return [
            (one, two)
            for one, two in combinations(self.players, 2)
            if not self.against or (one.name in self.against) != (two.name in self.against)
        ]

    def tasks(self) -> list[GameTask]:
        """Every game, in an order in which all players have soon met."""
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
        """Who is rated 0: the level ``random``, under whatever name; None if it is not there."""
        return next((entry.name for entry in self.players if entry.spec == "random"), None)

    def settings(self) -> dict[str, Any]:
        """The tournament as it is kept."""
        return {
            "players": {entry.name: entry.as_object() for entry in self.players},
            "against": sorted(self.against),
            "games": {setup.label: dict(setup.options) for setup in self.setups},
            "rounds": self.rounds,
            **self.terms.as_object(),
        }


GROWING = ("players", "games")
"""Settings that may get more parts; those that were there must stay as they are."""


def first_difference(kept: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """The setting because of which games kept under `kept` do not count under `new`, if any.

    More rounds, players or games may be added; what is in both must be the
    same. Settings that another version of the arena kept or lacked differ, too.
    """
    for name in sorted(kept.keys() | new.keys()):
        if name in GROWING and isinstance(kept.get(name), dict):
            both = kept[name].keys() & new.get(name, {}).keys()
            if any(kept[name][key] != new[name][key] for key in both):
                return name
        elif name not in ("rounds", "against") and kept.get(name) != new.get(name):
            return name
    return None


def read_setups(texts: Sequence[str], starts: str) -> tuple[SetUp, ...]:
    """The games written as ``chain`` or ``chain:high=30:opening=even``."""
    setups = tuple(_read_setup(text, starts) for text in texts)
    if len({setup.label for setup in setups}) < len(setups):
        raise OptionsError("a game is named twice")
    if not setups:
        raise OptionsError(f"name a game; there are {', '.join(GAMES)}")
    return setups


def _read_setup(text: str, starts: str) -> SetUp:
    name, *pairs = text.split(":")
    kind = find_game(name)
    options = {} if starts == "rulebook" else dict(kind.fair.options)
    options |= read_options(kind, dict(_pair(pair) for pair in pairs))
    game = set_up(kind, options)
    if starts in (FAIR, "rulebook") and game.outcome(game.start()):
        raise OptionsError(f"{text} is over before it begins")
    return SetUp(text, name, tuple(game.options.items()))


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
