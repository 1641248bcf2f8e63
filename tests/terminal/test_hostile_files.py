"""What strangers put into files, file names and arguments: none of it controls the terminal."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from divisor_duel import GAMES, Record, write_records
from divisor_duel.arena.bench import comparison
from divisor_duel.proofs.certificate import write_certificate
from divisor_duel.proofs.prover import prove
from divisor_duel.terminal.cli.parser import SUBCOMMANDS
from tests.terminal.conftest import Call

HOSTILE = (
    "\x1b[2J\x1b[31m\x1b]0;title\x07\x1b]8;;http://example.org\x1b\\link\x1bP1$q\x1b\\\x9b2J\x9d0;x\x9c"
    "\r\x07\x08\x00\x7f\x85\u2028\u202e\u2066\u200e\u061c\u200b\ufeff\U000e0041[red]<b>&amp;"
)
"""Everything that a terminal obeys, and markup of two kinds."""


def hostile_twins(value: Any, depth: int = 0) -> Iterator[Any]:
    """The same JSON value with one of its texts, a name of a field among them, made hostile.

    Of what lies deep, and of lists, the first stands for all.
    """
    if isinstance(value, str):
        yield f"{value}{HOSTILE}\ud800"
    elif isinstance(value, dict):
        for key, inner in list(value.items())[: None if depth < 3 else 1]:
            yield {HOSTILE + key if name == key else name: one for name, one in value.items()}
            for twin in hostile_twins(inner, depth + 1):
                yield value | {key: twin}
    elif isinstance(value, list) and value:
        for twin in hostile_twins(value[0], depth + 1):
            yield [twin, *value[1:]]


TAGS = ("Player1", "Player2", "Level1", "Level2", "Date", "Round", "Seed", "First", "Resigned")
ENDED = write_records([Record(GAMES["digits"](), (1, 4))])
OPEN = write_records([Record(GAMES["digits"](), (1,))])


def hostile_records(text: str) -> Iterator[str]:
    """The record with hostile text in each tag, in comments, and in place of any word of it."""
    for tag in (*TAGS, "Game", "Options", "Position", "Result", "Event", HOSTILE):
        kept = [line for line in text.splitlines() if not line.startswith(f"[{tag} ")]
        yield "\n".join([f'[{tag} "{HOSTILE}"]', *kept, ""])
        yield "\n".join([f'[{tag} "Ann{HOSTILE}', *kept, ""])
    yield text.replace("1. 1", f"1. {{{HOSTILE}}} 1")
    for word in ("1. 1", "*", "0-1", "[", "]"):
        yield text.replace(word, HOSTILE, 1)
        yield text.replace(word, f"{word}{HOSTILE}", 1)
    yield text.replace("1. 1", f"1. 1 ({HOSTILE})")


@pytest.mark.parametrize("command", ["replay", "review"])
def test_records_by_name(command: str, call: Call, tmp_path: Path) -> None:
    """A record with hostile text anywhere is shown clean or refused clean."""
    path = tmp_path / f"{HOSTILE.replace(chr(0), '').replace('/', '')}.duel"
    codes = set()
    for text in hostile_records(ENDED):
        path.write_text(text)
        codes.add(call(command, str(path)))
        codes.add(call(command, "-", typed=text))
    assert codes == {0, 2}


def test_records_in_the_folders(call: Call, home: Path, tmp_path: Path) -> None:
    """Saved and finished games with hostile text are listed, resumed, copied and deleted clean."""
    for number, (kind, text) in enumerate((("finished", ENDED), ("games", OPEN))):
        folder = home / ".local/share/divisor-duel" / kind
        folder.mkdir(parents=True)
        for count, record in enumerate(hostile_records(text)):
            name = HOSTILE.replace("\0", "").replace("/", "")
            path = folder / f"{number}-{count}-{name}.duel"
            path.write_text(record)
            if kind == "games":
                call("resume", path.stem, typed="q\n")
            else:
                call("history", "--export", path.stem, str(tmp_path / f"{count}{name}"))
    assert call("history") == call("history", "--all") == call("resume", "--list") == 0
    assert call("replay") == call("review") == 0
    call("resume", typed=f"{HOSTILE}\nsave {tmp_path}/{HOSTILE}\n")
    for path in sorted((home / ".local/share/divisor-duel/finished").iterdir()):
        call("history", "--delete", path.stem)


def test_certificates(call: Call, tmp_path: Path) -> None:
    """A certificate with hostile text in any field is refused, or checked, clean."""
    path = tmp_path / "certificate.json"
    for strategy in (False, True):
        certificate = prove(GAMES["divider"](high=6), strategy=strategy)
        data = json.loads(write_certificate(certificate))
        assert data["game"] == "divider"
        for twin in hostile_twins(data):
            path.write_text(json.dumps(twin))
            assert call("check", str(path)) in (0, 1, 2, 3)


def spoiled(files: Path, name: str) -> Iterator[None]:
    """Each hostile version of a file of JSON, in one or many lines, in place of the file."""
    path = files / name
    lines = (
        [json.loads(line) for line in path.read_bytes().splitlines()]
        if (path.suffix == ".jsonl")
        else [json.loads(path.read_bytes())]
    )
    whole = path.read_bytes()
    for twin in hostile_twins(lines[0]):
        path.write_text("".join(json.dumps(line) + "\n" for line in [twin, *lines[1:]]))
        yield
        path.write_bytes(whole)


BOT = """import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print(json.dumps({"type": "ready", "name": HOSTILE}), flush=True)
    else:
        sys.stderr.write(HOSTILE + "\\n" + HOSTILE)
        print(ANSWER, flush=True)
        sys.exit(1)
