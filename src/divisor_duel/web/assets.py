"""The page's own files as they are sent: one script and one style sheet per page.

The sources stay small modules; a reader would wait for each of them in turn. So the modules
that a page needs are laid one after the other, each in a scope of its own, and what is sent
is named by its content: it may be kept for a year, and a change has another name.
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

STATIC = Path(__file__).parent / "static"
KEEP = "public, max-age=31536000, immutable"
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
_REMARK = re.compile(r"/\*\*.*?\*/[ ]?", re.S)
_EMPTY = re.compile(r"\n\s*(?=\n)")
_PICTURE = re.compile(r'url\("/static/([\w.-]+\.svg)"\)')


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    name: str
    """Its name, with a mark of its content in it."""
    body: bytes
    """The content."""
    small: bytes
    """The content compressed."""

    @property
    def address(self) -> str:
        """Where it is."""
        return f"/assets/{self.name}"


def asset(name: str, body: bytes) -> Asset:
    """A file named by its content; the same content always has the same name."""
    stem, ending = posixpath.splitext(name)
    mark = hashlib.sha256(body).hexdigest()[:10]
    return Asset(f"{stem}.{mark}{ending}", body, squeezed(body))


def squeezed(body: bytes) -> bytes:
    """The content compressed, the same bytes every time."""
    return gzip.compress(body, 9, mtime=0)


@lru_cache(maxsize=64)
def _squeezed_page(body: bytes) -> bytes:
    """Compress a page; most of them are the same for all readers."""
    return squeezed(body)


def read_static(path: str) -> str:
    """A file of the page by its path below ``/static``."""
    return (STATIC / path).read_text(encoding="utf-8")


def read_module(path: str) -> str:
    """A module by its address: one of the page, or one that a game brings."""
    kind, _, rest = path.lstrip("/").partition("/")
    if kind == "static":
        return read_static(rest)
    game, _, name = rest.partition("/")
    found = page_file(find_game(game), name)
    if found is None:
        raise ValueError(f"there is no module {path}")
    return found.read_text(encoding="utf-8")


BOARDS = "css/board.css"
"""The style sheet of all boards."""

BROUGHT = {
    "/static/boards/index.js": ("BOARDS", "page.js"),
    "/static/emblems.js": ("EMBLEMS", "emblem.js"),
}
"""Registers of what games bring: the module, the name of its table, and the file of a game."""


def bundle(entry: str) -> str:
    """The module at an address with all that it imports as one script, the imported first."""
    parts: dict[str, str] = {}
    _gather(entry, parts, ())
    for register, (table, name) in BROUGHT.items():
        if register in parts:
            for game, kind in every_game().items():
                if page_file(kind, name):
                    parts |= _registered(parts, register, table, f"/games/{game}/{name}", game)
    last = parts.pop(entry)
    return "const modules = {};\n" + "".join(parts.values()) + last


def _registered(
    parts: dict[str, str], register: str, table: str, path: str, game: str
) -> dict[str, str]:
    """What a game brings, entered in its register."""
    own = dict(parts)
    _gather(path, own, ())
    own[path] += f'modules["{register}"].{table}["{game}"] = modules["{path}"].draw;\n'
    return own


def _gather(path: str, parts: dict[str, str], above: tuple[str, ...]) -> None:
    if path in above:
        raise ValueError(f"modules import each other: {' > '.join([*above, path])}")
    if path in parts:
        return
    source = _REMARK.sub("", read_module(path))

    def linked(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        _gather(target, parts, (*above, path))
        names = found["all"] or f"{{{found['names'].replace(' as ', ': ')}}}"
        return f'const {names} = modules["{target}"];\n'

    body = _IMPORT.sub(linked, source)
    exported = ", ".join(name for _, name in _EXPORT.findall(body))
    body = _EMPTY.sub("", _EXPORT.sub(r"\1", body)).strip()
    parts[path] = f'modules["{path}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n'


def style(paths: list[str]) -> str:
    """Style sheets as one, with their small drawings inside."""
    return "\n".join(_PICTURE.sub(_inside, text) for path in paths for text in _sheets(path))


def _sheets(path: str) -> Iterator[str]:
    """A style sheet; after that of the boards, those that games bring."""
    yield read_static(path)
    if path == BOARDS:
        own = (page_file(kind, "page.css") for kind in every_game().values())
        yield from (file.read_text(encoding="utf-8") for file in own if file)


def _inside(found: re.Match[str]) -> str:
    drawn = b64encode(read_static(found[1]).encode()).decode()
    return f'url("data:image/svg+xml;base64,{drawn}")'


_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="/static/([\w/.-]+)">\n)+')
_SHEET = re.compile(r'href="/static/([\w/.-]+)"')
_SCRIPT = re.compile(r'<script type="module" src="/static/([\w/.-]+)"></script>')
_PLAIN = re.compile(r'"/static/([\w/.-]+\.(?:svg|png|js|webmanifest))"')


class Shelf:
    """All assets of the pages, made once when they are first asked for."""

    def __init__(self) -> None:
        self.assets: dict[str, Asset] = {}

    def put(self, name: str, body: bytes) -> str:
        """Keep a file; its address."""
        made = asset(name, body)
        self.assets[made.name] = made
        return made.address

    def fitted(self, stem: str, text: str) -> str:
        """The HTML of a page with the addresses of the assets that it needs."""

        def sheets(found: re.Match[str]) -> str:
            address = self.put(f"{stem}.css", style(_SHEET.findall(found[0])).encode())
            return f'<link rel="stylesheet" href="{address}">\n'

        def module(found: re.Match[str]) -> str:
            address = self.put(f"{stem}.js", bundle(f"/static/{found[1]}").encode())
            return (
                f'<link rel="modulepreload" href="{address}">\n'
                f'<script type="module" src="{address}"></script>'
            )

        def plain(found: re.Match[str]) -> str:
            path = found[1]
            return f'"{self.put(Path(path).name, (STATIC / path).read_bytes())}"'

        return _PLAIN.sub(plain, _SCRIPT.sub(module, _SHEETS.sub(sheets, text)))


@lru_cache(maxsize=1)
def shelf() -> Shelf:
    """The assets of this server."""
    return Shelf()


async def show_asset(request: Request) -> Response:
    """GET /assets/{name}."""
    found = shelf().assets.get(request.path_params["name"])
    if found is None:
        raise HTTPException(404, "the page has changed; load it again")
    kind = KINDS[posixpath.splitext(found.name)[1]]
    return sent(request, found.body, kind, found.small, KEEP)


def sent(
    request: Request, body: bytes, kind: str, small: bytes | None = None, keep: str = "no-cache"
) -> Response:
    """A response, compressed for who can read that."""
    headers = {"vary": "accept-encoding", "cache-control": keep}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = small if small is not None else _squeezed_page(body)
    return Response(body, headers=headers, media_type=kind)
