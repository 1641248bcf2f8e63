"""Tests mirror the modules: whoever looks for the tests of a module finds them by its name."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "divisor_duel"

LAWS = {
    "adapters/test_examples": "runs what lies in examples/",
    "drawing/test_pages": "every picture of every game",
    "terminal/place/test_in_a_terminal": "the full screen in a real terminal",
    "terminal/place/test_random_keys": "whatever is pressed, in any room",
    "terminal/place/test_rooms": "walks from room to room",
    "terminal/place/test_snapshots": "the main screens, line by line",
    "terminal/test_real_terminal": "line mode in a real terminal",
    "terminal/test_transcripts": "whole sessions, line by line",
    "test_docs": "the examples of all documents",
    "test_package": "the public names",
    "web/test_attack": "an honest player beside hostile clients",
    "web/test_crash": "servers that are killed",
    "web/test_hostile": "whatever is sent",
    "web/test_partition": "a network that falls apart",
}
"""What is about more than one module, and so about no one of them, with what it is about."""

WHOLE = ("contract", "reference", "web/browser", "heap_package", "data")
"""Folders of laws over every game, of twins, and of the page in a browser."""


def test_every_test_is_named_for_a_module_or_is_a_known_law() -> None:
    """tests/a/test_b.py is about a/b.py, or about the package a/b."""
    strangers = []
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).with_suffix("").as_posix()
        module = SOURCE / path.relative_to(TESTS).parent / path.stem.removeprefix("test_")
        known = module.with_suffix(".py").exists() or (module / "__init__.py").exists()
        if not known and name not in LAWS and not name.startswith(WHOLE):
            strangers.append(name)
    assert strangers == []


def test_every_known_law_exists() -> None:
    """The list of laws names no file that is gone, and none that a module explains."""
    for name in LAWS:
        path = TESTS / f"{name}.py"
        module = SOURCE / path.relative_to(TESTS).parent / path.stem.removeprefix("test_")
        assert path.exists(), name
        assert not module.with_suffix(".py").exists(), name
