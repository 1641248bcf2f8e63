"""The part of Python's standard library that the static site needs."""

from __future__ import annotations

from fnmatch import fnmatch

USED_STDLIB = """
    __future__ _collections_abc _colorize _opcode_metadata _py_warnings _pyodide _sitebuiltins
    _strptime _weakrefset abc annotationlib argparse ast asyncio base64 bisect bz2 calendar codecs
    codeop collections compression concurrent contextlib contextvars copy copyreg dataclasses
    datetime decimal dis encodings enum fnmatch fractions functools genericpath gettext glob
    graphlib gzip hashlib heapq hmac html importlib inspect io ipaddress json keyword
    linecache locale logging lzma ntpath numbers opcode operator os pathlib posixpath pyodide
    queue random re reprlib secrets selectors shlex shutil signal site socket stat
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

REPLACED = {
    "importlib/metadata/__init__.py": "def entry_points(**parameters):\n    return ()\n",
    "urllib/request.py": "",
}
"""Modules that are replaced, because they load the library for email.

No other package brings games here, and no XML is read from the network.
"""


def is_used(name: str) -> bool:
    """Return whether the site needs a file of the standard library."""
    package, _, rest = name.partition("/")
    if package == "encodings":
        return rest.removesuffix(".py") in USED_ENCODINGS
    if any(fnmatch(name, pattern) for pattern in UNUSED_PARTS):
        return False
    return package.removesuffix(".py") in USED_STDLIB.split()
