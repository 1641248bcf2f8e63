"""`duel history`, and what review and replay show without a file."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.learn.progress import read_progress
from divisor_duel.play.record import read_records
from tests.conftest import Run, saved_games


def test_finished_games_are_listed_shown_copied_and_deleted(
    duel: Run, home: Path, tmp_path: Path
) -> None:
    """A game that was played to its end is listed; review and replay take it without a name."""
    assert duel("history").stdout == "No finished games yet.\n"
    assert "no finished games yet" in duel("review").stderr
    duel("play", "digits", "--name1", "Ann", typed="1\n4\n")
    (path,) = saved_games(home, "finished")
    listed = duel("history").stdout
    assert listed == f"{path.stem}  Ann against Player 2: Player 2 won in 2 moves\n"
    assert "Player 2 wins" in duel("replay").stdout
    assert "Ann missed every winning chance." in duel("review").stdout
    copy = tmp_path / "game.duel"
    assert duel("history", "--export", path.stem[:8], str(copy)).returncode == 0
    assert read_records(copy.read_text()) == read_records(path.read_text())
    assert "exists already" in duel("history", "--export", path.stem, str(copy)).stderr
    assert "no finished game starts with 'x'" in duel("history", "--delete", "x").stderr
    assert duel("history", "--delete", path.stem).stdout == f"Deleted {path.stem}.\n"
    assert not saved_games(home, "finished")


def test_mistakes_in_a_reviewed_game_come_back(duel: Run, home: Path) -> None:
    """They do if it was a game against the computer, once, and not from a file of any players."""
    duel("play", "digits", "--p2", "perfect", typed="1\n")
    (path,) = saved_games(home, "finished")
    assert "come back" not in duel("review", str(path)).stdout
    assert read_progress().mistakes == ()
    assert "Your mistakes come back tomorrow: duel learn mistakes" in duel("review").stdout
    assert [(mistake.game, mistake.moves) for mistake in read_progress().mistakes] == [
        ("digits", ())
    ]
    assert "come back" not in duel("review").stdout
    assert len(read_progress().mistakes) == 1
