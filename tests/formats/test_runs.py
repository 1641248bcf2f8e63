"""Tournaments, benches, sweeps and datasets that version 0.1.0 left, finished or not, go on."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import divisor_duel
from tests.arena.endpoint import chat_endpoint
from tests.formats.written import FORMATS, copied, run

TOURNAMENT = (
    *("arena", "easy", "largest=cmd:python bot.py", "smallest=py:agents:smallest"),
    *("--games", "chain:high=12,countdown:start=24,digits:target=7", "--rounds", "2"),
)
MODELS = (
    *("arena", "model.toml", "easy", "--games", "countdown:start=24,chain:high=12"),
    *("--rounds", "2", "--illegal", "retry:1"),
)


def lines(path: Path) -> list[str]:
    """The whole lines of a journal; a row that was being written is left out."""
    return path.read_text().split("\n")[:-1]


def rows(path: Path) -> dict[str, Any]:
    """The rows of a journal by key."""
    return {row["key"]: row for row in map(json.loads, lines(path))}


def results(folder: Path) -> dict[str, Any]:
    """The results in a folder, without when and by which version they were written."""
    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    return {name: part for name, part in found.items() if name not in ("date", "package")}


@pytest.fixture
def arena(tmp_path: Path) -> Path:
    """The folders of tournaments, with their players as files beside them."""
    folder = copied("arena", tmp_path)
    for path in folder.glob("*.py.txt"):  # not .py in the repository: no tool may rewrite them
        path.rename(path.with_suffix(""))
    return folder


def test_a_finished_tournament_is_reported_again(arena: Path) -> None:
    """The same command plays nothing, and finds the same scores from the games."""
    folder = arena / "finished"
    games, before = (folder / "games.jsonl").read_bytes(), results(folder)
    assert (before["schema"], before["games"], before["complete"]) == (2, 36, True)
    told = run(*TOURNAMENT, "-o", "finished", folder=arena)
    assert "36 games, ratings where the mean is 0" in told
    assert (folder / "games.jsonl").read_bytes() == games
    assert results(folder) == before


def test_a_stopped_tournament_is_played_to_its_end(arena: Path) -> None:
    """A tournament that was killed in its 14th row goes on; the 13 games before it stay."""
    folder = arena / "stopped"
    before = lines(folder / "games.jsonl")
    assert len(before) == 13
    assert not json.loads((folder / "results.json").read_text())["complete"]
    run(*TOURNAMENT, "-o", "stopped", folder=arena)
    assert lines(folder / "games.jsonl")[:13] == before
    assert len(rows(folder / "games.jsonl")) == 36
    after = json.loads((folder / "results.json").read_text())
    assert (after["complete"], after["games"], after["unplayed"]) == (True, 36, [])
    played = {key: row["played"] for key, row in rows(folder / "games.jsonl").items()}
    whole = rows(arena / "finished" / "games.jsonl")
    assert played == {key: row["played"] for key, row in whole.items()}


def test_a_tournament_of_a_model_is_reported_without_its_endpoint(arena: Path) -> None:
    """Games of a language model keep its replies, tokens and costs, and need no new calls."""
    before = results(arena / "models")
    told = run(*MODELS, "-o", "models", folder=arena)
    assert "model: 120 completion, 1,200 prompt tokens; cost 0.0005" in told
    assert results(arena / "models") == before
    replies = [
        exchange["reply"]
        for row in rows(arena / "models" / "games.jsonl").values()
        for exchange in row["exchanges"]
    ]
    assert len(replies) == 12
    assert "I do not know." in replies


def test_games_that_were_not_played_are_played(arena: Path) -> None:
    """Games left out because an endpoint was down are played when it answers, by its template."""
    before = rows(arena / "unplayed" / "games.jsonl")
    assert {row["trouble"]["player"] for row in before.values()} == {"model"}

    def first_legal(body: dict[str, Any], number: int) -> str:
        text = body["messages"][-1]["content"]
        return f"move: {text.partition('legal moves: ')[2].split(',')[0].split('.')[0]}"

    with chat_endpoint(first_legal) as endpoint:
        model = arena / "model.toml"
        model.write_text(model.read_text().replace("http://127.0.0.1:18765/v1", endpoint.url))
        one = ("arena", "model.toml", "easy", "--games", "countdown:start=24", "--rounds", "1")
        run(*one, "--patience", "100", "--keep", "-o", "unplayed", folder=arena)
    after = rows(arena / "unplayed" / "games.jsonl")
    assert set(after) == set(before)
    assert all(len(row["played"]) >= 1 and row["winner"] in (1, 2) for row in after.values())
    assert endpoint.requests[-1]["messages"][0]["content"] == "You play to win."


def test_a_finished_bench_is_reported_compared_and_listed(tmp_path: Path) -> None:
    """A bench gives the same scores again, compares with another, and stands on a leaderboard."""
    folder = copied("bench/finished", tmp_path)
    answers, before = (folder / "answers.jsonl").read_bytes(), results(folder)
    assert before["schema"] == 1
    assert before["players"]["easy"]["score"] == pytest.approx(0.306, abs=0.001)
    told = run("bench", "easy", "-o", "finished", folder=tmp_path)
    assert "13/20      6/20      3/20      3/20" in told
    assert (folder / "answers.jsonl").read_bytes() == answers
    assert results(folder) == before
    copied("bench/finished", tmp_path / "finished").rename(tmp_path / "twin")
    told = run("bench", "compare", "finished", "twin", folder=tmp_path)
    assert "easy - easy: +0.000" in told
    run("bench", "board", "finished", "-o", "board.html", folder=tmp_path)
    assert "easy" in (tmp_path / "board.html").read_text()


def test_a_stopped_bench_is_taken_to_its_end(tmp_path: Path) -> None:
    """A bench that was killed in its games keeps its answers and games, and ends as a whole one."""
    folder = copied("bench/stopped", tmp_path)
    answers, games = lines(folder / "answers.jsonl"), lines(folder / "games/games.jsonl")
    assert (len(answers), len(games)) == (90, 29)
    run("bench", "easy", "-o", "stopped", folder=tmp_path)
    assert lines(folder / "answers.jsonl") == answers
    assert lines(folder / "games/games.jsonl")[:29] == games
    whole = results(FORMATS / "bench/finished")
    found = results(folder)
    assert found["players"]["easy"]["score"] == whole["players"]["easy"]["score"]
    assert (
        found["players"]["easy"]["games"]["against"] == whole["players"]["easy"]["games"]["against"]
    )


@pytest.fixture
def cache(home: Path) -> Path:
    """The cache folder of version 0.1.0, as that of the test's home.

    The names of sweeps have the version in them, since a later engine may prove more; so they get
    that of today here.
    """
    (home / ".cache").mkdir()
    folder = copied("terminal/cache/divisor-duel", home).rename(home / ".cache/divisor-duel")
    for path in (folder / "sweeps").iterdir():
        path.rename(path.with_name(path.name.replace("0.1.0", divisor_duel.__version__, 1)))
    return folder


def test_a_stopped_sweep_is_taken_to_its_end(cache: Path, tmp_path: Path) -> None:
    """A sweep that was killed in its ninth row keeps the eight before it and adds the others."""
    (journal,) = (cache / "sweeps").glob("*-chain-high-*")
    before = lines(journal)
    assert [json.loads(line)["size"] for line in before] == [*range(10, 18)]
    marked = before[0].replace('"openings": []', '"openings": [2]')  # to see that it is not redone
    journal.write_text(journal.read_text().replace(before[0], marked))
    table = ("--over", "high=10..24", "--csv", "chain.csv")
    run("sweep", "chain", "--opening", "even", *table, folder=tmp_path)
    assert lines(journal)[:8] == [marked, *before[1:]]
    assert [json.loads(line)["size"] for line in lines(journal)] == [*range(10, 25)]
    with (tmp_path / "chain.csv").open() as file:
        found = {int(row["high"]): row["winner"] for row in csv.DictReader(file)}
    assert [found[size] for size in (10, 11, 12, 17)] == ["second", "second", "first", "first"]
    assert len(found) == 15


@pytest.mark.parametrize(
    "sweep",
    [("countdown", "start=2..24"), ("divider", "high=2..16", "--ending", "misere")],
    ids=["countdown", "misere"],
)
def test_a_finished_sweep_is_shown_again(cache: Path, tmp_path: Path, sweep: list[str]) -> None:
    """A finished sweep adds no row; its table and b-file are those of before."""
    game, over, *options = sweep
    before = {path.name: path.read_bytes() for path in (cache / "sweeps").iterdir()}
    written = ("--csv", "countdown.csv", "--bfile", "countdown.txt")
    run("sweep", game, "--over", over, *options, *written, folder=tmp_path)
    assert {path.name: path.read_bytes() for path in (cache / "sweeps").iterdir()} == before
    if game == "countdown":
        for name in ("countdown.csv", "countdown.txt"):
            assert (tmp_path / name).read_bytes() == (FORMATS / "sweep" / name).read_bytes()


def test_kept_facts_are_used(cache: Path) -> None:
    """Saved facts about a long list are read; otherwise they would be found and written again."""
    facts = cache / "divider-2-46.facts"
    before = facts.stat()
    assert facts.read_bytes().startswith(b"divisor-duel facts 2\n")
    told = run("analyze", "divider", "--high", "46", then=True)  # by a new process
    assert "Player 1 is to move; Player 1 wins" in told
    after = facts.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("folder", "file", "command"),
    [
        ("arenas", "games.jsonl", "arena easy random --games countdown:start=24 --rounds 1"),
        ("benches", "answers.jsonl", "bench random --no-games"),
    ],
)
def test_a_run_without_a_folder_finds_its_own(
    cache: Path, folder: str, file: str, command: str
) -> None:
    """The same command finds the folder that it made in the cache, and does nothing again."""
    (own,) = (cache / folder).iterdir()
    before = (own / file).read_bytes()
    assert before.count(b"\n") == {"arenas": 2, "benches": 90}[folder]
    assert str(own / "report.html") in run(*command.split())
    assert [*(cache / folder).iterdir()] == [own]
    assert (own / file).read_bytes() == before


def without_words(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a dataset without its reason and prompt, which later versions may word better."""
    return {name: value for name, value in row.items() if name not in ("reason", "prompt")}


