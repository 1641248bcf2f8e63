"""Starting a match in line mode."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.start import start_match
from divisor_duel.terminal.new_match import new_match
from tests.conftest import saved_games


def test_a_coin_is_announced() -> None:
    """After a coin toss the first line says who won it; otherwise no coin is mentioned."""
    for coin_toss in (True, False):
        shown = io.StringIO()
        match = new_match(GAMES["chain"](), first="2", seed=3)
        assert start_match(match, Console(io.StringIO(), shown), coin_toss=coin_toss) == 0
        assert shown.getvalue().startswith("Coin toss: Player 2 goes first.\n\n") == coin_toss
        assert ("Coin" in shown.getvalue()) == coin_toss


def test_a_match_has_a_file(home: Path) -> None:
    """The match is on disk, and its lock is gone when it is left."""
    match = new_match(GAMES["chain"]())
    start_match(match, Console(io.StringIO("15\n"), io.StringIO()))
    (path,) = saved_games(home)
    assert path.stem.endswith("-chain")
    assert not path.with_suffix(".lock").exists()


def test_without_a_folder_the_match_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be saved is said on standard error, and again when the game is left."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    shown = io.StringIO()
    match = new_match(GAMES["divider"]())
    assert start_match(match, Console(io.StringIO("5\n"), shown)) == 0
    assert tuple(match.round.moves) == (5,)
    assert "; you can play, but the game is not saved." in capsys.readouterr().err
    assert shown.getvalue().endswith("The game could not be saved.\n")
