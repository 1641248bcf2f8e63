"""Compiled searches: when to use them, and how to load and compile them.

A compiled search is a module of its own, so that numba, the extra `fast`, is loaded only where
it is used. Its function `warm` calls every compiled function once. That loads the machine code
from the user's cache folder, where `jit` stores it, or compiles it first, which takes some
seconds: ``duel warm`` does this once after installation and measures how long loading takes.

A question loads a search if it has the time. Otherwise it goes on in plain Python, and a thread
loads the search for the next question.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from types import ModuleType
from typing import Any

from divisor_duel.engine.clock import Clock
from divisor_duel.errors import DuelError
from divisor_duel.files import SETTINGS_FILE, cache_folder, lock, read_bounded, write_atomic
from divisor_duel.game import AnyGame
from divisor_duel.games.parts import COMPILED, find

LOAD_SECONDS, COMPILE_SECONDS = 3.0, 20.0
"""Least time left, in seconds, to load a search if that was not measured, or to compile one."""

LOAD_RESERVE = 1.25
"""Factor on the measured time of loading that must be left."""

NICENESS = 10
"""How much lower the priority of compiling in the background is."""

PRELOAD = "DUEL_PRELOAD"
"""The environment variable that is 0 if nothing is to be loaded in the background."""

MEASURE = """
import sys, time
from divisor_duel.engine.compiled import load
began = time.process_time()
for name in sys.argv[1:]:
    load(name)
print(round(time.process_time() - began, 3))
"""
"""A program that prints the CPU seconds of loading, which other programs disturb little."""

SLICE_SECONDS = 0.02
"""About how long a compiled search runs between two checks of the clock, in seconds."""

_loaded: dict[str, ModuleType] = {}
_missing: set[str] = set()
_loading = Lock()


class _Background:
    """The names of the searches that a thread loads, one after another."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.thread: Thread | None = None
        self.stopped = False

    def start(self, names: Iterable[str]) -> None:
        """Load searches in a thread, which is started if there is none."""
        self.wanted += [name for name in names if name not in {*self.wanted, *_missing}]
        if self.thread is None and self.wanted and may_preload():
            self.thread = Thread(target=self._run, name="load compiled searches", daemon=True)
            atexit.register(self.stop)
            self.thread.start()

    def _run(self) -> None:
        for package in ("numpy", "numba"):  # in steps, so that `stop` need not wait long
            if not self.stopped:
                with suppress(ImportError):
                    import_module(package)
        for name in self.wanted:  # it may grow during this loop
            if not self.stopped:
                load(name)
        self.thread = None

    def stop(self) -> None:
        """Wait for the current step and skip the others.

        Python must not end while LLVM runs in another thread.
        """
        self.stopped = True
        if self.thread:
            self.thread.join()


_background = _Background()


def compiled_module(name: str, clock: Clock) -> ModuleType | None:
    """Return the module `name`; None if it is missing or too little time is left.

    It is always None on a step clock, since a compiled search does not count its steps.
    """
    if clock.counted or clock.left <= 0:
        return None
    module = _loaded.get(name)
    if module or name in _missing or not is_installed():
        return module
    needed = seconds_to_load(name)
    if clock.left >= (needed or COMPILE_SECONDS):
        module = load(name)
        if module and not needed:
            _set_ready([name])
    elif needed:
        _background.start([name])
    return module


def load(name: str) -> ModuleType | None:
    """Load a compiled search, or compile it first; None if it cannot be imported."""
    with _loading:
        if name not in _loaded and name not in _missing:
            try:
                module = import_module(name)
            except ImportError:  # the extra `fast` is not installed
                _missing.add(name)
                return None
            module.warm()
            _loaded[name] = module
    return _loaded.get(name)


def load_in_background(games: Iterable[type[AnyGame]]) -> None:
    """Load the compiled searches of these games in a thread; compile them first if needed.

    For programs that run for a while. A process of low priority compiles them.
    """
    if may_preload():
        Thread(target=_load_all, args=(list(games),), daemon=True).start()


