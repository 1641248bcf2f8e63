"""`duel site` as a person runs it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.conftest import Run

COMMAND = [sys.executable, "-m", "divisor_duel", "site"]


def test_it_serves_a_folder_until_it_is_stopped(tmp_path: Path) -> None:
    """It prints its address, sends the files, opens the browser if asked, and Ctrl-C ends it."""
    (tmp_path / "service-worker.js").write_text("//")
    (tmp_path / "index.html").write_text("a site")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    process = subprocess.Popen(
        [*COMMAND, str(tmp_path), "--port", "0", "--open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"BROWSER": str(browser), "PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(sys.path)},
    )
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    assert httpx.get(found[0], timeout=300).text == "a site"
    assert (tmp_path / "opened").read_text().strip() == found[0]
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, "")


def test_a_folder_without_a_site_is_refused(duel: Run, tmp_path: Path) -> None:
    """The error says what writes one."""
    done = duel("site", str(tmp_path))
    assert done.returncode != 0
    assert "build one with: make site" in done.stderr


def test_a_port_in_use_is_refused(duel: Run, tmp_path: Path) -> None:
    """The error names the flag that chooses another."""
    (tmp_path / "service-worker.js").write_text("//")
    with subprocess.Popen(
        [*COMMAND, str(tmp_path), "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout
        found = re.search(r":(\d+)/", first.stdout.readline())
        assert found
        done = duel("site", str(tmp_path), "--port", found[1])
        first.send_signal(signal.SIGINT)
    assert done.returncode != 0
    assert "choose another with --port" in done.stderr
