"""What `duel arena` and `duel bench` share: flags for models, and the default folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.arena import read_players
from divisor_duel.arena.run.output_folder import default_folder
from divisor_duel.errors import OptionsError
from divisor_duel.terminal.cli.arena import read_plan
from divisor_duel.terminal.cli.parser import build_parser
from divisor_duel.terminal.cli.player_flags import (
    read_calls,
    read_legal,
    with_and_without_legal_moves,
)

MODEL = "m=chat:tiny,input=1,output=2@http://localhost:1"


def flags(**given: Any) -> argparse.Namespace:
    """The flags with their defaults, but for those given."""
    defaults: dict[str, Any] = dict.fromkeys(
        ("calls", "budget", "workers", "scheduler", "legal", "patience")
    )
    return argparse.Namespace(**(defaults | given))


def test_the_same_settings_have_the_same_folder(home: Path, tmp_path: Path) -> None:
    """Settings decide the folder in the cache; what is in a bot's file does not."""
    bot = tmp_path / "bot.py"

    def folder(text: str, *more: str, kind: str = "arenas") -> Path:
        bot.write_text(text)
        players = ["arena", "random", f"mine=cmd:{sys.executable} {bot}"]
        return default_folder(kind, read_plan(build_parser("arena").parse_args([*players, *more])))

    first = folder("one")
    assert first.parent == home / ".cache/divisor-duel/arenas"
    assert folder("two") == first
    assert folder("one", "--rounds", "3") != first
    assert folder("one", kind="benches").name == first.name


@pytest.mark.parametrize(
    ("given", "legal"),
    [
        ({}, "shown"),
        ({"legal": "both"}, "both"),
        ({"no_legal": True}, "hidden"),
        ({"no_legal": True, "legal": "hidden"}, "hidden"),
    ],
)
def test_legal_moves_are_shown_unless_told_otherwise(given: dict[str, Any], legal: str) -> None:
    """`--no-legal` is short for `--legal hidden`."""
    assert read_legal(flags(**given)) == legal


@pytest.mark.parametrize(
    "given", [{"legal": "maybe"}, {"legal": "shown", "no_legal": True}], ids=["word", "both"]
)
def test_contradictions_about_legal_moves_are_refused(given: dict[str, Any]) -> None:
    """An unknown word, or two flags that contradict each other, is refused."""
    with pytest.raises(OptionsError, match="legal must be shown, hidden or both"):
        read_legal(flags(**given))


def test_each_model_is_entered_twice() -> None:
    """Models play with and without the list of legal moves; others play once."""
    entries = with_and_without_legal_moves(read_players(["random", MODEL]))
    assert [entry.name for entry in entries] == ["random", "m", "m unlisted"]
    assert entries[2].show_legal is False
    assert entries[2].model == entries[1].model


def test_calls_and_budget_are_read() -> None:
    """Without flags 64 calls are made at once and nothing limits their cost."""
    players = read_players(["random", MODEL])
    free = read_calls(flags(), players)
    assert free.budget.limit is None
    limited = read_calls(flags(calls="3", budget="5.00"), players)
    assert limited.budget.limit == 5.0
    assert [free[0], limited[0]] == [64, 3]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"calls": "0"}, "calls must be a whole number from 1 to 4096"),
        ({"budget": "much"}, "budget must be a cost such as 5.00, not 'much'"),
        ({"budget": "0"}, "budget must be a cost"),
        ({"budget": "nan"}, "budget must be a cost"),
        ({"budget": "5", "workers": "2"}, "a budget works in one process only"),
        ({"budget": "5", "scheduler": "x:1"}, "a budget works in one process only"),
    ],
)
def test_limits_that_cannot_be_kept_are_refused(given: dict[str, Any], words: str) -> None:
    """What is wrong is said before any call is made."""
    with pytest.raises(OptionsError, match=words):
        read_calls(flags(**given), read_players(["random", MODEL]))


def test_a_budget_needs_prices() -> None:
    """A model without a price could cost anything."""
    players = read_players(["random", "m=chat:tiny@http://localhost:1"])
    with pytest.raises(OptionsError, match="with a budget m needs a price"):
        read_calls(flags(budget="5"), players)
