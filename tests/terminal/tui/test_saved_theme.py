"""The theme, saved between runs."""

from __future__ import annotations

import pytest

from divisor_duel.terminal.tui.app import DuelApp
from tests.terminal.tui.driving import Driver, drive, match_of


def test_the_look_can_be_turned_and_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control and t turn from ink to paper, and who comes again finds paper."""
    monkeypatch.delenv("COLORFGBG", raising=False)

    async def turned(driver: Driver) -> None:
        assert driver.app.theme == "ink"
        await driver.press("ctrl+t")
        assert driver.app.theme == "paper"

    drive(turned, match_of("chain"))
    assert DuelApp().theme == "paper"
