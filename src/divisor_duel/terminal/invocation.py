"""What to type to run this program again."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path


def program() -> str:
    """Return `duel`, or its path if the shell would not find it by name.

    `make play` installs it in `.venv/bin`, which is not on the PATH.
    """
    called = Path(sys.argv[0])
    if called.name != "duel" or not called.is_file() or shutil.which("duel"):
        return "duel"
    near = os.path.relpath(called)
    return shlex.quote(str(called) if near.startswith(os.pardir) else near)
