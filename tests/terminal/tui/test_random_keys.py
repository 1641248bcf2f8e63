"""Whatever keys are pressed, nothing breaks and every saved game is legal."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from divisor_duel.files import data_folder
from divisor_duel.play.record import read_records
from tests.terminal.tui.driving import Driver, drive, match_of

KEYS = st.sampled_from(
    [
        *("up", "down", "left", "right", "tab", "shift+tab", "enter", "enter", "escape"),
        *("home", "end", "pageup", "pagedown", "backspace", "question_mark", "ctrl+p", "ctrl+t"),
        *("1", "2", "3", "0", "u", "r", "h", "p", "x", "y", "n", "i", "e", "s", "d", "g", "l"),
        *("left_square_bracket", "right_square_bracket", "t", "a", "m", "w", "c", "space"),
    ]
)
"""All keys that mean something, except q; a menu or the palette may still leave the app."""


@settings(max_examples=3, derandomize=True)
@given(keys=st.lists(KEYS, min_size=25, max_size=40), game=st.sampled_from(["chain", "divider"]))
def test_random_keys(keys: list[str], game: str) -> None:
    """Random keys never break the app, and all that it saves can be read and replayed."""

    async def steps(driver: Driver) -> None:
        for key in keys:
            await driver.press(key)
            if not driver.app.is_running:
                break
        assert driver.app.return_code in (None, 0)
        for path in sorted(data_folder().rglob("*.duel")):
            for record in read_records(path.read_text()):
                *_, last = record.positions()
                assert record.outcome() or record.game.legal_moves(last)

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(Path(folder)):
        drive(steps, match_of(game, computer=True, high=12))
