"""How this program is called here: what a person can type to call it again."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path


def program() -> str:
    """`duel`, or the path to it where the shell would not find it by that name.

    After `make play` it lies in `.venv/bin`, which is on nobody's PATH.
    """
    called = Path(sys.argv[0])
    if called.name != "duel" or not called.is_file() or shutil.which("duel"):
        return "duel"
    near = os.path.relpath(called)
    return shlex.quote(str(called) if near.startswith(os.pardir) else near)
