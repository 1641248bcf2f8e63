"""Finished games, stored in the data folder until the player deletes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from divisor_duel.errors import SavedGameError
from divisor_duel.files import data_folder, newest, write_named
from divisor_duel.game import Player
from divisor_duel.play.record import HUMAN, Record, write_records
from divisor_duel.terminal.saved_games import read_saved
from divisor_duel.text import clean_text


@dataclass(frozen=True)
class FinishedMatch:
    """A finished match."""

    path: Path
    """Its file."""
    records: tuple[Record, ...]
    """Its rounds."""

    @property
    def name(self) -> str:
        """Its name in commands."""
        return clean_text(self.path.stem)


def finished_files() -> list[Path]:
    """Return the files of finished matches, the latest first."""
    return newest(data_folder() / "finished", ".duel")


def read_finished(path: Path) -> FinishedMatch:
    """Read a finished match; SavedGameError if its file cannot be read."""
    return FinishedMatch(path, tuple(read_saved(path)))


def read_all(paths: Iterable[Path]) -> Iterator[FinishedMatch]:
    """Read the files lazily, skipping damaged ones."""
    for path in paths:
        with suppress(SavedGameError):
            yield read_finished(path)


def export(name: str, records: Iterable[Record]) -> None:
    """Write records to a new file that the user named; DuelError if that fails."""
    write_named(name, write_records(records), new=True)


def player_label(record: Record, player: Player) -> str:
    """Return a player's name, followed by the level if it is a computer."""
    name, level = record.names[player - 1], record.levels[player - 1]
    return name if level in (HUMAN, name.lower()) else f"{name} ({level})"


def pairing(record: Record) -> str:
    """Return both players' names, such as Ann against Computer (easy)."""
    return " against ".join(player_label(record, player) for player in Player)


@dataclass(frozen=True)
class Score:
    """Games won and played against one level in one game."""

    game: str
    """The id of the game."""
    level: str
    """The level of the computer."""
    won: int
    """How many games people won."""
    played: int
    """How many games people played."""
    helped: int = 0
    """How many games people won with help."""


def scores(records: Iterable[Record]) -> list[Score]:
    """Count games won and played against each level in each game.

    Only finished games of one person against the computer count.
    """
    won: Counter[tuple[str, str]] = Counter()
    played: Counter[tuple[str, str]] = Counter()
    helped: Counter[tuple[str, str]] = Counter()
    for record in records:
        people = [player for player in Player if record.levels[player - 1] == HUMAN]
        outcome = record.outcome()
        if len(people) != 1 or not outcome:
            continue
        key = record.game.id, record.levels[people[0].other - 1]
        played[key] += 1
        won[key] += outcome.winner == people[0]
        helped[key] += outcome.winner == people[0] and people[0] in record.helped
    return [Score(*key, won[key], count, helped[key]) for key, count in played.items()]
