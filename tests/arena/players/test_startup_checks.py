"""Checks before the first game find what only the user can fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.arena import Terms, read_players
from divisor_duel.arena.players.startup_checks import check_players
from divisor_duel.terminal.cli.parser import build_parser
from tests.arena.endpoint import Endpoint, chat_endpoint, first_legal
from tests.arena.playing import bot


def arena(folder: Path, *arguments: str) -> int:
    """The command in this process; the code with which it ends."""
    parsed = build_parser().parse_args(["arena", *arguments, "-o", str(folder)])
    code: int = parsed.run(parsed)
    return code


def model(endpoint: Endpoint, name: str = "m", options: str = "") -> str:
    """A model at the endpoint as a player."""
    return f"{name}=chat:tiny{options}@{endpoint.url}"


SMALL = ("random", "--games", "countdown,chain", "--rounds", "3", "--patience", "0.01")


@pytest.mark.parametrize("status", [401, 404])
def test_a_wrong_key_is_found_before_the_first_game(tmp_path: Path, status: int) -> None:
    """The endpoint's refusal is the error, and no game was begun."""
    with chat_endpoint(lambda request, number: status) as endpoint:
        with pytest.raises(DuelError, match=f"m cannot be asked: .*status {status}"):
            arena(tmp_path, model(endpoint), *SMALL)
        with pytest.raises(DuelError, match="the variable NO_SUCH_KEY, which should have the key"):
            arena(tmp_path / "b", model(endpoint, options=",key=NO_SUCH_KEY"), *SMALL)
    assert (tmp_path / "games.jsonl").read_bytes() == b""


def test_a_missing_function_is_found_before_the_first_game(tmp_path: Path) -> None:
    """A misspelt function ends the command with the reason."""
    with pytest.raises(DuelError, match=r"cannot play: .*has no attribute 'missing'"):
        arena(tmp_path, "py:tests.arena.bots:missing", *SMALL)


def test_a_variable_without_a_key_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent or tried again where the variable with the key is not set."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        (entry, _) = read_players([f"m=chat:tiny,key=NO_SUCH_KEY@{endpoint.url}", "random"])
        told = r"^m cannot be asked: the variable NO_SUCH_KEY, .* is not set$"
        with pytest.raises(DuelError, match=told):
            check_players([entry], Terms())
        assert endpoint.requests == []


def test_each_player_is_tried_once_and_outages_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same model is called once, and an endpoint that is down for now is not an error."""
    with chat_endpoint(lambda request, number: 503) as endpoint:
        entries = read_players([f"{name}=chat:tiny@{endpoint.url}" for name in "ab"])
        check_players(entries, Terms())
        assert len(endpoint.requests) == 1


def test_programs_of_other_machines_are_not_started_here() -> None:
    """A program that cannot start is found, unless it will run elsewhere."""
    entries = read_players([bot("leaves"), "random"])
    with pytest.raises(DuelError, match="leaves cannot play: it did not get ready"):
        check_players(entries, Terms())
    check_players(entries, Terms(), programs=False)
