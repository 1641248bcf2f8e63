"""Python for the browser: Pyodide, a smaller standard library, msgspec and our own modules.

Everything large is gzipped here and decompressed in the browser, because not every file host
compresses WebAssembly. Modules are compiled by Pyodide's own Python, so that starting need not.
msgspec's compiled part is a file of its own: it has to be loaded before Python's memory is
restored.
"""

from __future__ import annotations

import importlib.util
import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from divisor_duel.web.site.assets import gzipped
from divisor_duel.web.static_site.stdlib import REPLACED, is_used

PACKAGE = Path(__file__).parents[2]
COMPILER = Path(__file__).with_name("compile_modules.mjs")
REQUIREMENTS = "requirements/browser.txt"
PLATFORM = (
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--platform=pyemscripten_2026_0_wasm32",
)
"""The Python inside npm's package pyodide, in the words of pip."""

SCRIPTS = {"pyodide.js": "pyodide.mjs", "pyodide.asm.js": "pyodide.asm.mjs"}
"""Pyodide's scripts: the name here, and in npm's package. nginx does not send .mjs as a script."""

WASM = "pyodide.asm.wasm"
LIBRARY = "msgspec/_core.cpython-314-wasm32-emscripten.so"
"""The compiled part of msgspec: its path in the wheel, and in the runtime."""

LOCK = "pyodide-lock.json"
PACKED = ".bin"
"""Ending of gzipped files: one that no file host compresses or unpacks by itself."""

UNUSED_PACKAGES = (
    "adapters",
    "arena",
    "batch",
    "jobs",
    "questions",
    "sweep",
    "terminal",
    "web/api",
    "web/bundles",
    "web/classroom",
    "web/guard",
    "web/live",
    "web/ops",
    "web/play",
    "web/site",
    "web/static",
    "web/static_site",
    "web/store",
)
"""Folders of this package that the site's Python does without."""

BOARD_MODULES = (
    "terminal/__init__.py",
    "terminal/lines/__init__.py",
    "terminal/lines/board.py",
    "terminal/lines/wording.py",
    "terminal/paint.py",
    "terminal/words.py",
)
"""Modules of the terminal that it does need: pictures show the boards in `games/*/terminal.py`."""

UNUSED_MODULES = (
    "__main__.py",
    "drawing/tug_of_war.py",
    "games/*/arrays.py",
    "games/*/solving/compiled_*.py",
    "games/*/solving/nim_table.py",
    "web/__main__.py",
    "web/app.py",
    "web/context.py",
    "web/engine/fair_queue.py",
    "web/engine/pool.py",
    "web/engine/worker.py",
    "web/middleware.py",
    "web/offline/prepared.py",
    "web/schema/room_*.py",
    "web/server.py",
)
"""Modules that it does without: those of the server, of batches and of numba."""


def fetch_wheels(requirements: Path, folder: Path) -> list[Path]:
    """Download the wheels that are pinned for Pyodide; pip checks their hashes."""
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:", *PLATFORM]
    files = ["--find-links", str(folder), "--dest", str(folder), "--requirement", str(requirements)]
    subprocess.run([*pip, *options, *files], check=True)
    return sorted(folder.glob("*.whl"))


def runtime_files(modules: Path, compiled: Path) -> dict[str, bytes]:
    """Return Pyodide, the standard library and msgspec's compiled part by path.

    They change only with new versions of these. `modules` is npm's folder of packages.
    """
    pyodide, esbuild = modules / "pyodide", modules / ".bin" / "esbuild"
    lock = json.loads((pyodide / LOCK).read_bytes()) | {"packages": {}}
    return {
        **{to: _minified(esbuild, pyodide / name) for to, name in SCRIPTS.items()},
        LOCK: json.dumps(lock).encode(),
        f"{WASM}{PACKED}": gzipped((pyodide / WASM).read_bytes()),
        f"python_stdlib.zip{PACKED}": gzipped(_zip(compiled / "stdlib")),
        f"{LIBRARY}{PACKED}": gzipped((compiled / "app" / LIBRARY).read_bytes()),
    }


def _minified(esbuild: Path, script: Path) -> bytes:
    """Return a script with shorter names and no comments."""
    command = [str(esbuild.resolve()), "--minify", "--legal-comments=none", "--log-level=error"]
    return subprocess.run([*command, script], check=True, capture_output=True).stdout


def app_file(compiled: Path) -> bytes:
    """Return our modules and the packages that they need, as one gzipped file.

    It begins with the length of an index, in four bytes, and the index: a JSON list with the path
    and the size of each file. Their contents follow. A zip file would take a library to read.
    """
    app = compiled / "app"
    paths = sorted(path for path in app.rglob("*") if path.is_file())
    names = [path.relative_to(app).as_posix() for path in paths]
    # Python looks for the library here, but finds it loaded.
    bodies = [b"" if name == LIBRARY else (app / name).read_bytes() for name in names]
    index = json.dumps([(n, len(body)) for n, body in zip(names, bodies, strict=True)]).encode()
    return gzipped(len(index).to_bytes(4, "little") + index + b"".join(bodies))


def compile_modules(pyodide: Path, wheels: Iterable[Path], folder: Path) -> None:
    """Write the compiled standard library to ``stdlib`` and the site's modules to ``app``."""
    stdlib, app = folder / "stdlib", folder / "app"
    with ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(stdlib, [name for name in archive.namelist() if is_used(name)])
    for name, source in REPLACED.items():
        (stdlib / name).write_text(source)
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            archive.extractall(app, [name for name in archive.namelist() if _is_code(name)])
    _copy(PACKAGE, app / "divisor_duel", _is_ours)
    spec = importlib.util.find_spec("segno")
    assert spec
    assert spec.origin
    _copy(Path(spec.origin).parent, app / "segno", lambda place: place.name != "cli.py")
    command = ["node", str(COMPILER), str(pyodide.resolve()), str(folder.resolve())]
    subprocess.run(command, check=True)


def _is_code(name: str) -> bool:
    return name.endswith((".py", ".so"))


def _is_ours(place: Path) -> bool:
    """Return whether the site needs a module of ours."""
    text = place.as_posix()
    if any(text.startswith(f"{folder}/") for folder in UNUSED_PACKAGES):
        return text in BOARD_MODULES
    return not any(place.match(pattern) for pattern in UNUSED_MODULES)


def _copy(source: Path, target: Path, is_wanted: Callable[[Path], bool]) -> None:
    """Copy modules and the data beside them."""
    for path in source.rglob("*"):
        place = path.relative_to(source)
        if path.suffix in (".py", ".json") and is_wanted(place):
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / place)


def _zip(folder: Path) -> bytes:
    """Return a folder as an uncompressed zip file; equal files give equal bytes."""
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return out.getvalue()


def python_files(modules: Path, wheels: Iterable[Path]) -> tuple[dict[str, bytes], bytes]:
    """Return the files of the runtime by path, and the file with our modules."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compile_modules(modules / "pyodide", wheels, folder)
        return runtime_files(modules, folder), app_file(folder)
