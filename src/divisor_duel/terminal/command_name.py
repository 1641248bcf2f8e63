"""What to type to run this program again."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path


def command_name() -> str:
    """Return `duel`, or its path if the shell would not find it by name.

    `make play` installs it in `.venv/bin`, which is not on the PATH.
    """
    executable = Path(sys.argv[0])
    if executable.name != "duel" or not executable.is_file() or shutil.which("duel"):
        return "duel"
    relative = os.path.relpath(executable)
    return shlex.quote(str(executable) if relative.startswith(os.pardir) else relative)
