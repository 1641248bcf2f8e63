"""Where Debian's Chromium is. Its headless shell, if there, costs the processor half as much."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def chromium_path() -> str:
    """The program to start."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise FileNotFoundError("there is no chromium; on Debian: apt install chromium-headless-shell")
