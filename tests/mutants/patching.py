"""Mutants that change the body of one function: its code is exchanged in the loaded module."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import CodeType
from typing import Any

Patch = tuple[str, CodeType]
"""The qualified name of a function, and its new code."""


def patch_of(original: str, source: str) -> Patch | None:
    """The one function that differs; None if something outside of functions does."""
    before = dict(_codes(compile(original, "original", "exec")))
    after = dict(_codes(compile(source, "original", "exec")))
    if before.keys() != after.keys():
        return None
    changed = [name for name in before if _shape(before[name]) != _shape(after[name])]
    functions = [name for name in changed if after[name].co_flags & 2]  # CO_NEWLOCALS
    if len(changed) != 1 or not functions:
        return None
    name, code = changed[0], after[changed[0]]
    while "<locals>" in name:  # the function around it holds its code
        name = name.rpartition(".<locals>")[0]
        code = after.get(name, code)
    return (name, code) if not set("<#") & set(name) else None


def _codes(code: CodeType, seen: str = "") -> Iterator[tuple[str, CodeType]]:
    """Every code object by its qualified name; a second one of that name gets a number sign."""
    names = set[str]()
    yield seen or "<module>", code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            name = inner.co_qualname
            while name in names:
                name += "#"
            names.add(name)
            yield from _codes(inner, name)


def _shape(code: CodeType) -> tuple[Any, ...]:
    """What a code object does itself, without the code inside it."""
    constants = [_typed(value) for value in code.co_consts if not isinstance(value, CodeType)]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, constants, names, code.co_exceptiontable


def _typed(value: Any) -> Any:
    """A constant that differs from others which compare equal, as 1, 1.0 and True do."""
    return type(value).__name__, repr(value)


def function_at(module: str, name: str) -> Any:
    """The function of a module, without decorators around it."""
    found: Any = import_module(module)
    for part in name.split("."):
        found = vars(found)[part]
    while not hasattr(found, "__code__"):
        found = next(
            getattr(found, inner)
            for inner in ("fget", "__func__", "__wrapped__", "_work")
            if getattr(found, inner, None)
        )
    return getattr(found, "__wrapped__", found)
