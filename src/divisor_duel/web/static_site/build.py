"""Writes the static site into a folder.

Scripts, styles and our Python are in a folder named after a hash of them all, and Pyodide in
another, so that a browser downloads Pyodide again only when it has changed.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from divisor_duel.engine import DEFAULT
from divisor_duel.games.registry import every_game
from divisor_duel.web.engine.pictures import picture
from divisor_duel.web.engine.query import Query
from divisor_duel.web.offline.backend import Backend
from divisor_duel.web.offline.prepared import prepare
from divisor_duel.web.site.assets import gzipped
from divisor_duel.web.site.bundles import SOURCES, build_bundles
from divisor_duel.web.site.files import hash_of
from divisor_duel.web.static_site.pages import ICON_SIZES, manifest, page_html, site_pages
from divisor_duel.web.static_site.python_files import (
    LIBRARY,
    PACKED,
    REQUIREMENTS,
    fetch_wheels,
    python_files,
)

ADAPTER = {"api/adapter.js": b'export { adapter } from "../static-site.js";\n'}
"""The module that makes pages ask Python in the browser instead of a server."""

WORKER, SERVICE_WORKER = "worker/python.js", "worker/service-worker.js"
APP = "modules.pack"
"""The file with our modules."""
LARGE = tuple(f"{kind}{PACKED}" for kind in (".zip", ".wasm", ".so", ".pack"))
"""Endings of the files whose loading the pages report."""

DOCS = "docs"
"""The folder of the site that `make docs` fills."""


def build_site(root: Path, folder: Path, server: str = "") -> None:
    """Write the site of the checkout at `root` into a folder; `server` is a server's origin.

    What is in the folder is replaced, except the documentation.
    """
    modules = root / "node_modules"
    wheels = fetch_wheels(root / REQUIREMENTS, root / "build" / "browser")
    runtime, app = python_files(modules, wheels)
    assets = {**_scripts(modules / ".bin" / "esbuild"), **_prepared(), f"{APP}{PACKED}": app}
    files = _files(assets, runtime, server)
    if folder.exists():
        _empty(folder)
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.name != DOCS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _scripts(esbuild: Path) -> dict[str, bytes]:
    """Return the bundled scripts and styles, and the workers, by path."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = sorted({page.name for _, page in site_pages()})
        build_bundles(esbuild, folder, ADAPTER, (WORKER, SERVICE_WORKER), pages)
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != SOURCES
        }


def _prepared() -> dict[str, bytes]:
    backend = Backend(counted=True)
    return {
        f"prepared/{game.id}.json{PACKED}": gzipped(msgspec.json.encode(prepare(game, backend)))
        for game in every_game().values()
    }


def _files(assets: dict[str, bytes], runtime: Mapping[str, bytes], server: str) -> dict[str, bytes]:
    """Return all files of the site by path."""
    service_worker = assets.pop(SERVICE_WORKER)
    assets_at, runtime_at = f"assets/{hash_of(assets)}", f"runtime/{hash_of(runtime)}"
    large = sum(len(body) for path, body in {**runtime, **assets}.items() if path.endswith(LARGE))
    marks = {
        "runtime": f"{runtime_at}/",
        "app": f"{assets_at}/{APP}",
        "library": LIBRARY,
        "prepared": f"{assets_at}/prepared/",
        "bytes": str(large),
        "docs": f"{DOCS}/",
        **({"server": server} if server else {}),
    }
    files = {f"{assets_at}/{path}": body for path, body in assets.items()}
    files |= {f"{runtime_at}/{path}": body for path, body in runtime.items()}
    files |= {
        f"{place}/index.html".lstrip("/"): page_html(place, page, assets_at, marks).encode()
        for place, page in site_pages()
    }
    icons = {size: Query("icon", size=size) for size in ICON_SIZES}
    files |= {f"icon-{size}.png": picture(query, DEFAULT) for size, query in icons.items()}
    files["manifest.webmanifest"] = manifest()
    files["service-worker.js"] = _service_worker(service_worker, files)
    files[".nojekyll"] = b""  # GitHub Pages would leave out folders that begin with an underscore
    return files


def _service_worker(script: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the service worker with the list of files that it stores."""
    site = {"version": hash_of(files), "files": sorted(files)}
    return f"self.SITE={json.dumps(site)};\n".encode() + script
