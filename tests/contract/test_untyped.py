"""`Any` is used only where a library has no types for its values."""

from __future__ import annotations

import ast

from tests.contract.sources import MODULES, parsed

LIBRARIES = {
    "adapters/gymnasium.py": "gymnasium: infos, options and metadata of an environment",
    "adapters/inspect.py": "inspect_ai, which has no types for mypy",
    "adapters/mcp.py": "mcp: it makes a tool's output schema from the annotation",
    "adapters/openenv.py": "openenv, which has no types for mypy",
    "adapters/openspiel.py": "pyspiel, which has no types for mypy",
    "adapters/pettingzoo.py": "pettingzoo, which has no types for mypy",
    "adapters/textarena.py": "textarena, which has no types for mypy",
    "adapters/vector.py": "gymnasium: infos, options and metadata; numpy: arrays of any type",
    "adapters/verifiers.py": "verifiers, which has no types for mypy",
    "arena/players/model_settings.py": "tomllib: values before `check` has seen them",
    "batch/base.py": "typing: Python has no type for the positions of any game's batch",
    "drawing/pdf.py": "reportlab, which has no types for mypy",
    "drawing/png.py": "resvg_py, which has no types for mypy",
    "engine/compiled.py": "numba, which has no types for mypy",
    "game.py": "typing: Python has no type for a game of any kind, which is `AnyGame`",
    "games/chain/solving/compiled_boards.py": "numba: it compiles for the types of each call",
    "games/chain/solving/compiled_matching.py": "numba: it compiles for the types of each call",
    "games/chain/solving/compiled_remoteness.py": "numba: it compiles for the types of each call",
    "games/countdown/solving/compiled_table.py": "numba: it compiles for the types of each call",
    "games/divider/solving/compiled_search.py": "numba: it compiles for the types of each call",
    "games/divider/solving/nim_table.py": "numba: it compiles for the types of each call",
    "games/parts.py": "importlib: parts are found by name, and typed where they are used",
    "games/sum/page/__init__.py": "msgspec: a field that may hold any Struct",
    "jobs/cluster.py": "distributed, which has no types for mypy",
    "terminal/cli/parser.py": "argparse: the arguments of its own methods",
    "web/game/actions.py": "typing: Python has no type for an action with any request",
    "web/live/protocols.py": "uvicorn: its scopes, messages and transports",
    "web/offline/prepared.py": "json: messages of every kind, as they are stored for the page",
    "web/schema/analysis.py": "msgspec: a field that may hold any dataclass",
    "web/schema/states.py": "msgspec: a field that may hold any Struct",
    "web/store/postgres.py": "asyncpg, which has no types for mypy",
    "web/store/postgres_notices.py": "asyncpg, which has no types for mypy",
}
"""The modules that may name `Any`, each with the library that forces it."""


def names_any(tree: ast.Module) -> bool:
    """Return whether a module uses `Any`; words in texts and comments do not count."""
    return any(
        (isinstance(node, ast.Name) and node.id == "Any")
        or (isinstance(node, ast.Attribute) and node.attr == "Any")
        or (isinstance(node, ast.ImportFrom) and "Any" in {name.name for name in node.names})
        for node in ast.walk(tree)
    )


def test_only_values_of_libraries_are_untyped() -> None:
    """A module that starts to use `Any` fails here, and so does one that no longer does."""
    assert {name for name in MODULES if names_any(parsed(name))} == LIBRARIES.keys()


def test_words_are_told_from_uses() -> None:
    """Docstrings may say "Any"; imports, annotations and attributes are uses."""
    assert not names_any(ast.parse('"""Any position."""\nAnyGame = 1  # Any'))
    assert names_any(ast.parse("from typing import Any"))
    assert names_any(ast.parse("from typing import ClassVar, Any as Whatever"))
    assert names_any(ast.parse("import typing\nx: typing.Any = 1"))
    assert names_any(ast.parse("x: list[Any] = []"))
