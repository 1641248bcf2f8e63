"""Finished games: listed, read, copied and counted."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.record import HUMAN, Record, write_records
from divisor_duel.terminal.finished_games import (
    Score,
    export,
    finished_files,
    pairing,
    read_all,
    scores,
)

WON = Record(GAMES["digits"](), (7,), levels=(HUMAN, "hard"), names=("Ann", "Computer"))
LOST = Record(GAMES["digits"](), (1, 4), levels=(HUMAN, "hard"), names=("Ann", "Computer"))
PEOPLE = Record(GAMES["digits"](), (1, 4))


def test_the_latest_comes_first_and_damaged_ones_are_left_out(home: Path) -> None:
    """Files are listed by age; one that cannot be read hides no other."""
    folder = home / ".local/share/divisor-duel/finished"
    folder.mkdir(parents=True)
    for age, (name, text) in enumerate(
        {"new": write_records([WON]), "bad": "nonsense", "old": write_records([LOST])}.items()
    ):
        path = folder / f"{name}.duel"
        path.write_text(text)
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    assert [path.stem for path in finished_files()] == ["new", "bad", "old"]
    assert [kept.records for kept in read_all(finished_files())] == [(WON,), (LOST,)]


def test_scores_count_people_against_levels() -> None:
    """Only games of one person against one computer count, by game and level."""
    resigned = Record(GAMES["chain"](), levels=("easy", HUMAN), resigned=Player.ONE)
    assert scores([WON, LOST, PEOPLE, resigned]) == [
        Score("digits", "hard", 1, 2),
        Score("chain", "easy", 1, 1),
    ]


def test_only_wins_with_help_are_marked() -> None:
    """Help of the loser or of the computer's side changes no score."""
    records = [replace(WON, helped=(Player.ONE,)), replace(LOST, helped=(Player.ONE,)), WON]
    assert scores(records) == [Score("digits", "hard", 2, 3, 1)]


def test_a_computer_named_after_its_level_is_named_once() -> None:
    """Coach, not Coach (coach)."""
    record = replace(WON, names=("Ann", "Coach"), levels=(HUMAN, "coach"))
    assert pairing(record) == "Ann against Coach"


def test_a_copy_never_replaces_a_file(tmp_path: Path) -> None:
    """A name that is taken or cannot be written is refused in a sentence."""
    file = tmp_path / "game.duel"
    export(str(file), [WON])
    assert file.read_text() == write_records([WON])
    with pytest.raises(DuelError, match="exists already"):
        export(str(file), [LOST])
    with pytest.raises(DuelError, match="cannot write"):
        export(str(tmp_path / "none" / "game.duel"), [LOST])
