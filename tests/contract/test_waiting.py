"""Tests wait for events: none of them hopes that a fixed time is long enough."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]

SLEEPS = {"sleep", "wait_for_timeout", "pause"}
"""Functions that wait for a time: of time, asyncio, Playwright and Textual's pilot."""

ALLOWED = {
    "conftest.py wait_until": "polls until something is true",
    "web/servers.py until": "polls until something is true",
    "web/classes.py _follow": "pauses before a pupil connects again",
    "terminal/tui/driving.py until": "polls until something is true",
    "web/test_crash.py _moves": "polls until enough moves are acknowledged",
    "web/test_crash.py _insist": "pauses before the same request is sent again",
    "web/test_crash.py _insist_live": "pauses before the same request is sent again",
    "arena/bots.py main": "is a bot that hangs until it is killed",
    "arena/bots.py misbehave": "is a bot that hangs until it is killed",
    "terminal/tui/test_snapshots.py compare": "only when a developer rewrites the snapshots",
    "web/guard/test_rate_limits.py work": "waiting is what must not be charged",
    "web/guard/test_rate_limits.py run": "waiting is what must not be charged",
}
"""Where a test may sleep for a fixed time, and why it does not depend on how long."""


SHORTEST = 100.0
"""Shortest timeout of a test, in seconds: shorter ones end before a busy machine is done."""


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return every call in the tests, with the file and the function that it is in."""
    return [
        call
        for path in sorted(TESTS.rglob("*.py"))
        for call in _calls(
            ast.parse(path.read_text(encoding="utf-8")),
            path.relative_to(TESTS).as_posix(),
            "(module)",
        )
    ]


def _calls(node: ast.AST, file: str, function: str) -> Iterator[tuple[str, ast.Call]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = node.name
    if isinstance(node, ast.Call):
        yield f"{file} {function}", node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, file, function)


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _numbers(*values: ast.expr) -> list[float]:
    return [
        value.value
        for value in values
        if isinstance(value, ast.Constant) and isinstance(value.value, int | float)
    ]


def test_no_test_sleeps_for_a_fixed_time() -> None:
    """Only the functions that are listed with their reasons sleep, and each of them does."""
    found = {
        name
        for name, call in calls()
        if _name(call.func) in SLEEPS
        and any(_numbers(*call.args, *(keyword.value for keyword in call.keywords)))
    }
    assert found == set(ALLOWED)


def test_no_test_has_a_short_timeout() -> None:
    """What a test waits for may take long: a busy machine is not a failure."""
    found = []
    for name, call in calls():
        given = [one.value for one in call.keywords if one.arg in ("timeout", "open_timeout")]
        if _name(call.func) in ("timeout", "wait_for"):
            given += call.args
        if any(seconds < SHORTEST for seconds in _numbers(*given)):
            found.append(f"{name}, line {call.lineno}")
    assert found == []
