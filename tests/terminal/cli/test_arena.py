"""`duel arena` as real processes: its files, interruptions, workers and a cluster."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from divisor_duel import DuelError
from divisor_duel.terminal.cli.parser import build_parser
from tests.arena.playing import BOTS, living, timeless
from tests.conftest import COMMAND, Run, wait_until
from tests.terminal.conftest import KILLED, Cluster, Start

SMALLEST = f"smallest=cmd:{shlex.join([sys.executable, str(BOTS), 'smallest'])}"
LEVELS = ("arena", "random", "hard", "perfect", "--games", "countdown,digits,chain")
MIXED = ("arena", "random", "hard", SMALLEST, "--games", "countdown,chain", "--rounds", "8")


def games(folder: Path) -> list[dict[str, Any]]:
    """The whole lines in the file of games."""
    file = folder / "games.jsonl"
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def by_key(folder: Path) -> dict[str, Any]:
    """The games without their times; every key is there once."""
    lines = games(folder)
    found = {line["key"]: timeless(line) for line in lines}
    assert len(found) == len(lines)
    return found


def scores(folder: Path) -> dict[str, Any]:
    """The results without times and date."""
    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    del found["times"], found["date"]
    return found


def test_a_tournament_leaves_results_games_and_a_report(duel: Run, tmp_path: Path) -> None:
    """The folder has all three files, and the table says what they say."""
    folder = tmp_path / "out"
    done = duel(*LEVELS, "--rounds", "2", "-o", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("36 games, ratings where random is 0\n")
    assert done.stdout.endswith(f"Report: {folder / 'report.html'}\n")
    assert all(len(row) <= 80 for row in done.stdout.splitlines()[:-1])
    assert sorted(file.name for file in folder.iterdir()) == [
        "games.jsonl",
        "report.html",
        "results.json",
    ]
    found = scores(folder)
    assert found["complete"] is True
    assert set(found["scores"]) == {"overall", "countdown", "digits", "chain"}
    for line in games(folder):
        wanted = {"game", "options", "players", "played", "winner", "forfeit", "seconds"}
        assert wanted <= line.keys()
    accuracy = found["scores"]["overall"]["hard"]["accuracy"]["value"]
    assert f"{accuracy:.1%}" in done.stdout


def test_games_can_be_played_without_being_judged(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--judge off` the same games are played, and nothing is scored against exact play."""
    said = {}
    for judge in ("on", "off"):
        rest = ["--games", "chain,digits", "--rounds", "2", "-o", str(tmp_path / judge)]
        parsed = build_parser().parse_args(["arena", "random", "hard", "--judge", judge, *rest])
        assert parsed.run(parsed) == 0
        said[judge] = capsys.readouterr().out
    assert "not judged" in said["off"].splitlines()[0]
    assert "not judged" not in said["on"]
    judged, plain = by_key(tmp_path / "on"), by_key(tmp_path / "off")
    assert [line["played"] for line in judged.values()] == [
        line["played"] for line in plain.values()
    ]
    assert not any(line["decisions"] for line in plain.values())
    for name, one in scores(tmp_path / "off")["scores"]["overall"].items():
        twin = scores(tmp_path / "on")["scores"]["overall"][name]
        assert (one["accuracy"], one["conversion"], one["resistance"]) == (None, None, None)
        assert (one["wins"], one["rating"], one["moves"]) == (
            twin["wins"],
            twin["rating"],
            twin["moves"],
        )
        assert twin["accuracy"]
    report = (tmp_path / "off" / "report.html").read_text()
    assert "not compared with exact play" in report
    assert "<h2>Accuracy" not in report


