"""All games by their ids, ours first and then those that other packages brought.

Other packages are looked for when somebody wants to see the whole family or a game that is
not ours, so whoever names one of ours does not wait for the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from divisor_duel.game import Game

GROUP = "divisor_duel.games"
"""The entry-point group under which a package names its `Game` subclasses."""


class Family(Mapping[str, type[Game[Any]]]):
    """The games by id; what could not join is told in `troubles`."""

    def __init__(self, *games: type[Game[Any]]) -> None:
        self._own = {game.id: game for game in games}
        self._others: dict[str, type[Game[Any]]] | None = None
        self._troubles: dict[str, str] = {}

    def __getitem__(self, id: str) -> type[Game[Any]]:
        return self._own[id] if id in self._own else self._installed()[id]

    def __contains__(self, id: object) -> bool:
        return id in self._own or id in self._installed()

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._installed()

    def __len__(self) -> int:
        return len(self._own) + len(self._installed())

    @property
    def troubles(self) -> Mapping[str, str]:
        """For each installed game that does not work, one sentence that says why."""
        self._installed()
        return self._troubles

    def look_again(self) -> None:
        """Forget which packages were found, because some were installed or removed."""
        self._others = None

    def _installed(self) -> dict[str, type[Game[Any]]]:
        if self._others is None:
            from importlib.metadata import entry_points

            found: dict[str, type[Game[Any]]] = {}
            self._troubles = {}
            for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
                try:
                    game = self._checked(entry.load(), found)
                except Exception as error:  # whatever another's package does, ours go on
                    told = f"{error}" or type(error).__name__
                    first = f"{told.splitlines()[0]}"
                    self._troubles[entry.name] = (
                        f"the game {entry.name} ({entry.value}) cannot be used: {first}"
                    )
                else:
                    found[game.id] = game
            self._others = found
        return self._others

    def _checked(self, game: Any, found: Mapping[str, Any]) -> type[Game[Any]]:
        """The game, if it is one and its id is free."""
        if not (isinstance(game, type) and issubclass(game, Game)):
            raise TypeError("it is no subclass of divisor_duel.Game")
        missing = [name for name in ("id", "title", "summary", "fair") if not hasattr(game, name)]
        if missing:
            raise TypeError(f"it has no {', '.join(missing)}")
        if getattr(game, "__abstractmethods__", None):
            raise TypeError(f"it lacks {', '.join(sorted(game.__abstractmethods__))}")
        if not game.id.isidentifier() or not game.id.islower():
            raise ValueError(f"its id {game.id!r} is not a lower-case word such as 'heap'")
        if game.id in self._own or game.id in found:
            raise ValueError(f"there is a game {game.id} already")
        return game