def all_without_words(path: Path) -> list[dict[str, Any]]:
    """The rows of a dataset without their words."""
    return [without_words(json.loads(line)) for line in lines(path)]


DATASET = ("dataset", "chain:high=12", "digits:target=7", "--positions", "20", "-o")


@pytest.mark.parametrize(("name", "kept"), [("positions.jsonl", 40), ("stopped.jsonl", 14)])
def test_a_dataset_goes_on(tmp_path: Path, name: str, kept: int) -> None:
    """A dataset, finished or killed in its 15th row, becomes the same except for its words."""
    file = copied(f"dataset/{name}", tmp_path)
    assert len(lines(file)) == kept
    run(*DATASET, name, folder=tmp_path)
    whole = FORMATS / "dataset/positions.jsonl"
    assert lines(file)[:kept] == lines(whole)[:kept]
    assert all_without_words(file) == all_without_words(whole)


def test_a_table_of_columns_is_read_and_made_whole(tmp_path: Path) -> None:
    """A Parquet file is read, and one that was not finished is made from the rows that it has."""
    parquet = pytest.importorskip("pyarrow.parquet")
    old = parquet.read_table(FORMATS / "dataset/countdown.parquet").to_pylist()
    assert len(old) == 20
    rest = copied("dataset/stopped.parquet.part.jsonl", tmp_path)
    assert len(lines(rest)) == 8
    whole = ("dataset", "countdown:start=60", "--positions", "20", "-o", "stopped.parquet")
    run(*whole, folder=tmp_path)
    new = parquet.read_table(tmp_path / "stopped.parquet").to_pylist()
    assert new[:8] == old[:8]
    assert [*map(without_words, new)] == [*map(without_words, old)]
    assert not rest.exists()
