"""Every game: those of this package and those of other installed packages.

A game of this package is one folder beside this file and one line below. A game of another
package names its class under the entry-point group `divisor_duel.games`. Games are found by name
and imported when they are first needed, so nothing here depends on any of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Game, OptionValue, brief
from divisor_duel.games.parts import misplaced_file

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "divisor_duel.games"
"""The entry-point group under which a package names its `Game` subclasses."""

METADATA = (".dist-info", ".egg-info", ".egg")
"""How the names of folders with the metadata of packages end."""

OWN_GAMES = {
    "divider": "divisor_duel.games.divider.rules:Divider",
    "ladder": "divisor_duel.games.ladder.rules:Ladder",
    "countdown": "divisor_duel.games.countdown.rules:Countdown",
    "chain": "divisor_duel.games.chain.rules:Chain",
    "digits": "divisor_duel.games.digits.rules:Digits",
}
"""The games of this package, which everyone has, in the order in which they are listed."""

COMPOUND = {"sum": "divisor_duel.games.sum.rules:Sum"}
"""Games made of two others. They have no rule book and are played only when asked for by name."""

RENAMED = {
    "longest": "max_moves",
    "problem": "why_illegal",
    "refuse": "illegal_move",
    "refused_alike": "illegal_by_reason",
}
"""Methods of games that had other names before: an old one would be ignored without a word."""

DEFAULT_GAME = "chain"
"""The game that an agent plays if it names none."""


@cache
def _load(path: str) -> type[AnyGame]:
    module, _, name = path.partition(":")
    game: type[AnyGame] = getattr(import_module(module), name)
    return game


def _entries() -> Iterable[EntryPoint]:
    """Return what other packages name under `GROUP`.

    Mostly there is nothing. `importlib.metadata` takes longer to say so than everything else that
    a command does at its start, so the files that it would parse are searched first.
    """
    if not any(map(_may_name_games, dict.fromkeys(sys.path))) and not _has_other_finders():
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _may_name_games(folder: str) -> bool:
    """Return whether a package in a folder of `sys.path` may name a game."""
    header = f"[{GROUP}]".encode()
    try:
        with os.scandir(folder or ".") as entries:
            packages = [entry.path for entry in entries if entry.name.endswith(METADATA)]
    except (FileNotFoundError, NotADirectoryError):
        return os.path.isfile(folder)  # perhaps a zip file, which only importlib.metadata reads
    except OSError:
        return True
    for package in packages:
        try:
            with open(f"{package}/entry_points.txt", "rb") as file:
                if header in file.read():
                    return True
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError:
            return True
    return False


def _has_other_finders() -> bool:
    """Return whether packages may be somewhere else than in the folders of `sys.path`."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    return finders != [PathFinder]


class Games(Mapping[str, type[AnyGame]]):
    """The games by id, ours first; `problems` explains which could not be loaded.

    Other packages are searched only for the whole list or for a game that is not ours.
    """

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own
        self._others: dict[str, type[AnyGame]] | None = None
        self._problems: dict[str, str] = {}

    def __getitem__(self, id: str) -> type[AnyGame]:
        if id in self._own:
            return _load(self._own[id])
        if id in self._installed():
            return self._installed()[id]
        raise KeyError(f"unknown game {brief(id)}; the games are {', '.join(self)}")

    def __contains__(self, id: object) -> bool:
        return id in self._own or id in self._installed()

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._installed()

    def __len__(self) -> int:
        return len(self._own) + len(self._installed())

    @property
    def problems(self) -> Mapping[str, str]:
        """One sentence for each installed game that cannot be used, saying why."""
        self._installed()
        return self._problems

    def _installed(self) -> dict[str, type[AnyGame]]:
        if self._others is None:
            games: dict[str, type[AnyGame]] = {}
            self._problems = {}
            for entry in sorted(_entries(), key=lambda entry: entry.name):
                try:
                    game = self._checked(entry.load(), games)
                except Exception as error:  # another package's fault must not stop our games
                    message = f"{error}" or type(error).__name__
                    self._problems[entry.name] = (
                        f"the game {entry.name} ({entry.value}) cannot be used: "
                        f"{message.splitlines()[0]}"
                    )
                else:
                    games[game.id] = game
            self._others = games
        return self._others

    def _checked(self, game: object, others: Mapping[str, object]) -> type[AnyGame]:
        """Return the game, or raise an error that says why it cannot be used."""
        if not (isinstance(game, type) and issubclass(game, Game)):
            raise TypeError("it is not a subclass of divisor_duel.Game")
        missing = [name for name in ("id", "title", "summary", "fair") if not hasattr(game, name)]
        if missing:
            raise TypeError(f"it has no {', '.join(missing)}")
        if getattr(game, "__abstractmethods__", None):
            raise TypeError(f"it lacks {', '.join(sorted(game.__abstractmethods__))}")
        if not game.id.isidentifier() or not game.id.islower():
            raise ValueError(f"its id {game.id!r} is not a lower-case word such as 'heap'")
        if game.id in self._own or game.id in others:
            raise ValueError(f"there is a game {game.id} already")
        problem = misplaced_file(game)
        if problem:
            raise ValueError(problem)
        for old, new in RENAMED.items():
            if hasattr(game, old):
                raise TypeError(f"its {old} is no longer called: the name is now {new}")
        return game


GAMES = Games(OWN_GAMES)
"""Every game by its id, in the order in which they are listed."""


def every_game() -> dict[str, type[AnyGame]]:
    """Return everything playable by id: the games, then those made of two others."""
    return {**GAMES, **{name: _load(path) for name, path in COMPOUND.items()}}


def find_game(name: str) -> type[AnyGame]:
    """Return the game called `name`; OptionsError if there is none."""
    if name in COMPOUND:
        return _load(COMPOUND[name])
    if name in GAMES:
        return GAMES[name]
    problem = GAMES.problems.get(name)
    raise OptionsError(problem or f"unknown game {brief(name)}; the games are {', '.join(GAMES)}")


def set_up(game: str | type[AnyGame], options: Mapping[str, OptionValue] | None = None) -> AnyGame:
    """Return a game with `options`; every user interface creates games this way.

    OptionsError if there is no such game or option.
    """
    kind = find_game(game) if isinstance(game, str) else game
    _check_names(kind, options or {})
    return kind(**(options or {}))


def recommended(game: str | type[AnyGame]) -> AnyGame:
    """Return a game in the set-up recommended to newcomers."""
    kind = find_game(game) if isinstance(game, str) else game
    return set_up(kind, kind.recommended.options)


def read_options(game: type[AnyGame], texts: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return options written as text; OptionsError for an unknown option or value."""
    _check_names(game, texts)
    specs = {spec.name: spec for spec in game.option_specs()}
    return {name: specs[name].read(text) for name, text in texts.items()}


def read_set_up(text: str) -> AnyGame:
    """Return a game from one word with its options: ``chain:high=30:opening=even``."""
    name, *words = text.split(":")
    kind = find_game(name)
    pairs = (word.partition("=") for word in words)
    return set_up(kind, read_options(kind, {option: value for option, _, value in pairs}))


def _check_names(game: type[AnyGame], options: Mapping[str, object]) -> None:
    known = [spec.name for spec in game.option_specs()]
    for name in options:
        if name not in known:
            only = f"only {', '.join(known)}" if known else "it has none"
            raise OptionsError(f"{game.id} has no option {brief(name)}, {only}")
