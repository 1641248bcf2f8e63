"""`duel mcp`: the server of tools, and how to install it."""

from __future__ import annotations

import sys

import pytest

from divisor_duel import DuelError
from divisor_duel.terminal.cli.parser import build_parser


def run() -> int:
    """The command in this process."""
    parsed = build_parser("mcp").parse_args(["mcp"])
    code: int = parsed.run(parsed)
    return code


def test_without_its_package_the_command_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A missing package is one sentence with the command that installs it."""
    monkeypatch.setitem(sys.modules, "divisor_duel.adapters.mcp", None)
    with pytest.raises(DuelError, match=r"this needs one more package: .* -m pip install "):
        run()


def test_the_server_runs_until_its_client_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command runs the adapter's server, and ends with 0."""
    ran: list[str] = []
    monkeypatch.setattr("divisor_duel.adapters.mcp.main", lambda: ran.append("server"))
    assert run() == 0
    assert ran == ["server"]