"""


@pytest.mark.parametrize(
    "answer", ["''", "HOSTILE", "json.dumps({'type': HOSTILE, 'move': HOSTILE})"]
)
def test_bots(answer: str, call: Call, tmp_path: Path) -> None:
    """Whatever a bot calls itself, answers or writes to standard error comes out clean."""
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.replace("HOSTILE", repr(HOSTILE)).replace("ANSWER", answer))
    arguments = ["--games", "digits", "--rounds", "1", "-o", str(tmp_path / "arena")]
    call("arena", f"cmd:{shlex.join([sys.executable, str(bot)])}", "random", *arguments)
    report = (tmp_path / "arena" / "report.html").read_text()
    assert "\x1b" not in report
    assert "\u202e" not in report


def test_folders_of_tournaments(call: Call, tmp_path: Path) -> None:
    """A tournament goes on in a folder with hostile text in any field, or refuses it, clean."""
    folder = tmp_path / "arena"
    command = ["arena", "random", "easy", "--games", "digits", "--rounds", "1", "-o", str(folder)]
    assert call(*command) == 0
    original = tmp_path / "original"
    shutil.copytree(folder, original)
    for name in ("results.json", "games.jsonl"):
        for _ in spoiled(original, name):
            shutil.copytree(original, folder, dirs_exist_ok=True)
            assert call(*command) in (0, 2)


def test_folders_of_benches(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of others with hostile text in any field are compared, or refused, clean."""
    monkeypatch.setattr(comparison, "DRAWS", 20)
    folder = tmp_path / "bench"
    command = ["bench", "random", "--tier", "small", "--no-games", "-o", str(folder)]
    assert call(*command) == 0
    for name in ("results.json", "answers.jsonl"):
        for _ in spoiled(folder, name):
            assert call("bench", "compare", str(folder), str(folder)) in (0, 2)
            assert call("bench", "board", str(folder), "-o", str(tmp_path / "board.html")) in (0, 1)
            assert "\x1b" not in (tmp_path / "board.html").read_text()


@pytest.mark.parametrize("subcommand", [name for name in SUBCOMMANDS if name != "serve"])
def test_arguments(subcommand: str, call: Call) -> None:
    """An argument that is quoted in a refusal is quoted clean."""
    said = HOSTILE.replace("\0", "")
    for arguments in ([said], [f"--{said}"], [f"--seconds={said}"], ["chain", said], [said, said]):
        assert call(subcommand, *arguments) in (0, 1, 2)
    assert call(said) == 2


def test_names_of_files(call: Call, tmp_path: Path) -> None:
    """Files that are written where a hostile name says are named clean."""
    name = tmp_path / HOSTILE.replace("\0", "").replace("/", "")
    assert call("draw", "digits", "-o", f"{name}.svg") == 0
    assert call("prove", "digits", "-o", f"{name}.json") == 0
    assert call("check", f"{name}.json") == 0
    assert call("dataset", "digits", "-o", f"{name}.jsonl", "--positions", "2") == 0


def test_rows_of_long_work(call: Call, home: Path, tmp_path: Path) -> None:
    """Datasets and sweeps go on from rows with hostile text in any field clean."""
    made = ["dataset", "digits", "--positions", "3", "-o", str(tmp_path / "rows.jsonl")]
    swept = ["sweep", "digits", "--over", "target=2..4"]
    assert call(*made) == call(*swept) == 0
    for _ in spoiled(tmp_path, "rows.jsonl"):
        assert call(*made) in (0, 2)
    (journal,) = (home / ".cache/divisor-duel/sweeps").iterdir()
    for _ in spoiled(journal.parent, journal.name):
        assert call(*swept) == 0


def test_the_diary_and_players(call: Call, home: Path, tmp_path: Path) -> None:
    """Results of puzzles and descriptions of players are read, or refused, clean."""
    folder = home / ".local/share/divisor-duel"
    folder.mkdir(parents=True)
    diary = {"daily": {"1": {"tries": ["x"], "hints": "0"}}, "rating": "1200", "run": "3"}
    for twin in hostile_twins(diary):
        (folder / "puzzles.json").write_text(json.dumps(twin))
        assert call("puzzle", "--daily", typed="hint\nquit\n") in (0, 2)
    player = tmp_path / "model.toml"
    for field in ("model", "url", "key", "template", "system", "price", "x"):
        for value in (json.dumps(HOSTILE.replace("\ufeff", "")), HOSTILE):
            player.write_text(
                f"model = 'a'\nurl = 'http://localhost:1/{field}'\n{field} = {value}\n"
            )
            assert call(
                "arena",
                str(player),
                "random",
                "--patience",
                "0.01",
                "--games",
                "digits",
                "--rounds",
                "1",
            ) in (2, 3)


def test_pictures_and_reports_are_well_formed(call: Call, tmp_path: Path) -> None:
    """Names in pictures are text and no elements, and leave a picture that XML allows."""
    path, picture = tmp_path / "game.duel", tmp_path / "game.svg"
    name = f"{HOSTILE}<script>alert(1)</script>"
    path.write_text(write_records([Record(GAMES["digits"](), (1, 4), names=(name, name))]))
    assert call("review", str(path), "--svg", str(picture)) == 0
    root = ElementTree.fromstring(picture.read_text())
    assert [element.tag for element in root.iter() if "script" in element.tag] == []
    assert any("<script>" in text for text in root.itertext())
