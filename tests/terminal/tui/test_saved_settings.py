"""The theme and the name, saved between runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel.terminal.tui.app import DuelApp
from divisor_duel.terminal.tui.saved_settings import (
    Settings,
    is_first_start,
    read_settings,
    save_settings,
    tidy_name,
)
from tests.terminal.tui.driving import Driver, drive, match_of


def test_the_theme_can_be_switched_and_is_remembered() -> None:
    """Ctrl+T switches from ink to paper, and the next start uses paper."""

    async def turned(driver: Driver) -> None:
        assert driver.app.theme == "ink"
        await driver.press("ctrl+t")
        assert driver.app.theme == "paper"

    drive(turned, match_of("chain"))
    assert DuelApp().theme == "paper"


def test_settings_are_a_file_of_their_own(home: Path) -> None:
    """What was chosen is read back from place.json; anything else in it is ignored."""
    save_settings(Settings(theme="paper"))
    path = home / ".local/share/divisor-duel/place.json"
    assert json.loads(path.read_text()) == {"theme": "paper"}
    assert read_settings() == Settings(theme="paper")
    save_settings(Settings("ink", "Ann"))
    assert read_settings() == Settings("ink", "Ann")
    damaged = ('{"theme": "pink", "name": 7}', "[]", "{}", "nonsense", '{"theme": ["ink"]}')
    for text in (*damaged, "[" * 9999):
        path.write_text(text)
        assert read_settings() == Settings()


def test_a_folder_that_cannot_be_written_costs_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings are then those of a first start."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    save_settings(Settings(theme="paper"))
    assert read_settings() == Settings()


def test_the_first_start_ends_with_any_setting(home: Path) -> None:
    """A new home is a first start until something is saved, even an empty name."""
    assert is_first_start()
    save_settings(Settings())
    assert not is_first_start()


def test_a_name_cannot_control_the_terminal() -> None:
    """Escape sequences and line breaks are removed, and a long name is cut."""
    assert tidy_name("  \x1b[2JAnn\n Lee ") == "Ann Lee"
    assert len(tidy_name("x" * 99)) == 40


def test_a_light_terminal_starts_with_paper() -> None:
    """Without a saved theme the terminal's background decides."""
    assert [DuelApp(light=light).theme for light in (True, False, None)] == ["paper", "ink", "ink"]
    save_settings(Settings(theme="ink"))
    assert DuelApp(light=True).theme == "ink"
