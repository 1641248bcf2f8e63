"""Record every import inside the package while a program runs, and who asked for it.

Python imports a module of this name at its start if it finds one on its path. Each line of the
file named by DUEL_IMPORT_TRACE is ``importer imported how``, where `how` is ``statement`` or
``name``: an import by name is one that no import statement shows.
"""

import builtins
import importlib
import os
import sys

PACKAGE = "divisor_duel"
_statement, _by_name = builtins.__import__, importlib.import_module


def _write(importer: object, imported: str, how: str) -> None:
    with open(os.environ["DUEL_IMPORT_TRACE"], "a", encoding="utf-8") as file:
        file.write(f"{importer} {imported} {how}\n")


def _is_ours(name: object) -> bool:
    return isinstance(name, str) and name.split(".")[0] == PACKAGE


def _traced_statement(name, globals=None, locals=None, fromlist=(), level=0):  # type: ignore[no-untyped-def]
    importer = (globals or {}).get("__name__", "")
    if level == 0 and _is_ours(name) and _is_ours(importer):
        _write(importer, name, "statement")
    return _statement(name, globals, locals, fromlist, level)


def _traced_by_name(name, package=None):  # type: ignore[no-untyped-def]
    importer = sys._getframe(1).f_globals.get("__name__", "")
    if _is_ours(name) and _is_ours(importer):
        _write(importer, name, "name")
    return _by_name(name, package)


if "DUEL_IMPORT_TRACE" in os.environ:
    builtins.__import__ = _traced_statement
    importlib.import_module = _traced_by_name
