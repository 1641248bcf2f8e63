"""The files of the site: its own scripts, style sheets and images, and those of the games.

They form one tree of plain modules that import each other by relative paths, so it works from
any address, also as a copy in a folder. A game's files are below ``games/<id>/page/``. This
module needs only the standard library, as it also runs while the wheel is built.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from divisor_duel.game import AnyGame
from divisor_duel.games.parts import page_folder

STATIC = Path(__file__).parents[1] / "static"
SUFFIXES = (".js", ".css", ".svg")
"""Endings of the files that browsers load."""

THEME = "lib/theme.js"
"""The script that sets the theme before the first paint."""
ICON = "icon.svg"

_BOARD = ("paper", "play", "board", "drawings")
PRINT = "css/print.css"
"""The last style sheet of every page: how it looks on paper."""
STYLES = {
    "start": ("paper", "start", "sketch"),
    "play": _BOARD,
    "puzzle": _BOARD,
    "daily": _BOARD,
    "learn": _BOARD,
    "exercises": (*_BOARD, "sketch"),
    "explore": (*_BOARD, "sketch"),
    "rules": (*_BOARD, "sketch"),
    "class": ("paper", "play", "room"),
    "teacher": (*_BOARD, "room"),
    "projector": (*_BOARD, "room"),
    "room": (*_BOARD, "room"),
    "not-found": ("paper", "play", "sketch"),
}
"""The style sheets of each page, in order; those of the games follow `board`."""

TABLES = {
    "boards/game-boards.js": ("BOARDS", "page.js"),
    "components/game-emblems.js": ("EMBLEMS", "emblem.js"),
}
"""Modules that are written here: for each, the table it exports and the script of a game."""


def site_files(games: Mapping[str, type[AnyGame]]) -> dict[str, bytes]:
    """Return the content of every file by its path, with the scripts of these games."""
    files = dict(_files_in(STATIC, ""))
    for game, kind in games.items():
        folder = page_folder(kind)
        if folder:
            files |= _files_in(folder, f"games/{game}/page/")
    tables = {path: _table(path, games, files) for path in TABLES}
    return files | tables


def _files_in(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES:
            yield prefix + path.relative_to(folder).as_posix(), path.read_bytes()


def _table(path: str, games: Iterable[str], files: Mapping[str, bytes]) -> bytes:
    """Return a module that exports the `draw` of each game that brings the script."""
    table, script = TABLES[path]
    paths = {game: f"games/{game}/page/{script}" for game in games}
    found = {game: script for game, script in paths.items() if script in files}
    imports = [
        f'import {{ draw as draw{number} }} from "../{script}";\n'
        for number, script in enumerate(found.values())
    ]
    entries = [f"{game}: draw{number}" for number, game in enumerate(found)]
    return f"{''.join(imports)}export const {table} = {{ {', '.join(entries)} }};\n".encode()


def hash_of(files: Mapping[str, bytes]) -> str:
    """Return a short hash of the paths and the content of files."""
    digest = hashlib.sha256()
    for path, body in sorted(files.items()):
        digest.update(f"{path}\n{len(body)}\n".encode() + body)
    return digest.hexdigest()[:10]


def style_sheets(page: str, files: Mapping[str, bytes]) -> list[str]:
    """Return the paths of a page's style sheets, in order."""
    own = [path for path in files if re.fullmatch(r"games/\w+/page/page\.css", path)]
    sheets = []
    for name in STYLES[page]:
        sheets += [f"css/{name}.css", *(own if name == "board" else [])]
    return [*sheets, PRINT]


_IMPORT = re.compile(r"""^(?:import|export)\b[^;"']*["']([./][^"']+)["']""", re.M)


def imported_modules(entry: str, files: Mapping[str, bytes]) -> list[str]:
    """Return the modules that a module imports, directly or not, to be fetched early.

    This is a hint: the browser itself follows imports. It fetches a module missed here later, and
    one listed by mistake without need.
    """
    found: dict[str, None] = {}
    waiting = [entry]
    while waiting:
        path = waiting.pop(0)
        for target in _IMPORT.findall(files[path].decode()):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if module in files and module not in found and module != entry:
                found[module] = None
                waiting.append(module)
    return list(found)
