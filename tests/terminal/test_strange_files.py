"""Pipes, devices, folders and huge files where a command looks for a file: refused at once."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from divisor_duel import GAMES, Record, write_records
from divisor_duel.terminal.tui.saved_settings import Settings, read_settings
from tests.conftest import COMMAND, Run
from tests.terminal.conftest import Call

ENDED = write_records([Record(GAMES["digits"](), (1, 4))])
OPEN = write_records([Record(GAMES["digits"](), (1,))])


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _broken_link(path: Path) -> None:
    path.symlink_to(path.with_name("missing"))


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10**10)  # a sparse file: it takes no room on the disk


def _nested(path: Path) -> None:
    path.write_text("[" * 900_000)


STRANGE = (_fifo, _endless, _broken_link, _loop, _huge, _nested, Path.mkdir)
"""What a command may find in the place of a file."""


@pytest.fixture
def no_hanging() -> Iterator[None]:
    """Let a test that waits for ever fail, and not stop all others."""
    signal.alarm(300)
    yield
    signal.alarm(0)


@pytest.mark.usefixtures("no_hanging")
@pytest.mark.parametrize("make", STRANGE)
def test_strange_files_beside_games(make: Callable[[Path], None], call: Call, home: Path) -> None:
    """Whatever lies among saved and finished games, none is hidden and nothing waits."""
    folder = home / ".local/share/divisor-duel"
    for kind, text in (("games", OPEN), ("finished", ENDED)):
        (folder / kind).mkdir(parents=True)
        (folder / kind / "b-good.duel").write_text(text)
        os.utime(folder / kind / "b-good.duel", (1000, 1000))
        make(folder / kind / "a-strange.duel")
    make(folder / "games/c-locked.lock")
    (folder / "games/c-locked.duel").write_text(OPEN)
    assert call("resume", "--list") == call("history") == 0
    assert call("replay") == call("review") == 0
    assert call("resume", "b-good", typed="") == 0
    assert call("resume", typed="") == 0
    assert call("history", "--export", "a-strange", str(home / "copy")) == 2
    assert call("resume", "a-strange") == 2


@pytest.mark.usefixtures("no_hanging")
@pytest.mark.parametrize("make", STRANGE)
def test_strange_files_by_name(make: Callable[[Path], None], call: Call, tmp_path: Path) -> None:
    """Records, certificates and players that are no files, or huge, are refused in a sentence."""
    path = tmp_path / "strange.toml"
    make(path)
    template = tmp_path / "player.toml"
    template.write_text("model = 'a'\nurl = 'http://localhost:1'\ntemplate = 'strange.toml'\n")
    for command in ("replay", "review", "check"):
        assert call(command, str(path)) == 2
    assert call("arena", str(path), "random") == 2
    if make is not _nested:  # any text is a template
        assert call("arena", str(template), "random") == 2


@pytest.mark.usefixtures("no_hanging")
@pytest.mark.parametrize("make", STRANGE)
def test_strange_files_in_our_folders(
    make: Callable[[Path], None], call: Call, home: Path, tmp_path: Path
) -> None:
    """Results, rows, the diary and the theme that are no files, or huge, are left alone."""
    data, cache = home / ".local/share/divisor-duel", home / ".cache/divisor-duel/sweeps"
    swept = ["sweep", "digits", "--over", "target=2..3"]
    made = ["dataset", "digits", "--positions", "1", "-o", str(tmp_path / "rows.jsonl")]
    assert call(*swept) == 0
    (journal,) = cache.iterdir()
    journal.unlink()
    make(journal)
    make(tmp_path / "rows.jsonl")
    assert call(*swept) in (0, 2)
    assert call(*made) in (0, 2)
    data.mkdir(parents=True)
    for name in ("puzzles.json", "place.json"):
        make(data / name)
    assert call("puzzle", "--daily", typed="quit\n") in (0, 2)
    assert read_settings() == Settings()
    for name in ("games.jsonl", "results.json", "answers.jsonl"):
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        make(folder / name)
        played = ["--games", "digits", "--rounds", "1", "-o", str(folder)]
        assert call("arena", "random", "easy", *played) in (0, 2)
        assert call("bench", "compare", str(folder), str(folder)) == 2


def test_a_certificate_on_standard_input_is_bounded(tmp_path: Path) -> None:
    """Input without end is refused once the limit is passed."""
    with open("/dev/zero", "rb") as endless:
        done = subprocess.run([*COMMAND, "check", "-"], stdin=endless, capture_output=True)
    assert done.returncode == 2
    assert b"cannot read standard input: it is larger than the limit of 16 MB" in done.stderr


def test_long_lists_are_cut_and_counted(call: Call, home: Path, duel: Run) -> None:
    """The newest hundred games are listed, the others counted, and all of them on demand."""
    for kind, text in (("games", OPEN), ("finished", ENDED)):
        folder = home / ".local/share/divisor-duel" / kind
        folder.mkdir(parents=True)
        for number in range(103):
            (folder / f"{number:03}.duel").write_text(text)
            os.utime(folder / f"{number:03}.duel", (number, number))
    for command in (["history"], ["resume", "--list"]):
        lines = duel(*command).stdout.splitlines()
        told = f"3 older games are not shown. List all of them with: duel {' '.join(command)} --all"
        assert [line.split()[0] for line in lines[:2]] == ["102", "101"]
        assert (len(lines), lines[-1]) == (101, told)
        assert len(duel(*command, "--all").stdout.splitlines()) == 103
