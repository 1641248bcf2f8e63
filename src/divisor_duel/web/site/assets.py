"""Static files of the pages, bundled into one script and one style sheet per page.

The sources are small modules, which a browser would have to fetch one after another. So the
modules that a page needs are concatenated, each in its own scope. The name of a bundle contains
a hash of its content: browsers may cache it for a year, and a changed bundle has a new name.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.games.parts import page_file
from divisor_duel.games.registry import every_game, find_game

STATIC = Path(__file__).parents[1] / "static"
CACHE_FOREVER = "public, max-age=31536000, immutable"
"""Cache-Control header of files whose name contains a hash of their content."""
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}

_IMPORT = re.compile(
    r"^import\s+(?:\*\s+as\s+(?P<all>\w+)|\{(?P<names>[^}]*)\})\s+from\s+"
    r'"(?P<path>[^"]+)";\n?',
    re.M,
)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?(?:function\*?|class|const|let)\s+(\w+))", re.M)
_DOC_COMMENT = re.compile(r"/\*\*.*?\*/[ ]?", re.S)
_BLANK_LINE = re.compile(r"\n\s*(?=\n)")
_PICTURE = re.compile(r'url\("/static/([\w.-]+\.svg)"\)')


@dataclass(frozen=True)
class Asset:
    """A file as it is sent to browsers."""

    name: str
    """The file name, which contains a hash of the content."""
    body: bytes
    """The content."""
    small: bytes
    """The content, gzipped."""

    @property
    def address(self) -> str:
        """The path of its URL."""
        return f"/assets/{self.name}"


def asset(name: str, body: bytes) -> Asset:
    """Return a file whose name contains a hash of its content."""
    stem, ending = posixpath.splitext(name)
    digest = hashlib.sha256(body).hexdigest()[:10]
    return Asset(f"{stem}.{digest}{ending}", body, gzipped(body))


def gzipped(body: bytes) -> bytes:
    """Gzip the content; equal content gives equal bytes."""
    return gzip.compress(body, 9, mtime=0)


@lru_cache(maxsize=64)
def _gzipped_page(body: bytes) -> bytes:
    """Gzip a page; cached, as most pages are the same for all clients."""
    return gzipped(body)


def read_static(path: str) -> str:
    """Read a static file by its path below ``/static``."""
    return (STATIC / path).read_text(encoding="utf-8")


def read_module(path: str) -> str:
    """Read a JavaScript module by its path: the site's own, or one of a game."""
    kind, _, rest = path.lstrip("/").partition("/")
    if kind == "static":
        return read_static(rest)
    game, _, name = rest.partition("/")
    file = page_file(find_game(game), name)
    if file is None:
        raise ValueError(f"module not found: {path}")
    return file.read_text(encoding="utf-8")


BOARDS = "css/board.css"
"""The style sheet for boards; those of the games are appended to it."""

REGISTRIES = {
    "/static/boards/index.js": ("BOARDS", "page.js"),
    "/static/components/emblems.js": ("EMBLEMS", "emblem.js"),
}
"""Modules that list the games' scripts: for each, its table's name and the script of a game."""


def bundle(entry: str) -> str:
    """Return a module and everything it imports as one script, imports first."""
    parts: dict[str, str] = {}
    _gather(entry, parts, ())
    for register, (table, name) in REGISTRIES.items():
        if register in parts:
            for game, kind in every_game().items():
                if page_file(kind, name):
                    _register(parts, register, table, f"/games/{game}/{name}", game)
    last = parts.pop(entry)
    return "const modules = {};\n" + "".join(parts.values()) + last


def _register(parts: dict[str, str], register: str, table: str, path: str, game: str) -> None:
    """Add the script of a game to `parts`, and enter it in the table of `register`."""
    _gather(path, parts, ())
    parts[path] += f'modules["{register}"].{table}["{game}"] = modules["{path}"].draw;\n'


def _gather(path: str, parts: dict[str, str], above: tuple[str, ...]) -> None:
    if path in above:
        raise ValueError(f"circular import: {' > '.join([*above, path])}")
    if path in parts:
        return
    source = _DOC_COMMENT.sub("", read_module(path))

    def link(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), match["path"]))
        _gather(target, parts, (*above, path))
        names = match["all"] or f"{{{match['names'].replace(' as ', ': ')}}}"
        return f'const {names} = modules["{target}"];\n'

    body = _IMPORT.sub(link, source)
    exported = ", ".join(name for _, name in _EXPORT.findall(body))
    body = _BLANK_LINE.sub("", _EXPORT.sub(r"\1", body)).strip()
    parts[path] = f'modules["{path}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n'


def style(paths: list[str]) -> str:
    """Join style sheets into one, with their small SVG images inlined."""
    return "\n".join(_PICTURE.sub(_inline, text) for path in paths for text in _sheets(path))


def _sheets(path: str) -> Iterator[str]:
    """Yield a style sheet; after the one for boards, also those of the games."""
    yield read_static(path)
    if path == BOARDS:
        own = (page_file(kind, "page.css") for kind in every_game().values())
        yield from (file.read_text(encoding="utf-8") for file in own if file)


def _inline(match: re.Match[str]) -> str:
    image = b64encode(read_static(match[1]).encode()).decode()
    return f'url("data:image/svg+xml;base64,{image}")'


_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="/static/([\w/.-]+)">\n)+')
_SHEET = re.compile(r'href="/static/([\w/.-]+)"')
_SCRIPT = re.compile(r'<script type="module" src="/static/([\w/.-]+)"></script>')
_OTHER_FILE = re.compile(r'"/static/([\w/.-]+\.(?:svg|png|js|webmanifest))"')


class PageAssets:
    """The assets of all pages, each built when its page is first requested."""

    def __init__(self) -> None:
        self.assets: dict[str, Asset] = {}

    def put(self, name: str, body: bytes) -> str:
        """Store a file and return its address."""
        made = asset(name, body)
        self.assets[made.name] = made
        return made.address

    def link_assets(self, stem: str, text: str) -> str:
        """Return the HTML of a page with the addresses of its assets, which it builds."""

        def sheets(match: re.Match[str]) -> str:
            address = self.put(f"{stem}.css", style(_SHEET.findall(match[0])).encode())
            return f'<link rel="stylesheet" href="{address}">\n'

        def module(match: re.Match[str]) -> str:
            address = self.put(f"{stem}.js", bundle(f"/static/{match[1]}").encode())
            return (
                f'<link rel="modulepreload" href="{address}">\n'
                f'<script type="module" src="{address}"></script>'
            )

        def plain(match: re.Match[str]) -> str:
            path = match[1]
            return f'"{self.put(Path(path).name, (STATIC / path).read_bytes())}"'

        return _OTHER_FILE.sub(plain, _SCRIPT.sub(module, _SHEETS.sub(sheets, text)))


@lru_cache(maxsize=1)
def page_assets() -> PageAssets:
    """Return the assets of this server."""
    return PageAssets()


async def show_asset(request: Request) -> Response:
    """GET /assets/{name}."""
    file = page_assets().assets.get(request.path_params["name"])
    if file is None:
        raise HTTPException(404, "the page has changed; load it again")
    kind = KINDS[posixpath.splitext(file.name)[1]]
    return file_response(request, file.body, kind, file.small, CACHE_FOREVER)


def file_response(
    request: Request, body: bytes, kind: str, small: bytes | None = None, keep: str = "no-cache"
) -> Response:
    """Return a response, gzipped if the client accepts that."""
    headers = {"vary": "accept-encoding", "cache-control": keep}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = small if small is not None else _gzipped_page(body)
    return Response(body, headers=headers, media_type=kind)
