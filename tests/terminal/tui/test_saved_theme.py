"""The theme, saved between runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel.terminal.tui.app import DuelApp
from divisor_duel.terminal.tui.saved_theme import read_theme, save_theme
from tests.terminal.tui.driving import Driver, drive, match_of


def test_the_theme_can_be_switched_and_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+T switches from ink to paper, and the next start uses paper."""
    monkeypatch.delenv("COLORFGBG", raising=False)

    async def turned(driver: Driver) -> None:
        assert driver.app.theme == "ink"
        await driver.press("ctrl+t")
        assert driver.app.theme == "paper"

    drive(turned, match_of("chain"))
    assert DuelApp().theme == "paper"


def test_the_theme_is_a_file_of_its_own(home: Path) -> None:
    """The theme is read back from place.json; anything else in it is ignored."""
    save_theme("paper")
    path = home / ".local/share/divisor-duel/place.json"
    assert json.loads(path.read_text()) == {"theme": "paper"}
    assert read_theme() == "paper"
    for text in ('{"theme": "pink"}', "[]", "{}", "nonsense", '{"theme": ["paper"]}', "[" * 9999):
        path.write_text(text)
        assert read_theme() == "ink"


def test_a_folder_that_cannot_be_written_costs_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The theme is then that of a first start."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    save_theme("paper")
    assert read_theme() == "ink"


@pytest.mark.parametrize(
    ("reported", "theme"), [("0;15", "paper"), ("0;7", "paper"), ("15;0", "ink"), ("", "ink")]
)
def test_a_light_terminal_starts_with_paper(
    reported: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """COLORFGBG, which some terminals set, ends in the number of the background."""
    monkeypatch.setenv("COLORFGBG", reported)
    assert read_theme() == theme
