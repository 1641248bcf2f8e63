"""The standard library in the browser: smaller than Python's own."""

from __future__ import annotations

import pytest

from divisor_duel.web.static_site.stdlib import REPLACED, is_used


@pytest.mark.parametrize(
    ("name", "used"),
    [
        ("asyncio/events.py", True),
        ("asyncio/windows_events.py", False),
        ("email/message.py", False),
        ("encodings/utf_8.py", True),
        ("encodings/cp1252.py", False),
        ("tkinter/__init__.py", False),
        ("typing.py", True),
    ],
)
def test_the_standard_library_is_smaller(name: str, used: bool) -> None:
    """Unused modules and encodings are dropped."""
    assert is_used(name) == used


@pytest.mark.parametrize("name", REPLACED)
def test_replaced_modules_are_used(name: str) -> None:
    """A replaced module is one that something imports, and its replacement is Python."""
    assert is_used(name)
    compile(REPLACED[name], name, "exec")