def _load_all(games: list[type[AnyGame]]) -> None:
    names = modules_of(games)
    if not all(map(seconds_to_load, names)):
        subprocess.run(
            [sys.executable, "-m", "divisor_duel.engine.compiled", *names],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    _background.start(name for name in names if seconds_to_load(name))


def modules_of(games: Iterable[type[AnyGame]]) -> list[str]:
    """Return the names of all compiled searches of these games."""
    return [name for game in games for name in find(game, COMPILED) or ()]


@cache
def is_installed() -> bool:
    """Return whether the extra `fast` is installed."""
    return find_spec("numba") is not None


def may_preload() -> bool:
    """Return whether searches can and may be loaded in the background."""
    return os.environ.get(PRELOAD) != "0" and is_installed()


class Pace:
    """How many steps of a compiled search take `SLICE_SECONDS`, as far as measured."""

    def __init__(self) -> None:
        self.steps = 1000
        """How many steps to make before the clock is checked."""

    def adapt(self, steps: int, seconds: float) -> None:
        """Adapt the number of steps to the time that the last `steps` took."""
        wanted = int(steps * SLICE_SECONDS / max(seconds, 1e-6))
        self.steps = min(max(wanted, 1), 2 * self.steps)


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and store the result in `code_folder`.

    It runs without the GIL, so other threads can run at the same time.
    """
    from numba import njit

    config: Any = import_module("numba").config
    before, config.CACHE_DIR = config.CACHE_DIR, str(code_folder())
    options: dict[str, Any] = {"nogil": True, "boundscheck": False}
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # no folder can be written
        return njit(**options)(function)
    finally:
        config.CACHE_DIR = before


@cache
def code_folder() -> Path:
    """Return the folder for compiled code; NUMBA_CACHE_DIR moves it.

    Its name depends on the sources: numba compiles a function again if its file has changed, but
    not if a function that it calls has. It also depends on numba, since machine code is of one
    version, and several installations may share the user's cache folder.
    """
    digest = blake2b(_numba_stamp().encode(), digest_size=8)
    for file in sorted(Path(__file__).parents[1].glob("games/*/solving/compiled_*.py")):
        digest.update(file.read_bytes())
    own = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(own) if own else cache_folder() / "compiled") / digest.hexdigest()


def seconds_to_load(name: str) -> float | None:
    """Return the time that a question needs to load a search, or None if it is not compiled."""
    if name not in _ready.get("modules", ()):
        with suppress(OSError, ValueError):
            _ready.update(json.loads(read_bounded(_ready_file(), SETTINGS_FILE)))
    if name not in _ready.get("modules", ()):
        return None
    return LOAD_RESERVE * _ready["seconds"] if _ready.get("seconds") else LOAD_SECONDS


_ready: dict[str, Any] = {}  # what `_set_ready` wrote: modules, seconds


def _set_ready(names: Iterable[str], seconds: float | None = None) -> None:
    """Write down which searches are compiled, and how long a process takes to load them."""
    _ready.update(modules=sorted({*names, *_ready.get("modules", ())}), seconds=seconds)
    with suppress(OSError):
        code_folder().mkdir(parents=True, exist_ok=True)
        write_atomic(_ready_file(), json.dumps(_ready).encode())


def _ready_file() -> Path:
    return code_folder() / "ready.json"


@cache
def _numba_stamp() -> str:
    """Return a text that names this installation of numba and its version; "" if there is none."""
    spec = find_spec("numba")
    if not spec or not spec.origin:
        return ""
    state = os.stat(spec.origin)
    return f"{sys.version} {spec.origin} {state.st_mtime_ns} {state.st_size}"


def compile_all(names: Iterable[str]) -> float:
    """Compile searches, and return the seconds that a new process takes to load them."""
    names = list(names)
    for name in names:
        load(name)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *names], check=True, capture_output=True, text=True
    )
    seconds = float(done.stdout)
    _set_ready(names, seconds)
    return seconds


def main() -> None:
    """Compile the searches that the arguments name, unless another process does."""
    with suppress(OSError, AttributeError):  # Windows has no priorities of this kind
        os.nice(NICENESS)
    code_folder().mkdir(parents=True, exist_ok=True)
    with (code_folder() / "lock").open("wb") as file, suppress(DuelError):
        lock(file, "another process compiles")
        compile_all(sys.argv[1:])


if __name__ == "__main__":
    main()
