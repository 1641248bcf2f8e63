"""`duel resume`: saved games, continued, listed and deleted."""

from __future__ import annotations

from pathlib import Path

from divisor_duel import GAMES, Record, read_records, write_records
from tests.conftest import Run, saved_games
from tests.terminal.test_saved_games import read_until, start, type_line


def test_end_of_input_says_how_to_go_on(duel: Run, home: Path) -> None:
    """When the input ends in mid-game, the game is saved, resumed and finished."""
    done = duel("play", "divider", typed="5\n3\n")
    assert done.returncode == 0
    assert done.stdout.endswith("The game is saved. To continue: duel resume\n")
    assert len(saved_games(home)) == 1
    done = duel("resume", typed="2\n7\n")
    assert done.stdout.startswith("Divider Duel: Player 1 against Player 2, 2 moves so far.\n")
    assert done.stdout.endswith("Player 2 wins the game!\n")
    assert saved_games(home) == []
    (finished,) = saved_games(home, "finished")
    assert read_records(finished.read_text())[0].moves == (5, 3, 2, 7)
    assert duel("resume").stderr.startswith("duel: no game to resume")


def test_two_windows_have_two_games(duel: Run, home: Path) -> None:
    """Two windows have separate games, and neither can be resumed in a third window."""
    one, two = start("play", "chain"), start("play", "chain")
    for process, move in ((one, "15"), (two, "16")):
        type_line(process, move)
        read_until(process.stdout, f"multiples of {move}")
    assert len(saved_games(home)) == 2
    listed = duel("resume", "--list").stdout
    assert listed.count("being played in another window") == 2
    refused = duel("resume")
    assert refused.returncode == 2
    assert "is open in another window" in refused.stderr
    for process in (one, two):
        process.kill()
        process.communicate()
    moves = {read_records(path.read_text())[0].moves for path in saved_games(home)}
    assert moves == {(15,), (16,)}
    listed = duel("resume", "--list").stdout
    assert listed.count("Player 1 against Player 2, 1 move so far") == 2
    first = duel("resume", typed="").stdout
    assert "1 move so far" in first


def test_a_game_can_be_resumed_by_name(duel: Run, home: Path) -> None:
    """The listed name picks one of several games; an unknown one is refused."""
    duel("play", "chain", typed="15\n")
    duel("play", "divider", typed="5\n")
    chain = next(path.stem for path in saved_games(home) if "chain" in path.stem)
    assert "Divisor Duel: Chain" in duel("resume", chain).stdout
    done = duel("resume", "nothing")
    assert done.returncode == 2
    assert "no saved game starts with 'nothing'" in done.stderr


def test_a_damaged_save_is_named(duel: Run, home: Path) -> None:
    """A damaged file is refused with the wrong line, listed as damaged, and not deleted."""
    duel("play", "chain", typed="15\n")
    (path,) = saved_games(home)
    path.write_text(path.read_text().replace("1. 15", "1. 99"))
    done = duel("resume")
    assert done.returncode == 2
    assert "line 10: move 1 (99) is not legal" in done.stderr
    assert "damaged" in duel("resume", "--list").stdout
    assert path.exists()


def save(home: Path, name: str, record: Record) -> Path:
    """Put an unfinished game where `duel resume` finds it."""
    path = home / ".local/share/divisor-duel/games" / f"{name}.duel"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_records([record]))
    return path


def test_a_save_with_an_unknown_level_is_a_sentence(duel: Run, home: Path) -> None:
    """A player of an unknown level is named, and the file is not deleted."""
    path = save(home, "odd", Record(GAMES["chain"](), (15,), levels=("human", "genius")))
    done = duel("resume")
    assert done.returncode == 2
    assert "odd has a player of level 'genius', but there are only random, easy" in done.stderr
    assert path.exists()


def test_a_lock_that_cannot_be_opened_is_a_sentence(duel: Run, home: Path) -> None:
    """A folder where the lock file should be is reported in one line, also by --list."""
    path = save(home, "stuck", Record(GAMES["chain"](), (15,)))
    path.with_suffix(".lock").mkdir()
    done = duel("resume")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot open" in done.stderr
    assert "cannot open" in duel("resume", "--list").stdout


def test_old_saves_can_be_deleted(duel: Run, home: Path) -> None:
    """`--delete` removes the one game that is named, and never guesses between two."""
    first, second = (save(home, name, Record(GAMES["chain"](), (15,))) for name in ("one", "onto"))
    assert "name a game" in duel("resume", "--delete").stderr
    assert "2 games start with 'on'" in duel("resume", "--delete", "on").stderr
    assert "no game starts with 'two'" in duel("resume", "--delete", "two").stderr
    assert duel("resume", "--delete", "one").stdout == "Deleted.\n"
    assert not first.exists()
    assert second.exists()
    assert list(second.parent.glob("*.lock")) == []
