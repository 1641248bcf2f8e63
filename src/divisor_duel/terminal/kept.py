"""Finished games: every one is kept in the data folder until it is deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from divisor_duel.errors import SavedGameError
from divisor_duel.files import data_folder, newest, write_named
from divisor_duel.game import Player
from divisor_duel.record import HUMAN, Record, write_records
from divisor_duel.terminal.saves import read_saved
from divisor_duel.text import clean_text


@dataclass(frozen=True)
class Kept:
    """One finished match."""

    path: Path
    """Its file."""
    records: tuple[Record, ...]
    """Its rounds."""

    @property
    def name(self) -> str:
        """What commands call it."""
        return clean_text(self.path.stem)


def finished() -> list[Path]:
    """The files of the matches that are over, the latest first."""
    return newest(data_folder() / "finished", ".duel")


def read_kept(path: Path) -> Kept:
    """A finished match; SavedGameError if its file cannot be read."""
    return Kept(path, tuple(read_saved(path)))


def readable(paths: Iterable[Path]) -> Iterator[Kept]:
    """Read the files one by one as they are needed, leaving out damaged ones."""
    for path in paths:
        with suppress(SavedGameError):
            yield read_kept(path)


def export(name: str, records: Iterable[Record]) -> None:
    """Write records to a new file of the user's; DuelError if that cannot be."""
    write_named(name, write_records(records), new=True)


def called(record: Record, player: Player) -> str:
    """A player's name; of a computer also how strong it is."""
    name, level = record.names[player - 1], record.levels[player - 1]
    return name if level == HUMAN else f"{name} ({level})"


def opponents(record: Record) -> str:
    """Who plays whom."""
    return " against ".join(called(record, player) for player in Player)


@dataclass(frozen=True)
class Score:
    """How people did against one level in one game."""

    game: str
    """The id of the game."""
    level: str
    """The level of the computer."""
    won: int
    """How many games were won against it."""
    played: int
    """How many were played."""


def scores(records: Iterable[Record]) -> list[Score]:
    """How people did against each level in each game; games between people do not count."""
    won: Counter[tuple[str, str]] = Counter()
    played: Counter[tuple[str, str]] = Counter()
    for record in records:
        people = [player for player in Player if record.levels[player - 1] == HUMAN]
        outcome = record.outcome()
        if len(people) != 1 or not outcome:
            continue
        key = record.game.id, record.levels[people[0].other - 1]
        played[key] += 1
        won[key] += outcome.winner == people[0]
    return [Score(*key, won[key], count) for key, count in played.items()]
