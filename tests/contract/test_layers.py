"""What is really imported while programs run agrees with the contracts that `make lint` checks.

import-linter reads import statements. A module can also be imported by its name, as a string;
these imports are declared below, and every import that a running program makes, of either kind,
is compared with the layers in pyproject.toml.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.contract.sources import MODULES, SOURCE, parsed

ROOT = Path(__file__).parents[2]
TRACE = Path(__file__).with_name("import_trace")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]

BY_NAME = {
    "divisor_duel": "divisor_duel.*",
    "divisor_duel.games.registry": "divisor_duel.games.*.rules",
    "divisor_duel.games.parts": "divisor_duel.games.*.*",
    "divisor_duel.engine.compiled": "divisor_duel.games.*.solving.compiled_*",
    "divisor_duel.terminal.cli.parser": "divisor_duel.terminal.cli.*",
}
"""The modules that import others by name, and what they may import so.

The first gives the public names on first use. The next three load a game's folder: the registry
its rules, `find` its parts, and the engine the compiled search that a game names. The command
line loads the module of one subcommand.
"""


def layers() -> list[tuple[str, list[set[str]]]]:
    """Each container of a layers contract, with its layers from the top down."""
    return [
        (container, [{name.strip() for name in layer.split("|")} for layer in contract["layers"]])
        for contract in CONTRACTS
        if contract["type"] == "layers"
        for container in contract["containers"]
    ]


def height(module: str, container: str, order: list[set[str]]) -> int | None:
    """How many layers are below the module's own, or None if the contract leaves it out."""
    for index, names in enumerate(order):
        for name in names:
            if f"{module}.".startswith(f"{container}.{name}."):
                return len(order) - index
    return None


def breaks(importer: str, imported: str) -> list[str]:
    """The contracts that an import breaks."""
    found = []
    for container, order in layers():
        high, low = height(importer, container, order), height(imported, container, order)
        same = any(
            f"{importer}.".startswith(f"{container}.{name}.")
            and f"{imported}.".startswith(f"{container}.{name}.")
            for names in order
            for name in names
        )
        if high is not None and low is not None and not same and high <= low:
            found.append(f"{importer} -> {imported} ({container})")
    return found


def test_the_picture_of_the_layers_is_true() -> None:
    """docs/architecture.md draws every package once, in the order of the contract."""
    (_, order), *_ = layers()
    names = {name.replace(".", "/") for layer in order for name in layer}
    picture = (ROOT / "docs" / "architecture.md").read_text().split("```")[1]
    rows = [{*takewhile(names.__contains__, line.split())} for line in picture.splitlines()]
    assert sorted(name for row in rows for name in row) == sorted(names)
    lowest = 0
    for layer in order:
        heights = [
            index
            for index, row in enumerate(rows)
            for name in layer
            if name.replace(".", "/") in row
        ]
        assert min(heights) >= lowest
        lowest = max(heights)


def imports_by_name(tree: ast.Module) -> list[str]:
    """The calls in a module that import by name something that may be a module of ours."""
    calls = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if function in ("import_module", "__import__", "run_module"):
                argument = ast.unparse(node.args[0])
                if not argument.startswith(("'", '"')) or PACKAGE in argument:
                    calls.append(argument)
    return calls


PACKAGE = "divisor_duel"
FOREIGN = {"divisor_duel.arena.players.function_server": "it imports the player's own function"}
"""Modules that import by name only what is not ours, with the reason."""


def test_only_declared_modules_import_by_name() -> None:
    """No other module hides an import from the contracts by giving its name as a string."""
    hidden = set()
    for name in MODULES:
        if imports_by_name(parsed(name)):
            module = f"{PACKAGE}.{name.removesuffix('.py').replace('/', '.')}"
            hidden.add(module.removesuffix(".__init__"))
    assert hidden == {*BY_NAME, *FOREIGN}


EVERYTHING = """
import io, os, pkgutil, sys, divisor_duel
from divisor_duel.games.parts import PARTS, find
from divisor_duel.games.registry import GAMES, every_game
left_out = ("__main__", "program_supervisor", "inspect", "openenv", "verifiers")
for module in pkgutil.walk_packages(divisor_duel.__path__, "divisor_duel."):
    if not module.name.endswith(left_out):
        __import__(module.name)
for game in every_game().values():
    for setup in (game(), game(ending="misere")):
        for part in PARTS:
            find(setup, part)
from divisor_duel import *
from divisor_duel.engine.clock import Clock
from divisor_duel.engine.compiled import compiled_module
from divisor_duel.terminal.main import main
compiled_module("divisor_duel.games.chain.solving.compiled_remoteness", Clock(1000))

def duel(*arguments, typed=""):
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    try:
        main(list(arguments))
    except SystemExit as exiting:
        assert exiting.code == 0, arguments

for game in GAMES:
    duel("analyze", game, "--seconds", "1", "--json")
    duel("draw", game, "-o", f"{game}.svg")
duel("play", "divider", "--plain", "--p1", "perfect", "--p2", "easy")
duel("review")
duel("prove", "countdown", "-o", "proof.json")
duel("check", "proof.json")
duel("puzzle", "--daily", typed="2\\n3\\n4\\nq\\n")
duel("sweep", "countdown", "--over", "start=2..9")
duel("arena", "perfect", "random", "--games", "countdown", "--rounds", "1")
"""
"""A program that imports every module, loads every part of every game, and runs many commands.

One process is enough: a function's own imports are traced at each call, loaded or not.
"""


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str]]:
    """Every import inside the package that a run of many commands makes."""
    folder = tmp_path_factory.mktemp("traced")
    paths = [str(TRACE), str(SOURCE.parent), str(ROOT)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "DUEL_IMPORT_TRACE": str(folder / "imports.txt"),
        "NUMBA_DISABLE_JIT": "1",  # what is imported does not depend on what is compiled
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "HOME": str(folder),
    }
    command = [sys.executable, "-c", EVERYTHING]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr
    rows = (folder / "imports.txt").read_text().splitlines()
    found: Any = {tuple(row.split(" ")) for row in rows}
    return sorted(found)


def test_every_import_of_a_running_program_keeps_the_contracts(
    traced: list[tuple[str, str, str]],
) -> None:
    """Each module imports what is below it, or loads by name what it may."""
    assert len(traced) > 1000
    broken = []
    for importer, imported, how in traced:
        if how == "name":
            if not fnmatch(imported, BY_NAME.get(importer, "")):
                broken.append(f"{importer} loads {imported}")
        else:
            broken += breaks(importer, imported)
    assert broken == []


def test_every_declared_load_by_name_happens(traced: list[tuple[str, str, str]]) -> None:
    """No declaration is left over from code that is gone."""
    assert {importer for importer, _, how in traced if how == "name"} == set(BY_NAME)


def test_an_import_against_the_layers_would_be_noticed() -> None:
    """The comparison knows up from down, siblings from layers, and a module from its package."""
    assert breaks("divisor_duel.engine.engine", "divisor_duel.web.app")
    assert breaks("divisor_duel.web.app", "divisor_duel.terminal.main")
    assert breaks("divisor_duel.arena.run.referee", "divisor_duel.web.app")
    assert breaks("divisor_duel.web.game.table", "divisor_duel.web.api.games")
    assert breaks("divisor_duel.engine.engine", "divisor_duel.games.chain.rules")
    assert not breaks("divisor_duel.web.api.games", "divisor_duel.web.game.table")
    assert not breaks("divisor_duel.games.chain.page", "divisor_duel.web.schema.analysis")
    assert not breaks("divisor_duel.web.game.table", "divisor_duel.web.game.clock")
