"""Try mutants: each in a process of its own, forked before anything of the package is loaded."""

from __future__ import annotations

import importlib
import os
import resource
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.mutants.making import SOURCE

MEMORY = 4 << 30
"""Limit on the memory of one process, in bytes."""

PYTEST = ["-x", "-q", "-p", "no:cacheprovider", "-p", "pytest_timeout"]

PRELOADED = ("hypothesis", "msgspec", "jsonschema", "argcomplete", "textual", "unittest.mock")
"""Packages of others that tests import: loaded once here, and not in every process."""


class _Loader(SourceFileLoader):
    """Loads a module from another text than the one in its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, module: str, text: str) -> None:
        self._path = str(SOURCE / "divisor_duel" / module)
        self._name = "divisor_duel." + module.removesuffix(".py").replace("/", ".")
        self._text = text

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self._name:
            return None
        loader = _Loader(name, self._path, self._text)
        return spec_from_file_location(name, self._path, loader=loader)


class _Killers:
    """A pytest plugin: tests that killed other mutants come first; the one that fails is named."""

    def __init__(self, first: Sequence[str]) -> None:
        self._first = {test: place for place, test in enumerate(first)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items.sort(key=lambda item: self._first.get(item.nodeid, len(self._first)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def preload() -> None:
    """Load what every process needs and no mutant changes."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for name in PRELOADED:
        importlib.import_module(name)


class Trial:
    """A process in which the tests of a module run against one text of it."""

    def __init__(
        self, module: str, text: str, tests: Sequence[str], first: Sequence[str], seconds: int
    ) -> None:
        self._read, write = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            code = 3
            try:
                code = _run(module, text, tests, first, seconds, write)
            finally:
                os._exit(code)
        os.close(write)

    def killer(self, status: int) -> str:
        """The test that failed, once the process has ended; empty if none did."""
        with open(self._read) as pipe:
            failed = pipe.read()
        if os.WIFSIGNALED(status):
            return "out of time or memory"
        return failed or ("it cannot be loaded" if os.waitstatus_to_exitcode(status) else "")


def _run(
    module: str, text: str, tests: Sequence[str], first: Sequence[str], seconds: int, write: int
) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sys.meta_path.insert(0, _Finder(module, text))
    plugin = _Killers(first)
    code = pytest.main([*PYTEST, *tests], plugins=[plugin])
    os.write(write, plugin.failed.encode())
    return int(code)
