"""Tests mirror the modules: whoever looks for the tests of a module finds them by its name."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "divisor_duel"

LAWS = {
    "drawing/test_lines": "lines of every picture beside its numbers",
    "adapters/test_examples": "runs what lies in examples/",
    "drawing/test_pages": "every picture of every game",
    "terminal/tui/test_in_a_terminal": "the full screen in a real terminal",
    "terminal/tui/test_random_keys": "whatever is pressed, in any room",
    "terminal/tui/test_rooms": "walks from room to room",
    "terminal/tui/test_snapshots": "the main screens, line by line",
    "terminal/test_hostile_files": "what strangers put into files, names and arguments",
    "terminal/test_real_terminal": "line mode in a real terminal",
    "terminal/test_strange_files": "pipes, devices and huge files where files are read",
    "terminal/test_transcripts": "whole sessions, line by line",
    "test_certificate_fuzz": "forged certificates of every kind",
    "test_docs": "the examples of all documents",
    "test_package": "the public names",
    "test_proofs": "proofs of every game, made and checked",
    "web/test_attack": "an honest player beside hostile clients",
    "web/test_chaos": "disks, files and clocks that fail",
    "web/test_crash": "servers that are killed",
    "web/test_hostile": "whatever is sent",
    "web/test_partition": "a network that falls apart",
}
"""What is about more than one module, and so about no one of them, with what it is about."""

WHOLE = ("contract", "reference", "web/browser", "heap_package", "data", "formats")
"""Folders of laws over every game, of twins, of the page in a browser, and of old files."""


def module_of(test: Path) -> Path | None:
    """The module or package that a file of tests is named for."""
    module = SOURCE / test.relative_to(TESTS).parent / test.stem.removeprefix("test_")
    both = (module.with_suffix(".py"), module / "__init__.py")
    return next((path for path in both if path.exists()), None)


def test_every_test_is_named_for_a_module_or_is_a_known_law() -> None:
    """tests/a/test_b.py is about a/b.py, or about the package a/b."""
    strangers = []
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).with_suffix("").as_posix()
        if not module_of(path) and name not in LAWS and not name.startswith(WHOLE):
            strangers.append(name)
    assert strangers == []


def test_no_law_is_about_one_module() -> None:
    """What a module's name explains is not in the list of laws."""
    assert [name for name in LAWS if module_of(TESTS / f"{name}.py")] == []
