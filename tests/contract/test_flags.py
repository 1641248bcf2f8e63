"""Flags are named by the command line alone: a library does not know who calls it."""

from __future__ import annotations

import ast
import re

from tests.contract.sources import MODULES, parsed

PROGRAMS = {
    "arena/results/page_style.py": "is a style sheet, whose variables look like flags",
    "adapters/openenv.py": "has a command line of its own",
    "drawing/pdf.py": "calls fc-match, which has a flag",
    "drawing/png.py": "calls fc-match, which has a flag",
    "games/divider/solving/answers.py": "is also a developer's program",
    "games/divider/solving/long_openings.py": "is also a developer's program",
    "games/divider/solving/openings.py": "is also a developer's program",
    "web/__main__.py": "becomes `duel serve`",
    "web/site/bundles.py": "calls esbuild, which has flags",
    "web/static_site/__main__.py": "is a program of the Makefile",
    "web/static_site/python_files.py": "calls pip, which has flags",
    "web/guard/limits.py": "derives each limit's flag from its name",
}
"""Modules outside terminal/ that may name flags, with the reason."""

FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


def flags_in(name: str) -> list[str]:
    """The flags in the strings of a module, docstrings left out."""
    tree = parsed(name)
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        flag
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documents
        for flag in FLAG.findall(node.value)
    ]


def test_only_the_terminal_names_flags() -> None:
    """No string of another module contains a flag."""
    named = {
        name: flags
        for name in MODULES
        if not name.startswith("terminal/") and (flags := flags_in(name))
    }
    assert {name: flags for name, flags in named.items() if name not in PROGRAMS} == {}
