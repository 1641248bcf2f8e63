"""The command that installs a missing extra in the current environment."""

from __future__ import annotations

import re
import shlex
import sys

DISTRIBUTION = "divisor-duel"


def install_message(what: str, extra: str) -> str:
    """Return a message: what is missing, and how to install it for this Python."""
    python = shlex.quote(sys.executable)
    return f"{what}: {python} -m pip install {' '.join(_packages(extra))}"


def _packages(extra: str) -> list[str]:
    """Return the extra's packages: pip finds those wherever this one came from."""
    from importlib import metadata  # slow to import, and rarely needed

    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # running from a source tree, not installed
        return [shlex.quote(f"{DISTRIBUTION}[{extra}]")]
    own = re.compile(rf"""extra == ["']{extra}["']""")
    return [_shortened(line) for line in requirements if own.search(line)]


def _shortened(requirement: str) -> str:
    """Return a requirement for a shell, with its version only if that has an upper bound."""
    wanted = requirement.partition(";")[0].strip()
    return shlex.quote(wanted) if "<" in wanted else re.split(r"[^\w.-]", wanted, maxsplit=1)[0]
