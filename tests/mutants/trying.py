"""Try mutants: each in a forked process, against the tests of its module.

A mutant that changes the body of a function is put into place after pytest has loaded and
collected everything once, so it costs little more than the test that notices it. Any other, of a
constant or a declared field, needs a process that loads the changed module.
"""

from __future__ import annotations

import importlib
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.mutants.making import SOURCE, Mutant
from tests.mutants.patching import function_at, patch_of
from tests.mutants.targets import FUZZ

MEMORY = 4 << 30
"""Limit on the memory of one process, in bytes."""

LONGEST = 600
"""Limit on the CPU seconds of a module's tests without a mutant."""

PYTEST = ["-q", "-p", "no:cacheprovider", "-p", "pytest_timeout", "--timeout", "0"]

PRELOADED = ("hypothesis", "msgspec", "jsonschema", "argcomplete", "textual", "unittest.mock")
"""Packages of others that tests import: loaded once here, and not in every process."""

Result = tuple[int, str]
"""The index of a mutant, and what killed it: a test, or words; empty if nothing did."""


class TestsFail(Exception):  # noqa: N818
    """The tests of a module fail without a mutant."""


class _Loader(SourceFileLoader):
    """Loads a module from another text than the one in its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self._mutant.import_name:
            return None
        file = str(SOURCE / "divisor_duel" / self._mutant.module)
        loader = _Loader(name, file, self._mutant.source)
        return spec_from_file_location(name, file, loader=loader)


class Runs:
    """Forks processes, some at a time, and says how each ended."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._running = dict[int, tuple[int, int]]()
        self.killers = list[str]()
        """The tests that killed mutants, the latest first."""
        self.seconds = LONGEST
        """Limit on the CPU seconds of each process."""

    def fork(self, index: int, run: Callable[[], str]) -> Iterator[Result]:
        """Start `run`, which returns the test that failed; yield results if it has to wait."""
        while len(self._running) >= self._workers:
            yield self._wait()
        read, write = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            code = 3
            try:
                os.close(read)
                resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                _be_silent()
                os.write(write, run().encode())
                code = 0
            finally:
                os._exit(code)
        os.close(write)
        self._running[pid] = index, read

    def finish(self) -> Iterator[Result]:
        """Wait for all."""
        while self._running:
            yield self._wait()

    def _wait(self) -> Result:
        pid, status = os.wait()
        index, read = self._running.pop(pid)
        with open(read) as pipe:
            killer = pipe.read()
        if os.WIFSIGNALED(status):
            killer = "out of time"
        elif status:
            killer = "it cannot be loaded"
        if "::" in killer:
            self.killers = [killer, *(test for test in self.killers if test != killer)][:20]
        return index, killer


def _be_silent() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)


class _Tests:
    """A pytest plugin that names the first test that fails, and may take the loop over."""

    def __init__(self, runs: Runs, loop: Callable[[pytest.Session], None] | None = None) -> None:
        self._runs, self._loop = runs, loop
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if not self._loop or session.testsfailed:
            return None
        self._loop(session)
        return True

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items.sort(key=self.place)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def place(self, item: Any) -> int:
        """Tests that killed other mutants come first, and forgeries last."""
        killers = self._runs.killers
        if item.nodeid == FUZZ:
            return len(killers) + 1
        return killers.index(item.nodeid) if item.nodeid in killers else len(killers)

    def run(self, session: pytest.Session) -> str:
        """Run the tests until one fails, and return it."""
        items = sorted(session.items, key=self.place)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        return self.failed


def preload() -> None:
    """Load what every process needs and no mutant changes."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for name in PRELOADED:
        importlib.import_module(name)


def try_all(mutants: Sequence[Mutant], tests: Sequence[str], workers: int) -> Iterator[Result]:
    """Try each mutant; TestsFail if the tests do not pass without one."""
    original = (SOURCE / "divisor_duel" / mutants[0].module).read_text()
    patches = {index: patch_of(original, mutant.source) for index, mutant in enumerate(mutants)}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        quick = {index: patch for index, patch in patches.items() if patch}
        killers, seconds = list[str](), LONGEST
        for line in _staged(mutants, quick, tests, workers):
            name, _, killer = line.partition(" ")
            if name == "seconds":
                seconds = int(killer)
            else:
                yield int(name), killer
            if "::" in killer and killer not in killers:
                killers.append(killer)
        runs = Runs(workers)
        runs.killers, runs.seconds = killers, seconds
        for index in patches.keys() - quick.keys():
            yield from runs.fork(index, partial(_loaded, mutants[index], tests, runs))
        yield from runs.finish()


def _loaded(mutant: Mutant, tests: Sequence[str], runs: Runs) -> str:
    """Load everything with one module changed, and run the tests."""
    sys.meta_path.insert(0, _Finder(mutant))
    importlib.import_module(mutant.import_name)  # before pytest, which rewrites what it is given
    plugin = _Tests(runs)
    code = pytest.main([*PYTEST, "-x", *tests], plugins=[plugin])
    return plugin.failed or ("it cannot be loaded" if code else "")


def _staged(
    mutants: Sequence[Mutant], patches: dict[int, Any], tests: Sequence[str], workers: int
) -> Iterator[str]:
    """Load everything once, in one process, and fork it for each patch; yield its lines."""
    read, write = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read)
            _be_silent()
            with open(write, "w", buffering=1) as lines:
                _stage(mutants, patches, tests, workers, lines)
        finally:
            os._exit(0)
    os.close(write)
    finished = False
    with open(read) as lines:
        for line in lines:
            finished = line == "finished\n"
            if line.startswith("failed "):
                raise TestsFail(line.removeprefix("failed ").strip())
            if not finished:
                yield line.rstrip("\n")
    os.waitpid(pid, 0)
    if not finished:
        raise TestsFail("they cannot be collected")


def _stage(
    mutants: Sequence[Mutant],
    patches: dict[int, Any],
    tests: Sequence[str],
    workers: int,
    lines: Any,
) -> None:
    runs = Runs(workers)

    def loop(session: pytest.Session) -> None:
        before = os.times()
        (_, failed) = next(iter([*runs.fork(0, lambda: plugin.run(session)), *runs.finish()]))
        if failed:
            lines.write(f"failed {failed}\n")
            return
        runs.seconds = 6 + 3 * int(os.times().children_user - before.children_user)
        lines.write(f"seconds {runs.seconds}\n")
        for index, (path, code) in patches.items():
            function = function_at(mutants[index].import_name, path)

            def run(function: Any = function, code: CodeType = code) -> str:
                function.__code__ = code
                return plugin.run(session)

            for result in runs.fork(index, run):
                lines.write("{} {}\n".format(*result))
        for result in runs.finish():
            lines.write("{} {}\n".format(*result))
        lines.write("finished\n")

    plugin = _Tests(runs, loop)
    pytest.main([*PYTEST, *tests], plugins=[plugin])
