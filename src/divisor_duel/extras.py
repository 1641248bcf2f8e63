"""What to type for an extra that is not installed: a command that works where it is shown."""

from __future__ import annotations

import re
import shlex
import sys
from importlib import metadata

DISTRIBUTION = "divisor-duel"


def missing(what: str, extra: str) -> str:
    """The sentence that says what is needed, and the command that installs it for this Python."""
    python = shlex.quote(sys.executable)
    return f"{what}: {python} -m pip install {' '.join(_packages(extra))}"


def _packages(extra: str) -> list[str]:
    """The extra's packages by their names, which work without knowing where this one came from."""
    try:
        wanted = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # it runs from its sources alone
        return [shlex.quote(f"{DISTRIBUTION}[{extra}]")]
    own = re.compile(rf"""extra == ["']{extra}["']""")
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in wanted if own.search(line)]
