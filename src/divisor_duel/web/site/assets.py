"""Scripts, style sheets and images as they are sent: under addresses that never change.

Every address contains a hash of all files of the site. So browsers may cache a file for a year,
and a page never mixes files of two releases, although modules name each other by plain paths.
"""

from __future__ import annotations

import gzip
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from divisor_duel.games.registry import every_game
from divisor_duel.web.site.bundles import read_bundles
from divisor_duel.web.site.files import (
    ICON,
    STATIC,
    THEME,
    hash_of,
    imported_modules,
    site_files,
    style_sheets,
)

CACHE_FOREVER = "public, max-age=31536000, immutable"
"""Cache-Control header of files whose address contains a hash of their content."""
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".pdf": "application/pdf",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class Asset:
    """A file as it is sent to browsers."""

    body: bytes
    """The content."""
    small: bytes
    """The content, gzipped."""


def gzipped(body: bytes) -> bytes:
    """Gzip the content; equal content gives equal bytes."""
    return gzip.compress(body, 9, mtime=0)


@lru_cache(maxsize=64)
def _gzipped_page(body: bytes) -> bytes:
    """Gzip a page; cached, as most pages are the same for all clients."""
    return gzipped(body)


def read_static(path: str) -> str:
    """Read a file that is part of a page's HTML."""
    return (STATIC / path).read_text(encoding="utf-8")


class PageAssets:
    """The files that pages load, and the tags that load them."""

    def __init__(self, files: Mapping[str, bytes], bundles: Mapping[str, bytes] | None) -> None:
        served = files if bundles is None else bundles
        self._root = hash_of(served)
        self._files, self._bundled = files, bundles is not None
        self.assets = {
            f"{self._root}/{path}": Asset(body, gzipped(body)) for path, body in served.items()
        }

    def address(self, path: str) -> str:
        """Return the address of a file."""
        return f"/assets/{self._root}/{path}"

    def tags(self, page: str) -> dict[str, str]:
        """Return the tags in the head of a page: its icon, style sheets and scripts."""
        script = f"pages/{page}.js"
        sheets, modules = [f"pages/{page}.css"], list[str]()
        if not self._bundled:
            sheets = style_sheets(page, self._files)
            modules = imported_modules(script, self._files)
        links = [f'<link rel="modulepreload" href="{self.address(path)}">' for path in modules]
        return {
            "icon": f'<link rel="icon" href="{self.address(ICON)}" type="image/svg+xml">',
            "theme": f'<script src="{self.address(THEME)}"></script>',
            "style": "\n".join(
                f'<link rel="stylesheet" href="{self.address(path)}">' for path in sheets
            ),
            "script": "\n".join(
                [f'<script type="module" src="{self.address(script)}"></script>', *links]
            ),
        }


@lru_cache(maxsize=1)
def page_assets() -> PageAssets:
    """Return the assets of this server, compressed once."""
    files = site_files(every_game())
    return PageAssets(files, read_bundles(files))


async def show_asset(request: Request) -> Response:
    """GET /assets/{hash}/{path}."""
    name = request.path_params["name"]
    file = page_assets().assets.get(name)
    if file is None:
        raise HTTPException(404, "the page has changed; reload it")
    kind = KINDS[posixpath.splitext(name)[1]]
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
