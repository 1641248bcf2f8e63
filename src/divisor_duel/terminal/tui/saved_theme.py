"""Saves the theme, paper or ink, between runs."""

from __future__ import annotations

import json
import os
from pathlib import Path

from divisor_duel.files import SETTINGS_FILE, data_folder, read_bounded, write_atomic
from divisor_duel.terminal.tui import themes


def read_theme() -> str:
    """Return the saved theme; by default dark, unless the terminal reports light."""
    try:
        theme = json.loads(read_bounded(_file(), SETTINGS_FILE))["theme"]
        if theme in (themes.PAPER.name, themes.INK.name):
            return str(theme)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return themes.PAPER.name if background in ("7", "15") else themes.INK.name


def save_theme(theme: str) -> None:
    """Save the theme for the next run."""
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_atomic(_file(), json.dumps({"theme": theme}).encode(), private=True)
    except OSError:  # a theme is not worth an error message
        return


def _file() -> Path:
    return data_folder() / "place.json"