def test_without_a_folder_the_same_command_finds_its_games(duel: Run, home: Path) -> None:
    """Games are saved in the cache folder, under a name that belongs to the tournament."""
    command = ("arena", "random", "easy", "--games", "digits", "--rounds", "1")
    first = duel(*command).stdout
    (folder,) = (home / ".cache/divisor-duel/arenas").iterdir()
    kept = (folder / "games.jsonl").read_bytes()
    assert duel(*command).stdout == first
    assert (folder / "games.jsonl").read_bytes() == kept


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that one process played undisturbed: what others must equal."""
    folder = tmp_path_factory.mktemp("whole")
    home = dict(os.environ, HOME=str(tmp_path_factory.mktemp("home")))
    subprocess.run([*COMMAND, *MIXED, "-o", str(folder)], env=home, check=True, capture_output=True)
    return folder


def test_workers_and_one_process_agree(duel: Run, whole: Path, tmp_path: Path) -> None:
    """Games and scores are the same with one process and with two."""
    duel(*MIXED, "--workers", "2", "-o", str(tmp_path))
    assert by_key(tmp_path) == by_key(whole)
    assert scores(tmp_path) == scores(whole)
    wait_until(lambda: not living("bots.py smallest"))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_at_any_moment_it_goes_on(
    workers: str, duel: Run, start: Start, whole: Path, tmp_path: Path
) -> None:
    """After SIGKILL no game is lost, none is there twice, and no program is left."""
    folder = tmp_path / "killed"
    command = (*MIXED, "--workers", workers, "-o", str(folder))
    rng = random.Random(int(workers))
    for share in (0.0, 0.5, 1.0):
        before, row = games(folder), rng.randrange(2, 20)
        process = start(sys.executable, "-c", KILLED, str(row), str(share), *command)
        assert process.wait(300) == -signal.SIGKILL
        wait_until(lambda: not living("bots.py smallest"))
        kept = games(folder)
        assert kept[: len(before)] == before
        assert len(kept) == len(before) + row - (share < 1)
    duel(*command)
    assert len(games(folder)) == 96
    assert by_key(folder) == by_key(whole)
    assert scores(folder) == scores(whole)


def test_a_killed_worker_is_replaced(duel: Run, start: Start, tmp_path: Path) -> None:
    """When one of two worker processes is killed, its games are played again and all are there."""
    process = start(*COMMAND, *MIXED, "--workers", "2", "-o", str(tmp_path / "out"))
    wait_until(lambda: len(games(tmp_path / "out")) >= 10)
    shown = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True)
    rows = [line.split(None, 2) for line in shown.stdout.splitlines()]
    workers = [int(pid) for pid, ppid, args in rows if ppid == str(process.pid) and "spawn" in args]
    os.kill(max(workers), signal.SIGKILL)
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert len(by_key(tmp_path / "out")) == 96
    wait_until(lambda: not living("bots.py smallest"))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_says_how_to_go_on(workers: str, start: Start, tmp_path: Path) -> None:
    """Ctrl-C ends with code 130 and one sentence, and no program is left."""
    hang = f"hang=cmd:{shlex.join([sys.executable, str(BOTS), 'hang'])}"
    players = ("arena", "random", "hard", hang, "--games", "countdown", "--seconds", "500")
    process = start(*COMMAND, *players, "--workers", workers, "-o", str(tmp_path / "out"))
    wait_until(lambda: len(games(tmp_path / "out")) >= 2)
    wait_until(lambda: bool(living("bots.py hang")))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (130, "")
    assert err == "Stopped. Run the same command to continue.\n"
    wait_until(lambda: not living("bots.py hang"))


def test_a_person_sees_how_it_stands(tmp_path: Path) -> None:
    """In a terminal there is a table with win rates, and a bar with the time left."""
    arguments = [*COMMAND[1:], *LEVELS, "--rounds", "500", "-o", str(tmp_path / "out")]
    child = pexpect.spawn(
        COMMAND[0],
        arguments,
        encoding="utf-8",
        codec_errors="replace",  # the terminal's echo of Ctrl-C may fall into a letter
        dimensions=(40, 90),
        timeout=300,
    )
    child.expect("player +games +win rate +95% +faults")
    child.expect(r"perfect +\d+ +\d+\.\d%")
    child.expect("of 9000 games, about .* left")
    child.sendintr()
    child.expect("Stopped. Run the same command to continue.\r\n")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("random", "needs two players or more"),
        ("random strong", "a player is a level"),
        ("random easy --games chess", "unknown game 'chess'"),
        ("random easy --rounds 0", "rounds must be a whole number from 1"),
        ("random easy --starts odd", "starts must be one of sampled, fair, rulebook"),
        ("random easy --seconds 0", "seconds must be a time such as 0.5"),
        ("random easy --illegal shrug", "illegal must be forfeit or retry:K"),
        ("random easy --judge maybe", "judge must be on or off"),
        ("random easy --timeout retry", "timeout must be forfeit or retry:K"),
        ("random easy --workers 2 --scheduler x:1", "not both"),
    ],
)
def test_wrong_arguments_are_refused(arguments: str, words: str, home: Path) -> None:
    """One line says what is wrong before any game is played."""
    parsed = build_parser().parse_args(["arena", *arguments.split()])
    with pytest.raises(DuelError, match=re.escape(words)) as caught:
        parsed.run(parsed)
    assert "\n" not in str(caught.value)
    assert list(home.iterdir()) == []


def test_a_cluster_gives_the_same_games(
    start: Start, cluster: Cluster, whole: Path, tmp_path: Path
) -> None:
    """On a real cluster, with one of two workers killed in mid-run, no game differs."""
    process = start(*COMMAND, *MIXED, "--scheduler", cluster.address, "-o", str(tmp_path))
    wait_until(lambda: len(games(tmp_path)) >= 16)
    cluster.victim.kill()
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert by_key(tmp_path) == by_key(whole)
    assert scores(tmp_path) == scores(whole)
    wait_until(lambda: not living("bots.py smallest"))
