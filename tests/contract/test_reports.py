"""A test that fails is reported, whatever garbage it leaves behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

FAILING = '''
import gc, logging

class Lost:
    """Garbage that logs an error when it is collected, as asyncio does for lost exceptions."""

    def __init__(self):
        self.itself = self

    def __del__(self):
        try:
            {}["a"]
        except KeyError:
            logging.getLogger("lost").exception("lost")

def test_that_fails():
    gc.callbacks.append(lambda phase, info: Lost() and None)
    gc.set_threshold(50)
    assert gc.get_threshold() is None
'''


def test_a_failure_is_reported_beside_garbage(tmp_path: Path) -> None:
    """Garbage that is collected while pytest reports a failure does not end the whole run."""
    file = tmp_path / "test_failing.py"
    file.write_text(FAILING)
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-c", "/dev/null"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", str(tmp_path), str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
    )
    assert "INTERNALERROR" not in done.stdout
    assert "assert gc.get_threshold() is None" in done.stdout
    assert done.returncode == 1
