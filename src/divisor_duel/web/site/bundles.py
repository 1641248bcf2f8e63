"""Bundles: each page's modules as one script and its style sheets as one, made by esbuild.

A wheel contains the bundles of this package's own games, since dozens of small files take a phone
seconds over a slow network. Bundles are used only if they were made from exactly the files that
are installed. Otherwise pages load those files one by one: from a checkout, and if another
package brings a game with a script.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from divisor_duel.games.registry import COMPOUND, OWN_GAMES, find_game
from divisor_duel.web.site.files import (
    ICON,
    STYLES,
    THEME,
    hash_of,
    site_files,
    style_sheets,
)

FOLDER = Path(__file__).parents[1] / "bundles"
"""Where a wheel has its bundles; a checkout has none."""
SOURCES = "sources"
"""The file that holds the hash of the files from which bundles were made."""
OPTIONS = (
    "--bundle",
    "--minify",
    "--charset=utf8",
    "--format=esm",
    "--loader:.svg=dataurl",
    "--log-level=warning",
)


def read_bundles(files: Mapping[str, bytes], folder: Path | None = None) -> dict[str, bytes] | None:
    """Return the bundles made from these files, by path; None if there are none."""
    folder = folder or FOLDER
    sources = folder / SOURCES
    if not sources.is_file() or sources.read_text() != hash_of(files):
        return None
    paths = (ICON, THEME, *(f"pages/{page}{kind}" for page in STYLES for kind in (".js", ".css")))
    return {path: (folder / path).read_bytes() for path in paths}


def build_bundles(
    esbuild: Path,
    folder: Path,
    replaced: Mapping[str, bytes] | None = None,
    more: Iterable[str] = (),
    pages: Sequence[str] = tuple(STYLES),
) -> None:
    """Write the bundles of this package's own games into a folder.

    `replaced` are modules that take the place of the site's own, `more` are further scripts, and
    `pages` are the names of the pages that are needed.
    """
    games = {game: find_game(game) for game in (*OWN_GAMES, *COMPOUND)}
    files = {**site_files(games), **(replaced or {})}
    with tempfile.TemporaryDirectory() as copy:
        _write(Path(copy), files.items())
        sheets = {f"pages/{page}.css": _imports(style_sheets(page, files)) for page in pages}
        _write(Path(copy), sheets.items())
        entries = [THEME, *sheets, *(f"pages/{page}.js" for page in pages), *more]
        command = [str(esbuild.resolve()), *entries, *OPTIONS, f"--outdir={folder.resolve()}"]
        subprocess.run([*command, "--outbase=."], cwd=copy, check=True)
    _write(folder, [(ICON, files[ICON]), (SOURCES, hash_of(files).encode())])


def _imports(paths: Iterable[str]) -> bytes:
    return "".join(f'@import "../{path}";\n' for path in paths).encode()


def _write(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    for path, body in files:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
