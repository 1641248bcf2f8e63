"""The bots in docs/arena.md are short and play."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.arena.playing import play, timeless

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"


def program(name: str) -> str:
    """The code block of the page that begins with a comment with the file's name."""
    blocks: list[str] = re.findall(r"```\w+\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (found,) = (block for block in blocks if block.splitlines()[0].split()[1] == f"{name}:")
    return found


@pytest.mark.parametrize(("name", "command"), [("bot.py", sys.executable), ("bot.js", "node")])
def test_the_bots_of_the_page_play(name: str, command: str, tmp_path: Path) -> None:
    """Copied into a file, each plays all its games without a fault."""
    code = program(name)
    assert len(code.strip().splitlines()) <= 15
    (tmp_path / name).write_text(code)
    player = f"largest=cmd:{shlex.join([command, str(tmp_path / name)])}"
    lines = play("random", player, games="chain,ladder", seconds=100.0)
    assert [line["faults"] for line in lines] == [[]] * 4
    for line in lines:
        number = line["players"].index("largest") + 1
        assert any(decision["player"] == number for decision in line["decisions"])


def test_both_bots_of_the_page_are_the_same_player(tmp_path: Path) -> None:
    """The Python and the JavaScript bot play the same games."""
    games = []
    for name, command in (("bot.py", sys.executable), ("bot.js", "node")):
        (tmp_path / name).write_text(program(name))
        player = f"largest=cmd:{shlex.join([command, str(tmp_path / name)])}"
        games.append([timeless(line) for line in play("hard", player, rounds=2, seconds=100.0)])
    assert games[0] == games[1]
