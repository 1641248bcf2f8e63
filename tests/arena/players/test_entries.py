"""Players as users write them: names, kinds, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from divisor_duel import OptionsError
from divisor_duel.arena import read_players
from divisor_duel.arena.players.entries import Entry, command_of, fingerprint
from divisor_duel.arena.players.model_settings import Model
from divisor_duel.arena.players.terms import Terms


def test_players_are_named_apart() -> None:
    """The same player may take part twice, and names can be chosen."""
    entries = read_players(["easy", "easy", "mine=cmd:./bot --x=1", "py:a.b:c"])
    assert [entry.name for entry in entries] == ["easy", "easy#2", "mine", "py:a.b:c"]
    assert entries[2].spec == "cmd:./bot --x=1"


@pytest.mark.parametrize(
    "texts",
    [
        ["easy"],
        ["easy", "strong"],
        ["easy", "py:nothing"],
        ["easy", "cmd:"],
        ["easy", "cmd:'open"],
        ["easy", "py:os;system:x"],
        ["easy#2=easy", "x"],
    ],
)
def test_wrong_players_are_refused(texts: list[str]) -> None:
    """Text that is not a player is refused, and the error lists the valid forms."""
    with pytest.raises(OptionsError):
        read_players(texts)


@pytest.mark.parametrize(
    "text",
    ["chat:model", "chat:@http://x", "chat:m@ftp://x", "chat:m@http://", "chat:m@http://x:y"],
)
def test_wrong_endpoints_are_refused(text: str) -> None:
    """A model without a usable address is refused before any game."""
    with pytest.raises(OptionsError, match="chat:MODEL@URL"):
        read_players([text, "random"])


def test_a_changed_file_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of a command and the module of a function count; installed commands have none."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bot.py"
    file.write_text("one")
    specs = (f"cmd:{sys.executable} {file}", "py:bot:choose")
    before = [fingerprint(spec) for spec in specs]
    assert before[0] == before[1] != ""
    file.write_text("two")
    assert all(fingerprint(spec) not in (old, "") for spec, old in zip(specs, before, strict=True))
    assert [fingerprint(spec) for spec in ("hard", "cmd:cat -u", "py:no_such_module:f")] == [""] * 3


def test_a_command_starts_programs_and_serves_functions() -> None:
    """A program is its own command; a function is served by a program of ours."""
    assert command_of("cmd:node 'my bot.js' --fast") == ["node", "my bot.js", "--fast"]
    server = [sys.executable, "-m", "divisor_duel.arena.players.function_server", "a.b:c"]
    assert command_of("py:a.b:c") == server


def test_models_may_have_a_time_limit_of_their_own() -> None:
    """A model's own limit counts before that of the tournament; programs have another."""
    terms = Terms(seconds=3.0, model_seconds=70.0)
    own, usual = (Model("m", "http://h", seconds=seconds) for seconds in (5.0, None))
    players = (Entry("a", "chat:m", own), Entry("b", "chat:m", usual), Entry("c", "cmd:x"))
    assert [player.seconds(terms) for player in players] == [5.0, 70.0, 3.0]
