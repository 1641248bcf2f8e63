"""Python for the browser: Pyodide, a smaller standard library, msgspec and our own modules.

Everything large is gzipped here and decompressed in the browser, because not every file host
compresses WebAssembly. Modules are compiled by Pyodide's own Python, so that starting need not.
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
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from divisor_duel.web.site.assets import gzipped

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

SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
WASM = "pyodide.asm.wasm"
LOCK = "pyodide-lock.json"
PACKED = ".bin"
"""Ending of gzipped files: one that no file host compresses or unpacks by itself."""

USED_STDLIB = """
    __future__ _collections_abc _colorize _opcode_metadata _py_warnings _pyodide _sitebuiltins
    _strptime _weakrefset abc annotationlib argparse ast asyncio base64 bisect bz2 calendar codecs
    codeop collections compression concurrent contextlib contextvars copy copyreg dataclasses
    datetime decimal dis email encodings enum fnmatch fractions functools genericpath gettext glob
    graphlib gzip hashlib heapq hmac html http importlib inspect io ipaddress json keyword
    linecache locale logging lzma ntpath numbers opcode operator os pathlib posixpath pyodide
    quopri queue random re reprlib secrets selectors shlex shutil signal site socket ssl stat
    string struct subprocess tempfile textwrap threading token tokenize traceback types typing
    urllib uuid warnings weakref xml zipfile zipimport
"""
"""Modules of the standard library that Pyodide and our own modules import."""

UNUSED_PARTS = (
    "asyncio/windows_*",
    "asyncio/__main__*",
    "asyncio/tools*",
    "concurrent/futures/process*",
    "concurrent/interpreters/*",
    "email/mime/*",
    "http/cookie*",
    "http/server*",
    "importlib/resources/*",
    "logging/config*",
    "logging/handlers*",
    "urllib/robotparser*",
    "xml/dom/*",
    "xml/sax/expatreader*",
    "html/entities*",
    "html/parser*",
)
"""Parts of those modules that they do without."""

USED_ENCODINGS = frozenset({"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8"})
"""Text encodings that remain; zip files name theirs cp437."""

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

UNUSED_MODULES = (
    "__main__.py",
    "games/*/arrays.py",
    "games/*/terminal.py",
    "games/*/solving/compiled_*.py",
    "web/__main__.py",
    "web/app.py",
    "web/context.py",
    "web/middleware.py",
    "web/server.py",
)
"""Modules that it does without: those of the server, of terminals and of numba."""


def fetch_wheels(requirements: Path, folder: Path) -> list[Path]:
    """Download the wheels that are pinned for Pyodide; pip checks their hashes."""
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:", *PLATFORM]
    files = ["--find-links", str(folder), "--dest", str(folder), "--requirement", str(requirements)]
    subprocess.run([*pip, *options, *files], check=True)
    return sorted(folder.glob("*.whl"))


def runtime_files(pyodide: Path, compiled: Path) -> dict[str, bytes]:
    """Return Pyodide and the standard library by path: they change only with Pyodide."""
    lock = json.loads((pyodide / LOCK).read_bytes()) | {"packages": {}}
    return {
        **{name: (pyodide / name).read_bytes() for name in SCRIPTS},
        LOCK: json.dumps(lock).encode(),
        f"{WASM}{PACKED}": gzipped((pyodide / WASM).read_bytes()),
        f"python_stdlib.zip{PACKED}": gzipped(_zip(compiled / "stdlib")),
    }


def app_file(compiled: Path) -> bytes:
    """Return our modules and the packages that they need, as one gzipped zip file."""
    return gzipped(_zip(compiled / "app"))


def compile_modules(pyodide: Path, wheels: Iterable[Path], folder: Path) -> None:
    """Write the compiled standard library to ``stdlib`` and the site's modules to ``app``."""
    stdlib, app = folder / "stdlib", folder / "app"
    with ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(stdlib, [name for name in archive.namelist() if _is_used(name)])
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


def _is_used(name: str) -> bool:
    """Return whether the site needs a file of the standard library."""
    package, _, rest = name.partition("/")
    if package == "encodings":
        return rest.removesuffix(".py") in USED_ENCODINGS
    if any(fnmatch(name, pattern) for pattern in UNUSED_PARTS):
        return False
    return package.removesuffix(".py") in USED_STDLIB.split()


def _is_code(name: str) -> bool:
    return name.endswith((".py", ".so"))


def _is_ours(place: Path) -> bool:
    """Return whether the site needs a module of ours."""
    text = place.as_posix()
    if any(text.startswith(f"{folder}/") for folder in UNUSED_PACKAGES):
        return False
    return not any(place.match(pattern) for pattern in UNUSED_MODULES)


def _copy(source: Path, target: Path, is_wanted: Callable[[Path], bool]) -> None:
    for path in source.rglob("*.py"):
        place = path.relative_to(source)
        if is_wanted(place):
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


def python_files(pyodide: Path, wheels: Iterable[Path]) -> tuple[dict[str, bytes], bytes]:
    """Return the files of the runtime by path, and the file with our modules."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compile_modules(pyodide, wheels, folder)
        return runtime_files(pyodide, folder), app_file(folder)
