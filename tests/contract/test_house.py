"""Nothing outside `games/` names a game, and games are set up in one way.

The order of imports is checked by import-linter and in test_layers.py.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path

import pytest

from divisor_duel import GAMES
from tests.contract.sources import MODULES, SOURCE, parsed

OUTSIDE = [name for name in MODULES if not name.startswith("games/")]
STATIC = SOURCE / "web" / "static"
SCRIPTS = sorted([*STATIC.rglob("*.js"), *STATIC.rglob("*.css")])


def imports(name: str) -> Iterator[str]:
    """The modules of this package that a module imports, wherever in it."""
    for node in ast.walk(parsed(name)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        else:
            continue
        yield from (each for each in found if each.split(".")[0] == "divisor_duel")


def branches(name: str) -> Iterator[str]:
    """Where a module compares with a game's id, looks something up by it, or assumes it."""
    for node in ast.walk(parsed(name)):
        looked: list[ast.AST | None] = []
        if isinstance(node, ast.Compare):
            looked = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            looked = [*node.keys]
        elif isinstance(node, ast.Subscript):
            looked = [node.slice]
        elif isinstance(node, ast.arguments):
            looked = [*node.defaults, *node.kw_defaults]
        elif isinstance(node, ast.MatchValue):
            looked = [node.value]
        for each in looked:
            for part in ast.walk(each) if each else ():
                if isinstance(part, ast.Constant) and part.value in GAMES:
                    yield f"line {part.lineno}: {part.value!r}"


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_module_outside_games_names_a_game(name: str) -> None:
    """It imports none, branches on the id of none and keeps no table by game."""
    own = tuple(f"divisor_duel.games.{game}" for game in GAMES)
    assert [each for each in imports(name) if each.startswith(own)] == []
    assert list(branches(name)) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_of_the_page_names_a_game(path: Path) -> None:
    """The page's own scripts and styles know no game; boards lie with their games."""
    found = re.findall(r"""["'`.](\w+)["'`.: ,{]""", path.read_text())
    assert not {word for word in found if word in GAMES}


BOARDS = sorted((SOURCE / "games").rglob("*.js"))
HTTP = re.compile(
    r"\bfetch\(|WebSocket|XMLHttpRequest|/api\b|(?:picture|result)\.png|qr\.svg|location\.origin"
)
IMPORTED = re.compile(r'(?:\bfrom |\bimport\()"([./\w-]+\.js)"')
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
SERVER_ADAPTER = (
    "api/live-socket.js",
    "api/requests.js",
    "api/room-socket.js",
    "api/server.js",
    "api/socket.js",
    "lib/addresses.js",
)
LOCAL_ADAPTER = (
    "api/linked.js",
    "api/local.js",
    "api/prepared.js",
    "worker/python.js",
    "worker/service-worker.js",
)
ADAPTERS = {STATIC / name for name in (*SERVER_ADAPTER, *LOCAL_ADAPTER)}


@pytest.mark.parametrize(
    "path", [*SCRIPTS, *BOARDS], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_only_the_adapters_know_how_data_arrives(path: Path) -> None:
    """The page has two back ends, and no other script knows which of them it speaks to."""
    if path.suffix == ".js" and path not in ADAPTERS:
        assert HTTP.findall(IMPORTED.sub("", path.read_text())) == []


LAYERS = ("worker", "lib", "api", "state", "boards", "components", "pages", ".")
"""Folders of the page's scripts: each may import from itself and from those before it."""


@pytest.mark.parametrize(
    "path", sorted(STATIC.rglob("*.js")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_scripts_import_from_lower_layers(path: Path) -> None:
    """A script imports only from its own folder and lower ones; types in comments do not count."""
    layer = LAYERS.index(path.relative_to(STATIC).parent.as_posix())
    for name in IMPORTED.findall(COMMENT.sub("", path.read_text())):
        imported = Path(normpath(path.parent / name)).relative_to(STATIC)
        assert LAYERS.index(imported.parent.as_posix()) <= layer, name


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_scripts_of_games_import_no_part_of_the_page(path: Path) -> None:
    """A game draws its board from what boards share; it knows no component, page or request."""
    for name in IMPORTED.findall(COMMENT.sub("", path.read_text())):
        assert re.match(r"\.\./\.\./\.\./(?:lib|state|boards)/", name), name


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_no_board_divides(path: Path) -> None:
    """What divides what comes with the state: a script takes remainders by constants alone."""
    text = COMMENT.sub("", path.read_text())
    assert re.findall(r"%\s*(?!\d)\S+|gcd|divisible", text) == []


@pytest.mark.parametrize("name", OUTSIDE)
def test_games_are_set_up_in_one_way(name: str) -> None:
    """Outside `games/` only `set_up` gives options to a game's class, and it checks them."""
    found = [
        node.lineno
        for node in ast.walk(parsed(name))
        if isinstance(node, ast.Call)
        and any(keyword.arg is None for keyword in node.keywords)
        and ast.unparse(node.func).split(".")[-1].split("[")[0] in ("game", "kind", "GAMES")
    ]
    assert found == []
