"""The command that installs a missing extra in the current environment."""

from __future__ import annotations

import re
import shlex
import sys

DISTRIBUTION = "divisor-duel"


def install_message(what: str, extra: str) -> str:
    """Return a message: what is missing, and how to install it for this Python."""
    return f"{what}: {shlex.join(install_command(extra))}"


def install_command(extra: str) -> list[str]:
    """Return the command that installs an extra for this Python."""
    return [sys.executable, "-m", "pip", "install", *_packages(extra)]


def is_installed(extra: str) -> bool:
    """Return whether every package of an extra is installed."""
    from importlib import metadata

    for package in _packages(extra):
        try:
            metadata.version(re.split(r"[^\w.-]", package, maxsplit=1)[0])
        except metadata.PackageNotFoundError:
            return False
    return True


def _packages(extra: str) -> list[str]:
    """Return the extra's packages: pip finds those wherever this one came from."""
    from importlib import metadata  # slow to import, and rarely needed

    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # running from a source tree, not installed
        return [f"{DISTRIBUTION}[{extra}]"]
    own = re.compile(rf"""extra == ["']{extra}["']""")
    return [_shortened(line) for line in requirements if own.search(line)]


def _shortened(requirement: str) -> str:
    """Return a requirement, with its version only if that has an upper bound."""
    wanted = requirement.partition(";")[0].strip()
    return wanted if "<" in wanted else re.split(r"[^\w.-]", wanted, maxsplit=1)[0]
