"""What the full screen remembers between runs: the theme and the player's name."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from divisor_duel.files import SETTINGS_FILE, data_folder, read_bounded, write_atomic
from divisor_duel.terminal.finished_games import finished_files
from divisor_duel.terminal.saved_games import unfinished_files
from divisor_duel.terminal.tui import themes
from divisor_duel.text import clean_text

LONGEST_NAME = 40
"""Most letters of a name."""


class Settings(NamedTuple):
    """The settings; an empty text was never chosen."""

    theme: str = ""
    """The theme, paper or ink."""
    name: str = ""
    """The player's name."""


def read_settings() -> Settings:
    """Return the saved settings; what is missing or damaged is empty."""
    try:
        saved = json.loads(read_bounded(_file(), SETTINGS_FILE))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(saved, dict):
        return Settings()
    theme, name = saved.get("theme"), saved.get("name")
    return Settings(
        str(theme) if theme in (themes.PAPER.name, themes.INK.name) else "",
        tidy_name(name) if isinstance(name, str) else "",
    )


def save_settings(settings: Settings) -> None:
    """Save the settings for the next run."""
    chosen = {key: value for key, value in settings._asdict().items() if value}
    with suppress(OSError):  # settings are not worth an error message
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_atomic(_file(), json.dumps(chosen).encode(), private=True)


def tidy_name(name: str) -> str:
    """Return a name without unprintable letters, cut to a length that screens can show."""
    return clean_text(" ".join(name.split()))[:LONGEST_NAME].strip()


def is_first_start() -> bool:
    """Return True before the first game, if no setting was ever saved."""
    return not (_file().exists() or finished_files() or unfinished_files())


def _file() -> Path:
    return data_folder() / "place.json"
