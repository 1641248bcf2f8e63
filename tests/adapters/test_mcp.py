"""The tools of `duel mcp`, called by the protocol's own client over a real process."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from tests.conftest import COMMAND


def text(result: Any) -> str:
    """What a tool said, as text."""
    return "".join(part.text for part in result.content)


async def _talk() -> dict[str, Any]:
    from mcp import Client, StdioServerParameters  # slow: only this test's process imports it

    command = StdioServerParameters(
        command=sys.executable, args=[*COMMAND[1:], "mcp"], env=dict(os.environ)
    )
    async with Client(command, read_timeout_seconds=300) as client:
        called: dict[str, Any] = {
            "tools": sorted(tool.name for tool in (await client.list_tools()).tools)
        }
        schemas = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
        called["asked"] = schemas["play"]["properties"]
        assert all(schema["additionalProperties"] is False for schema in schemas.values())
        for name, tool, arguments in (
            ("games", "games", {}),
            ("rules", "rules", {"game": "chain"}),
            ("won", "play", {"game": "digits", "move": 7}),
            ("reply", "play", {"game": "countdown", "move": 15, "level": "perfect"}),
            ("values", "analyze", {"game": "countdown", "options": {"start": 12}}),
            ("why", "explain", {"game": "countdown", "played": [15]}),
            ("illegal", "position", {"game": "chain", "played": [15, 4]}),
            ("misspelt", "position", {"game": "chain", "moves": [15]}),
            ("unknown", "rules", {"game": "chess"}),
        ):
            called[name] = await client.call_tool(tool, arguments)
        return called


def test_a_client_plays_analyzes_and_is_told_why() -> None:
    """Every tool answers through the protocol, and what is wrong is told in a sentence.

    Answers name the moves so far as questions do, and a name that no tool knows is refused.
    """
    told = asyncio.run(_talk())
    assert told["tools"] == ["analyze", "explain", "games", "play", "position", "rules"]
    assert '"chain"' in text(told["games"])
    assert "multiple" in text(told["rules"])
    assert told["won"].structured_content["winner"] == 1
    assert len(told["reply"].structured_content["played"]) == 2
    assert "played" in told["asked"]
    moves = told["values"].structured_content["moves"]
    assert {one["move"] for one in moves if one["value"] == "win"} == {3, 4}
    assert "odd" in text(told["why"])
    assert told["illegal"].is_error
    assert "move 2: 4 is neither a factor nor a multiple of 15" in text(told["illegal"])
    assert told["misspelt"].is_error
    assert "moves" in text(told["misspelt"])
    assert told["unknown"].is_error
    assert "unknown game 'chess'" in text(told["unknown"])
