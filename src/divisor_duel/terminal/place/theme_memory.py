"""Paper or ink: what was chosen last is found again."""

from __future__ import annotations

import json
import os
from pathlib import Path

from divisor_duel.files import SETTINGS_FILE, data_folder, read_bounded, write_whole
from divisor_duel.terminal.place import look


def remembered() -> str:
    """The look chosen last; at first dark, unless the terminal says that it is light."""
    try:
        theme = json.loads(read_bounded(_file(), SETTINGS_FILE))["theme"]
        if theme in (look.PAPER.name, look.INK.name):
            return str(theme)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return look.PAPER.name if ground in ("7", "15") else look.INK.name


def remember(theme: str) -> None:
    """Keep it for the next time."""
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), json.dumps({"theme": theme}).encode())
    except OSError:  # the look is not worth an error
        return


def _file() -> Path:
    return data_folder() / "place.json"
