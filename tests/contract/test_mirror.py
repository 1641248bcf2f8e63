"""Tests mirror the modules both ways: a module's tests are found by its name."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.contract.sources import MODULES, SOURCE, parsed

TESTS = Path(__file__).parents[1]

LAWS = {
    "test_release": "the wheel, pinned packages and the changelog",
    "adapters/test_examples": "runs what is in examples/",
    "arena/test_documented_bots": "the bots of docs/arena.md",
    "drawing/test_lines": "lines of every picture beside its numbers",
    "drawing/test_pages": "every picture of every game",
    "proofs/test_certificate_fuzz": "forged certificates of every kind",
    "proofs/test_reasons_hold": "proofs of every game, made and checked",
    "terminal/test_hostile_files": "what strangers put into files, names and arguments",
    "terminal/test_real_terminal": "line mode in a real terminal",
    "terminal/test_strange_files": "pipes, devices and huge files where files are read",
    "terminal/test_transcripts": "whole sessions, line by line",
    "terminal/tui/test_in_a_terminal": "the full screen in a real terminal",
    "terminal/tui/test_random_keys": "whatever is pressed, on any screen",
    "terminal/tui/test_snapshots": "the main screens, line by line",
    "terminal/tui/test_walks": "walks from screen to screen",
    "test_docs": "the examples of all documents",
    "test_package": "the public names",
    "web/test_attack": "an honest player beside hostile clients",
    "web/test_chaos": "disks, files and clocks that fail",
    "web/test_crash": "servers that are killed",
    "web/test_hostile": "whatever is sent",
    "web/test_partition": "a network that falls apart",
}
"""Tests about more than one module, with what they are about."""

WHOLE = ("contract", "formats", "reference", "web/browser", "heap_package", "data")
"""Folders of laws over every game, of twins, of old files, and of the page in a browser."""

UNTESTED = {
    "__init__.py": "test_package",
    "adapters/inspect.py": "clients/test_inspect.py: inspect_ai needs an environment of its own",
    "adapters/openenv.py": "clients/test_openenv.py: openenv needs an environment of its own",
    "adapters/verifiers.py": "clients/test_verifiers.py: verifiers needs an environment of its own",
    "version.py": "test_package",
}
"""Modules without tests of their name, with the tests that are about them."""


def module_of(test: Path) -> Path | None:
    """The module or package that a file of tests is named for."""
    module = SOURCE / test.relative_to(TESTS).parent / test.stem.removeprefix("test_")
    both = (module.with_suffix(".py"), module / "__init__.py")
    return next((path for path in both if path.exists()), None)


def mirror_of(module: Path) -> Path:
    """The file of tests that is named for a module; a package's is beside its folder."""
    name = module.parent if module.name == "__init__.py" else module.with_suffix("")
    relative = name.relative_to(SOURCE)
    return TESTS / relative.parent / f"test_{relative.name}.py"


def has_code(name: str) -> bool:
    """Whether a module does more than hold a docstring and give other modules' names."""
    passive = (ast.Import, ast.ImportFrom)
    body = parsed(name).body[1:]
    return any(
        not isinstance(node, passive)
        and not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        for node in body
    )


def test_every_test_is_named_for_a_module_or_is_a_known_law() -> None:
    """tests/a/test_b.py is about a/b.py, or about the package a/b."""
    strangers = []
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).with_suffix("").as_posix()
        if not module_of(path) and name not in LAWS and not name.startswith(WHOLE):
            strangers.append(name)
    assert strangers == []


def test_every_module_with_code_has_tests_of_its_name() -> None:
    """a/b.py has tests/a/test_b.py, or a reason why not."""
    missing = {
        name
        for name, module in MODULES.items()
        if module.name != "__main__.py" and has_code(name) and not mirror_of(module).exists()
    }
    assert missing == set(UNTESTED)


def test_no_law_is_about_one_module() -> None:
    """What a module's name explains is not in the list of laws."""
    assert [name for name in LAWS if module_of(TESTS / f"{name}.py")] == []
