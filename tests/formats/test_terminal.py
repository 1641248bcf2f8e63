"""Games, puzzles and settings that version 0.1.0 saved in the data folder can be continued."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from divisor_duel import read_records
from tests.conftest import wait_until
from tests.formats.written import MOMENT, THEN, copied, run

SAVES = {
    "20261118-011205-chain": ("Ann against Ben", [12, 4]),
    "20261118-011207-sum": ("Zoë against José Ibáñez", [8, 31]),
    "20261118-011208-divider": ("Ann against Computer (medium)", [6, 14]),
    "20261118-011209-countdown": ("Ann against Ben, round 2 of 3", [4, 8]),
    "20261118-011210-chain": ("Ann against Ben", [6, 3]),
    "20261118-011211-digits": ("Computer (perfect) against Ann", [9]),
    "20261118-011212-ladder": ("Ann against Ben", [2, 3]),
    "20261118-011214-digits": ("Ann against Computer (coach)", [1, 4]),
}
"""The games in progress: who plays, and the moves of the last round."""

FINISHED = [
    "20261118-011239-digits  Ann against Computer (random): Computer won in 2 moves",
    "20261118-011217-sum  Ann against Ben: Ben won in 2 moves",
    "20261118-011217-ladder  Ann against Ben, round 1 of 2: Ben won in 2 moves",
    "20261118-011217-ladder  Ann against Ben, round 2 of 2: Ben won in 3 moves",
    "20261118-011216-divider  Ann against Ben: Ann won in 1 move",
]


@pytest.fixture
def data(home: Path) -> Path:
    """The data folder of version 0.1.0, as that of the test's home."""
    folder = copied("terminal/data/divisor-duel", home)
    (home / ".local/share").mkdir(parents=True)
    return folder.rename(home / ".local/share/divisor-duel")


def next_moves(records: list[Any]) -> str:
    """Lines to type: the round to its end, or one move if the computer answers."""
    record = records[-1]
    *_, position = record.positions()
    if record.outcome():
        position = record.start_position()  # the next round of a match
    lines = []
    while legal := record.game.legal_moves(position):
        lines.append(f"{record.game.format_move(legal[0])}\n")
        position = record.game.play(position, legal[0])
        if record.levels != ("human", "human") or record.game.outcome(position):
            break
    return "".join(lines)


def test_saved_games_are_listed(data: Path) -> None:
    """`duel resume --list` tells who plays each saved game, and how far it is."""
    listed = run("resume", "--list").splitlines()
    counts = {1: "1 move so far", 2: "2 moves so far"}
    expected = [f"{name}  {who}, {counts[len(moves)]}" for name, (who, moves) in SAVES.items()]
    assert sorted(listed) == expected


@pytest.mark.parametrize("name", SAVES)
def test_a_saved_game_is_played_to_its_end(data: Path, name: str) -> None:
    """A saved game is resumed and played to its end; then history has it, with its beginning."""
    saved, kept = data / "games" / f"{name}.duel", data / "finished" / f"{name}.duel"
    before = read_records(saved.read_text())
    assert list(before[-1].moves) == SAVES[name][1]
    while saved.exists():
        run("resume", name, "--plain", typed=next_moves(read_records(saved.read_text())))
    after = read_records(kept.read_text())
    assert len(after) == after[-1].round[1]
    for old, new in zip(before, after, strict=False):
        assert new.moves[: len(old.moves)] == old.moves
        assert (new.names, new.levels, new.first) == (old.names, old.levels, old.first)
        assert (new.date, new.seed, new.start, new.round) == (
            *("2026-11-18", old.seed, old.start),
            old.round,
        )
        assert new.game.options == old.game.options
    outcomes = [record.outcome() for record in after]
    winners = [outcome.winner for outcome in outcomes if outcome]
    told = [line for line in run("history").splitlines() if line.startswith(f"{name}  ")]
    assert len(told) == len(winners) == len(after)
    for record, winner, line in zip(after, winners, told, strict=True):
        ended = f"{record.names[winner - 1]} won in {len(record.moves)} move"
        assert ended in line


def test_a_round_won_before_counts(data: Path) -> None:
    """The score of a match that goes on has the round that Ann won before."""
    name = "20261118-011209-countdown"
    records = read_records((data / "games" / f"{name}.duel").read_text())
    told = run("resume", name, "--plain", typed=next_moves(records))
    assert re.search("Score: Ann (2, Ben 0|1, Ben 1)\n", told)


def test_finished_games_are_kept(data: Path, tmp_path: Path) -> None:
    """`duel history` lists the finished games, copies one unchanged and deletes one."""
    assert sorted(run("history").splitlines()) == sorted(FINISHED)
    copy = tmp_path / "copy.duel"
    run("history", "--export", "20261118-011217-ladder", str(copy))
    assert copy.read_bytes() == (data / "finished/20261118-011217-ladder.duel").read_bytes()
    run("history", "--delete", "20261118-011216")
    assert sorted(run("history").splitlines()) == sorted(FINISHED[:-1])


def test_the_streak_of_daily_puzzles_goes_on(data: Path) -> None:
    """The third day has its wrong try of before, and solved it makes three days in a row."""
    before = json.loads((data / "puzzles.json").read_text())
    told = run("puzzle", "--daily", typed="11\n", then=True)
    assert "Right, after 2 tries." in told
    assert "3 in a row." in told
    assert "Divisor Duel 3: Countdown, hard\n[-] [+] [ ]  solved on try 2 of 3" in told
    before["daily"]["3"]["tries"].append(True)
    assert json.loads((data / "puzzles.json").read_text()) == before
    again = run("puzzle", "--daily", then=True)
    assert "You have already played today's puzzle:" in again


def test_the_run_of_puzzles_and_the_theme_go_on(data: Path) -> None:
    """The full screen is as light as it was, and a solved puzzle adds to the run and the rating."""
    before = json.loads((data / "puzzles.json").read_text())
    assert (before["run"], before["rating"]) == (2, 1042)
    found = re.search(r"The answer is (\d+)\.", run("puzzle", "--seed", "7", typed="show\n"))
    assert found
    child = pexpect.spawn(
        sys.executable,
        ["-c", THEN],
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=300,
        env={**os.environ, **MOMENT, "TEST_CHANCE": "7", "COLORTERM": "truecolor"},
    )
    try:
        child.expect(r"48;2;251;248;241")  # paper
        child.expect("More puzzles")
        child.send("m")
        child.expect(r"Which one\?")  # the home screen says "tries left" too
        child.send(f"{found[1]}\r")
        child.expect(r"Solved in a row: 3\. Your rating: (\d+)")
        assert isinstance(child.match, re.Match)
        rating = int(child.match[1])
        child.send("\x14")  # Ctrl-T
        wait_until(lambda: json.loads((data / "place.json").read_text()) == {"theme": "ink"})
        child.send("\x1b")
        child.expect("five quick number games")
        child.send("q")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    assert rating > 1042
    after = json.loads((data / "puzzles.json").read_text())
    assert after.pop("themes") == {"win in 3": [1, 1]}  # counted since 1.0.0
    assert after == before | {"run": 3, "rating": rating}


def test_the_full_screen_goes_on_with_a_game(data: Path) -> None:
    """A saved game is resumed on the full screen, and the next move is added to it."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "divisor_duel", "resume", "20261118-011205-chain"],
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=300,
    )
    try:
        child.expect("The chain: 12 → 4")
        child.send("8\r")
        child.expect("The chain: 12 → 4 → 8")
        child.sendintr()
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    (record,) = read_records((data / "games/20261118-011205-chain.duel").read_text())
    assert record.moves == (12, 4, 8)
