"""The files of the site: one tree, whose modules find each other by relative paths."""

from __future__ import annotations

import inspect
import re
import shutil
from pathlib import Path

import pytest

from divisor_duel.game import AnyGame
from divisor_duel.games.registry import every_game
from divisor_duel.web.site.files import (
    ICON,
    STATIC,
    STYLES,
    SUFFIXES,
    TABLES,
    THEME,
    hash_of,
    imported_modules,
    site_files,
    style_sheets,
)

FILES = site_files(every_game())
HEAP_PAGE = Path(__file__).parents[2] / "heap_page"


def test_the_tree_holds_the_site_and_the_games() -> None:
    """Scripts, styles and images are there as they are on disk, and nothing else."""
    assert FILES["lib/dom.js"] == (STATIC / "lib/dom.js").read_bytes()
    assert {"games/chain/page/page.js", "games/sum/page/page.css", ICON, THEME} <= set(FILES)
    assert all(path.endswith(SUFFIXES) for path in FILES)


@pytest.mark.parametrize("path", TABLES)
def test_the_scripts_of_games_are_in_tables(path: str) -> None:
    """Each game that brings a script is in its table, in the order of the games."""
    table, script = TABLES[path]
    text = FILES[path].decode()
    imports = re.findall(
        r'^import \{ draw as (\w+) \} from "\.\./games/(\w+)/page/(.+)";$', text, re.M
    )
    assert [game for _, game, _ in imports] == list(every_game())
    assert {name for _, _, name in imports} == {script}
    entries = ", ".join(f"{game}: {name}" for name, game, _ in imports)
    assert text.endswith(f"export const {table} = {{ {entries} }};\n")
    assert site_files({})[path].decode() == f"export const {table} = {{  }};\n"


def test_a_game_may_bring_scripts_of_any_name(heap: type[AnyGame]) -> None:
    """Everything in its folder `page` is in the tree; a game without the folder adds nothing."""
    assert not [path for path in site_files({"heap": heap}) if path.startswith("games/")]
    page = Path(inspect.getfile(heap)).parent / "page"
    shutil.copytree(HEAP_PAGE, page)
    try:
        files = site_files({"heap": heap})
    finally:
        shutil.rmtree(page)
    assert imported_modules("games/heap/page/page.js", files)[:2] == [
        "games/heap/page/setup.js",
        "games/heap/page/label.js",
    ]
    assert "heap: draw0" in files["boards/game-boards.js"].decode()
    assert "heap" not in files["components/game-emblems.js"].decode()
    assert "games/heap/page/page.css" in style_sheets("play", files)


@pytest.mark.parametrize("page", STYLES)
def test_everything_a_page_needs_is_known(page: str) -> None:
    """Its sheets exist, those of games follow the boards', and its modules are listed once."""
    sheets = style_sheets(page, FILES)
    assert set(sheets) <= set(FILES)
    assert ("games/chain/page/page.css" in sheets) == ("css/board.css" in sheets)
    modules = imported_modules(f"pages/{page}.js", FILES)
    assert len(set(modules)) == len(modules)
    assert "lib/dom.js" in modules
    assert f"pages/{page}.js" not in modules


def test_every_page_has_styles() -> None:
    """The pages that have scripts are those that have style sheets."""
    assert set(STYLES) == {path.stem for path in (STATIC / "pages").glob("*.js")}


def test_imports_are_found_in_every_form() -> None:
    """Named, default, for effect, exported again, over lines and in circles; not in other text."""
    files = {
        "pages/a.js": b'import "./b.js";\nimport c, {\n  d,\n} from "../lib/c.js";\n',
        "pages/b.js": b"export { e } from './e.js';\nexport const g = './none.js';\n",
        "lib/c.js": b'import * as a from "../pages/a.js";\nimport "./c.js";\n',
        "pages/e.js": b'say(`import "./f.js"`);\n',
        "pages/f.js": b"",
    }
    assert imported_modules("pages/a.js", files) == ["pages/b.js", "lib/c.js", "pages/e.js"]


def test_the_hash_covers_names_and_content() -> None:
    """It changes with any name or byte, not with the order."""
    hashes = [
        hash_of(files)
        for files in ({"a": b"1", "b": b"2"}, {"a": b"2", "b": b"1"}, {"a": b"1", "c": b"2"})
    ]
    assert len(set(hashes)) == 3
    assert hash_of({"b": b"2", "a": b"1"}) == hashes[0]
    assert re.fullmatch(r"[0-9a-f]{10}", hashes[0])
