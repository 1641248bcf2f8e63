"""Python for the browser: which modules it has."""

from __future__ import annotations

import ast
import gzip
import json
import sys
from pathlib import Path

import pytest

from divisor_duel.web.static_site.python_files import (
    LIBRARY,
    PACKAGE,
    _copy,
    _is_ours,
    app_file,
    fetch_wheels,
)
from divisor_duel.web.static_site.stdlib import USED_STDLIB

OWN = [path for path in PACKAGE.rglob("*.py") if _is_ours(path.relative_to(PACKAGE))]
BUILT_IN = {
    *("array", "atexit", "binascii", "builtins", "errno", "fcntl", "gc", "itertools"),
    *("math", "sys", "time", "unicodedata", "zlib"),
}
"""Modules that are compiled into Python itself."""
NATIVE_ONLY = {"resource", "platformdirs", "concurrent"}
"""Modules that are imported only where they exist."""


def imported(path: Path) -> set[str]:
    """The modules of the standard library that a module imports, anywhere in it."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names & sys.stdlib_module_names


def test_every_imported_module_is_there() -> None:
    """Our modules import nothing that the smaller standard library lacks."""
    needed = set[str]().union(*map(imported, OWN)) - BUILT_IN - NATIVE_ONLY
    assert needed - set(USED_STDLIB.split()) == set()


def test_our_modules_import_only_what_is_there() -> None:
    """A module of ours that is left out is imported nowhere when another one is."""
    there = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in OWN}
    there |= {name.removesuffix(".__init__") for name in there}
    for path in OWN:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("divisor_duel"):
                assert node.module in there, path


def test_the_server_is_left_out() -> None:
    """Neither the server nor the terminal is in the browser; rules, engine and boards are."""
    places = {path.relative_to(PACKAGE).as_posix() for path in OWN}
    assert {"web/offline/backend.py", "engine/engine.py", "games/chain/rules.py"} <= places
    assert {"games/chain/terminal.py", "terminal/lines/board.py"} <= places
    left_out = ("web/api", "web/store", "terminal/cli", "terminal/tui")
    assert not [place for place in places if place.startswith(left_out)]
    assert "web/server.py" not in places
    assert "games/chain/solving/compiled_matching.py" not in places


def test_data_beside_modules_is_there(tmp_path: Path) -> None:
    """A module of ours that reads a file finds it in the browser."""
    _copy(PACKAGE / "games", tmp_path, _is_ours)
    assert (tmp_path / "divider/solving/openings.json").is_file()
    assert not list(tmp_path.rglob("*.css"))


def test_the_modules_are_packed_behind_an_index(tmp_path: Path) -> None:
    """The index has each path and size; the compiled library is empty, as it is loaded apart."""
    for name, body in (("a/b.pyc", b"code"), (LIBRARY, b"wasm"), ("c.json", b"{}")):
        (tmp_path / "app" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "app" / name).write_bytes(body)
    packed = gzip.decompress(app_file(tmp_path))
    length = int.from_bytes(packed[:4], "little")
    assert json.loads(packed[4 : 4 + length]) == [["a/b.pyc", 4], ["c.json", 2], [LIBRARY, 0]]
    assert packed[4 + length :] == b"code{}"


def test_a_wheel_with_another_hash_is_refused(tmp_path: Path) -> None:
    """Pip compares what it fetched, or found here before, with the hash that is pinned."""
    name = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    requirements, folder = tmp_path / "requirements.txt", tmp_path / "wheels"
    folder.mkdir()
    (folder / name).write_bytes(b"something else")
    requirements.write_text(f"./{name} --hash=sha256:{'0' * 64}\n")
    with pytest.raises(Exception, match="returned non-zero exit status"):
        fetch_wheels(requirements, folder)
