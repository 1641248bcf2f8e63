"""The folder that the build writes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from divisor_duel.web.static_site.build import _empty, _files, _service_worker

ASSETS = {"modules.pack.bin": b"12345", "worker/service-worker.js": b"code", "pages/play.js": b"x"}
RUNTIME = {"pyodide.asm.wasm.bin": gzip.compress(b"wasm"), "pyodide.js": b""}


def test_files_are_below_hashes_of_them_all() -> None:
    """A changed script moves the scripts, not Pyodide; all are listed for the service worker."""
    files = _files(dict(ASSETS), RUNTIME, "")
    changed = _files({**ASSETS, "pages/play.js": b"y"}, RUNTIME, "")
    moved = set(changed) - set(files)
    assert moved
    assert all(path.startswith("assets/") for path in moved)
    listed = json.loads(files["service-worker.js"].partition(b"=")[2].partition(b";\n")[0])
    assert set(listed["files"]) == set(files) - {"service-worker.js", ".nojekyll"}
    assert files["service-worker.js"].endswith(b";\ncode")


def test_any_change_makes_a_new_version() -> None:
    """The service worker differs if any file does, so that browsers notice."""
    assert _service_worker(b"", {"a": b"1"}) != _service_worker(b"", {"a": b"2"})


def test_pages_name_a_server_only_if_there_is_one() -> None:
    """Its address is a mark of every page."""
    with_server = _files(dict(ASSETS), RUNTIME, "https://duel.example")
    without = _files(dict(ASSETS), RUNTIME, "")
    assert b'data-server="https://duel.example"' in with_server["play/index.html"]
    assert b"data-server" not in without["play/index.html"]
    allowed = b"connect-src 'self' https://duel.example wss://duel.example"
    assert allowed in with_server["play/index.html"]
    assert b"connect-src" not in without["play/index.html"]


def test_the_documentation_stays(tmp_path: Path) -> None:
    """The build replaces its own files only."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").touch()
    _empty(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]
