"""When compiled searches are used, and how they are loaded and compiled."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from divisor_duel.engine import compiled
from divisor_duel.engine.clock import Clock, StepClock
from divisor_duel.engine.compiled import COMPILE_SECONDS, LOAD_SECONDS, compiled_module
from divisor_duel.games.registry import GAMES
from tests.conftest import wait_until

NAME = "quick_search"


class QuickSearch(ModuleType):
    """A compiled search that counts how often it is warmed."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.warmed = 0

    def warm(self) -> None:
        """Load it."""
        self.warmed += 1


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[QuickSearch]:
    """A search that is neither loaded nor compiled, in a process that has loaded nothing."""
    module = QuickSearch()
    monkeypatch.setitem(sys.modules, NAME, module)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(compiled.PRELOAD, "1")
    monkeypatch.setattr(compiled, "_loaded", {})
    monkeypatch.setattr(compiled, "_ready", {})
    monkeypatch.setattr(compiled, "_missing", set())
    monkeypatch.setattr(compiled, "_background", compiled._Background())
    compiled.code_folder.cache_clear()
    yield module
    compiled.code_folder.cache_clear()


def test_compiling_needs_more_time_than_loading(search: QuickSearch) -> None:
    """A search that was never compiled needs much time; then it is there for every question."""
    assert compiled_module(NAME, Clock(COMPILE_SECONDS - 1)) is None
    assert compiled_module(NAME, StepClock(1000)) is None
    assert compiled_module(NAME, Clock(COMPILE_SECONDS + 10)) is search
    assert compiled_module(NAME, Clock(0.5)) is search
    assert compiled_module(NAME, Clock(0)) is None
    assert search.warmed == 1
    assert compiled.seconds_to_load(NAME) == LOAD_SECONDS


def test_a_measured_time_decides_whether_to_load(search: QuickSearch) -> None:
    """With the measured time left a question loads the search, with less a thread does."""
    compiled._set_ready([NAME], 0.4)
    assert compiled_module(NAME, Clock(0.45)) is None
    wait_until(lambda: NAME in compiled._loaded)
    assert compiled_module(NAME, Clock(0.45)) is search


def test_a_question_with_time_loads_by_itself(search: QuickSearch) -> None:
    """The thread is not needed then."""
    compiled._set_ready([NAME], 0.4)
    assert compiled_module(NAME, Clock(10)) is search
    assert compiled._background.wanted == []


def test_the_background_can_be_turned_off(
    search: QuickSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DUEL_PRELOAD=0 leaves loading to the questions that have the time."""
    monkeypatch.setenv(compiled.PRELOAD, "0")
    compiled._set_ready([NAME], 0.4)
    assert compiled_module(NAME, Clock(0.45)) is None
    compiled.load_in_background(GAMES.values())
    assert compiled._background.thread is None


def test_each_numba_has_its_own_code(search: QuickSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another installation has compiled does not count, nor does it replace ours."""
    compiled._set_ready([NAME], 0.4)
    with monkeypatch.context() as patched:
        patched.setattr(compiled, "_numba_stamp", lambda: "another")
        forget()
        assert compiled.seconds_to_load(NAME) is None
        compiled._set_ready([NAME], 0.8)
    forget()
    assert compiled.seconds_to_load(NAME) == compiled.LOAD_RESERVE * 0.4


def forget() -> None:
    """Forget where compiled code is and what is ready, as a new process does."""
    compiled.code_folder.cache_clear()
    compiled._ready.clear()


def test_a_damaged_note_counts_as_nothing(search: QuickSearch) -> None:
    """A file that cannot be read only costs time."""
    compiled._set_ready([NAME], 0.4)
    compiled._ready_file().write_bytes(b"{")
    compiled._ready.clear()
    assert compiled.seconds_to_load(NAME) is None


def test_leaving_does_not_wait_for_what_was_not_begun(search: QuickSearch) -> None:
    """At exit the thread ends after its current step."""
    background = compiled._background
    background.stop()
    background.start([NAME])
    background.stop()
    assert search.warmed == 0


def test_without_the_extra_there_is_none() -> None:
    """A module that cannot be imported counts as missing, and raises no error."""
    assert compiled_module("no_such_search", Clock()) is None


def test_the_searches_of_all_games_are_listed() -> None:
    """Each of them can be imported and warmed."""
    names = compiled.modules_of(GAMES.values())
    assert len(names) == len(set(names)) >= 2
    for name in names:
        assert compiled.load(name) is sys.modules[name]


def test_the_sources_decide_where_the_code_is() -> None:
    """The folder is one of many, for the sources as they are."""
    assert compiled.code_folder().parent.name == "numba"


def test_only_one_process_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one has the lock, another ends at once."""
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compiled.code_folder.cache_clear()
    folder = compiled.code_folder()
    compiled.code_folder.cache_clear()
    folder.mkdir(parents=True)
    with (folder / "lock").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        command = [sys.executable, "-m", "divisor_duel.engine.compiled", "no_such_search"]
        subprocess.run(command, check=True, timeout=200)
    assert not (folder / "ready.json").exists()
    subprocess.run(command, check=True, timeout=200)
    assert (folder / "ready.json").exists()


def test_the_pace_follows_the_time_that_steps_take() -> None:
    """Slow steps are soon fewer, quick ones at most twice as many; there is always one."""
    pace = compiled.Pace()
    pace.adapt(1000, 0.2)
    assert pace.steps == 100
    pace.adapt(100, 1e-9)
    assert pace.steps == 200
    pace.adapt(3, 0.06)  # a search that ended early counts only what it did
    assert pace.steps == 1
    pace.adapt(1, 60.0)
    assert pace.steps == 1
