"""Games by name: ours, those of other packages, and set-ups as text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError
from divisor_duel.games import registry
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.registry import (
    COMPOUND,
    DEFAULT_GAME,
    GROUP,
    OWN_GAMES,
    Games,
    every_game,
    find_game,
    read_options,
    read_set_up,
    recommended,
    set_up,
)
from divisor_duel.games.sum.rules import Sum
from tests.heap_package.heap_game.rules import Heap

HEAP = "tests.heap_package.heap_game.rules:Heap"

Install = Callable[..., Games]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Make games with these entry points of other packages."""

    def install(**values: str) -> Games:
        entries = [EntryPoint(name, value, GROUP) for name, value in values.items()]
        monkeypatch.setattr(registry, "_entries", lambda: entries)
        return Games(OWN_GAMES)

    return install


def test_ours_come_first_in_their_order() -> None:
    """The five games are listed as always, then those made of two others; Chain is the default."""
    assert list(GAMES)[:5] == ["divider", "ladder", "countdown", "chain", "digits"]
    assert list(every_game()) == [*GAMES, *COMPOUND]
    assert all(kind.id == name for name, kind in every_game().items())
    assert find_game(DEFAULT_GAME) is GAMES["chain"] is Chain
    assert find_game("sum") is Sum
    assert "sum" not in GAMES


def test_a_game_of_ours_needs_no_look_at_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the whole list and a name that is not ours search for entry points."""

    def fail(**options: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(registry, "_entries", fail)
    games = Games(OWN_GAMES)
    assert games["chain"] is Chain
    assert "chain" in games
    with pytest.raises(AssertionError):
        len(games)


def test_an_installed_game_comes_after_ours(installed: Install) -> None:
    """It is found under the id of its class, whatever its entry point is called."""
    games = installed(any_name=HEAP)
    assert list(games) == [*OWN_GAMES, "heap"]
    assert len(games) == 6
    assert games["heap"] is Heap
    assert "any_name" not in games
    assert games.problems == {}


@pytest.mark.parametrize(
    ("attribute", "value", "words"),
    [
        ("id", "Heap", "its id 'Heap' is not a lower-case word such as 'heap'"),
        ("id", "my heap", "its id 'my heap' is not a lower-case word such as 'heap'"),
        ("id", "chain", "there is a game chain already"),
        ("__abstractmethods__", frozenset({"play"}), "it lacks play"),
        ("problem", "old", "its problem is no longer called: the name is now why_illegal"),
    ],
)
def test_an_unusable_game_is_a_problem_and_no_error(
    installed: Install, monkeypatch: pytest.MonkeyPatch, attribute: str, value: Any, words: str
) -> None:
    """Our games stay, and a sentence says why the other one is missing."""
    monkeypatch.setattr(Heap, attribute, value, raising=False)
    games = installed(heap=HEAP)
    assert list(games) == list(OWN_GAMES)
    assert games.problems == {"heap": f"the game heap ({HEAP}) cannot be used: {words}"}


def test_two_games_cannot_have_one_id(installed: Install) -> None:
    """The first by name is used, and the second is a problem."""
    games = installed(b=HEAP, a=HEAP)
    assert games["heap"] is Heap
    words = f"the game b ({HEAP}) cannot be used: there is a game heap already"
    assert games.problems == {"b": words}


def test_an_unknown_name_is_told_what_there_is() -> None:
    """As a key it is a KeyError, elsewhere an OptionsError; both list the games."""
    words = "unknown game 'go'; the games are divider, ladder, countdown, chain, digits"
    with pytest.raises(KeyError, match=words):
        GAMES["go"]
    with pytest.raises(OptionsError, match=words):
        find_game("go")


def test_set_ups_are_made_and_read() -> None:
    """Options by name, as values or as text, or in one word with the game."""
    assert set_up("chain", {"high": 30}) == set_up(Chain, {"high": 30}) == Chain(high=30)
    assert set_up("chain") == Chain()
    assert read_options(Chain, {"high": "30", "opening": "even"}) == {"high": 30, "opening": "even"}
    assert read_set_up("chain:high=30:opening=even") == Chain(high=30, opening="even")
    assert read_set_up("chain") == Chain()
    assert recommended("chain") == recommended(Chain) == Chain(opening="even")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess", "unknown game 'chess'"),
        ("chain:size=3", "chain has no option 'size', only low, high, opening, ending"),
        ("chain:high=x", "high must be a whole number from 2 to 100000, not 'x'"),
        ("chain:high", "high must be a whole number from 2 to 100000, not ''"),
        ("ladder:high=1", "high must be a whole number from 2 to 100000, not 1"),
    ],
)
def test_other_set_ups_are_refused(text: str, words: str) -> None:
    """Unknown games and options and bad values are one sentence each."""
    with pytest.raises(OptionsError) as caught:
        read_set_up(text)
    assert str(caught.value).startswith(words)


def test_only_a_folder_that_names_a_game_needs_the_slow_search(tmp_path: Path) -> None:
    """A header in an `entry_points.txt` counts, also in an egg; other packages do not."""
    package = tmp_path / "other-1.0.dist-info"
    package.mkdir()
    (tmp_path / "empty-1.0.dist-info").mkdir()
    (tmp_path / "single.egg-info").write_text("a file in the place of a folder")
    assert not registry._may_name_games(str(tmp_path))
    (package / "entry_points.txt").write_text("[console_scripts]\nother = other:main\n")
    assert not registry._may_name_games(str(tmp_path))
    (package / "entry_points.txt").write_text("[divisor_duel.games]\nheap = heap:Heap\n")
    assert registry._may_name_games(str(tmp_path))


def test_zip_files_are_left_to_the_slow_search(tmp_path: Path) -> None:
    """They may hold packages; a path that does not exist cannot."""
    archive = tmp_path / "packages.zip"
    archive.write_bytes(b"")
    assert registry._may_name_games(str(archive))
    assert not registry._may_name_games(str(tmp_path / "missing"))


def test_another_finder_of_packages_needs_the_slow_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may find games where no folder of the path has them."""
    found = EntryPoint("heap", "heap:Heap", registry.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: (found,))
    monkeypatch.setattr(registry, "_may_name_games", lambda folder: False)
    assert list(registry._entries()) == []

    class Finder:
        @staticmethod
        def find_distributions(context: object) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert list(registry._entries()) == [found]
