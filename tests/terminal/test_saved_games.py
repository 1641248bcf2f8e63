"""Nothing is lost: every move is on disk before it is seen, and play goes on from there."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import IO

import pytest

from divisor_duel import GAMES, Player, Record, SavedGameError, read_records
from divisor_duel.terminal import saved_games as saves
from tests.conftest import COMMAND, Run, saved_games


def start(*arguments: str) -> subprocess.Popen[str]:
    """A running `duel` with pipes to type into and read from."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def read_until(stream: IO[str] | None, words: str) -> str:
    """What the stream says up to and with `words`."""
    assert stream is not None
    text = ""
    while words not in text:
        char = stream.read(1)
        assert char, f"ended before {words!r}: {text}"
        text += char
    return text


def type_line(process: subprocess.Popen[str], line: str) -> None:
    """Type one line at the prompt."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_killed_game_goes_on_in_mid_match(
    how: signal.Signals, duel_process: Run, home: Path
) -> None:
    """After a kill in the second round the score, the round and every seen move are there."""
    process = start("play", "digits", "--rounds", "3", "--name1", "Ann", "--name2", "Ben")
    for line in ("7", "1"):
        type_line(process, line)
    read_until(process.stdout, "1 is not divisible by 7.")
    process.send_signal(how)
    process.wait(300)
    process.communicate()
    done = duel_process("resume", typed="4\n7\n")
    assert "Ann against Ben, 1 move so far." in done.stdout
    assert "Round 2 of 3: Ben goes first." in done.stdout
    assert done.stdout.endswith("Score: Ann 3, Ben 0\nAnn wins the match 3 to 0.\n\n")


def test_interrupting_says_how_to_go_on(home: Path) -> None:
    """Ctrl-C ends with exit code 130 and the way back."""
    process = start("play", "chain")
    type_line(process, "15")
    read_until(process.stdout, "3, 5, 30, 45")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert out.endswith("The game is saved. To continue: duel resume\n")
    assert "Traceback" not in err
    assert len(saved_games(home)) == 1


def test_the_data_folder_follows_xdg(
    duel: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XDG_DATA_HOME moves the saved games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    duel("play", "chain", typed="15\n")
    assert len(list((tmp_path / "elsewhere" / "divisor-duel" / "games").glob("*.duel"))) == 1


def test_a_save_is_whole_or_untouched(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails half-way the old text stays and nothing is left behind."""
    saved = saves.new_save("chain")
    record = Record(GAMES["chain"](), (15,), Player.ONE)
    saved.save([record])
    old = saved.path.read_text()

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(SavedGameError, match="No space left"):
        saved.save([record, record])
    assert saved.path.read_text() == old
    assert sorted(path.suffix for path in saved.path.parent.iterdir()) == [".duel", ".lock"]
    saved.close()


def test_many_kills_lose_no_seen_move(duel_process: Run, home: Path) -> None:
    """Killed after each shown move in turn, the game always holds exactly what was shown."""
    moves = [5, 3, 2]
    process = start("play", "divider")
    for number, move in enumerate(moves, 1):
        type_line(process, str(move))
        read_until(process.stdout, f"removed {move}.")
        process.kill()
        process.communicate()
        (path,) = saved_games(home)
        assert list(read_records(path.read_text())[0].moves) == moves[:number]
        process = start("resume")
    process.kill()
    process.communicate()
