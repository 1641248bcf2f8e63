"""The parts that games have in addition to their rules."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Record
from divisor_duel.game import AnyGame
from divisor_duel.games.parts import (
    BOARD,
    FIGURE,
    MODULES,
    MOVED,
    PAGE,
    PARTS,
    PICTURE,
    PROOFS,
    STRATEGY,
    THEORY,
    WORDING,
    Part,
    find,
    misplaced_file,
    page_folder,
)
from divisor_duel.terminal.lines.wording import Wording
from tests.games.subjects import no_default_engine, subject_of

HEAP = Path(__file__).parents[1] / "heap_package" / "heap_game" / "rules.py"


@pytest.mark.parametrize("id", GAMES)
def test_parts_about_normal_play_are_not_used_for_misere(id: str) -> None:
    """A misere set-up has its own theory, proofs and reasons, or none; words stay the same."""
    kind = GAMES[id]
    misere = kind(ending="misere")
    parts: tuple[Part[Any], ...] = (THEORY, PROOFS, STRATEGY)
    for part in parts:
        assert find(kind(), part) is find(kind, part) is not None
        assert find(misere, part) is not find(kind, part)
    assert find(kind, PICTURE) is not None
    assert find(misere, PICTURE) is None
    assert find(misere, WORDING) is find(kind(), WORDING) is not None
    assert find(misere, BOARD) is find(kind, BOARD) is not None


@pytest.mark.parametrize("id", GAMES)
def test_pictures_and_figures_ask_the_engine_that_analysed(id: str) -> None:
    """Whatever a drawing needs beyond the analysis comes from the subject's own engine."""
    subject = subject_of(Record(GAMES[id]()), 1.0)
    picture, figure = find(subject.game, PICTURE), find(subject.game, FIGURE)
    assert picture
    with no_default_engine():
        assert picture.sketch(subject).shapes
        if figure:
            assert getattr(figure(subject), "legend", "")


@pytest.mark.parametrize("id", GAMES)
def test_each_game_has_a_script_of_its_own(id: str) -> None:
    """Files of the page are in the game's folder `page`."""
    folder = page_folder(GAMES[id])
    assert folder
    assert folder.parts[-2:] == (id, "page")
    assert {"page.js", "page.css", "emblem.js"} <= {path.name for path in folder.iterdir()}


def test_a_game_of_rules_alone_has_no_folder_for_the_page(heap: type[AnyGame]) -> None:
    """Then it adds nothing to the page, which draws its board."""
    assert page_folder(heap) is None


@pytest.mark.parametrize("id", GAMES)
def test_nothing_is_misplaced_in_our_games(id: str) -> None:
    """Beside the rules of our own games there are only parts."""
    assert misplaced_file(GAMES[id]) == ""


def heap_beside(folder: Path, files: dict[str, str]) -> type[AnyGame]:
    """Make a package with the game Heap and these files beside its rules, and import it."""
    package = folder / "heap_copy"
    package.mkdir()
    for name, text in {"__init__.py": "", "rules.py": HEAP.read_text(), **files}.items():
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(dedent(text))
    game: type[AnyGame] = importlib.import_module("heap_copy.rules").Heap
    return game


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder from which packages can be imported until the test ends."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] == "heap_copy"]:
        del sys.modules[name]
    from divisor_duel.games import parts

    parts._load.cache_clear()


def test_a_part_is_found_beside_the_rules_of_any_package(elsewhere: Path) -> None:
    """A part of a game of another package is used as ours are."""
    wording = "from divisor_duel.terminal.lines.wording import Wording as WORDING\n"
    game = heap_beside(elsewhere, {"terminal.py": wording, "_own.py": "", "tests/helpers.py": ""})
    assert misplaced_file(game) == ""
    found = find(game, WORDING)
    assert found is Wording
    assert find(game, BOARD) is None
    assert find(game, THEORY) is None


@pytest.mark.parametrize("name", MOVED)
def test_a_part_under_its_old_name_is_an_error(name: str, elsewhere: Path) -> None:
    """A file that was a part before says where its content belongs now."""
    game = heap_beside(elsewhere, {f"{name}.py": ""})
    problem = f"{name}.py is no longer read: its content belongs in {MOVED[name]}"
    assert misplaced_file(game) == problem


@pytest.mark.parametrize(
    ("file", "part", "names"),
    [
        ("terminal.py", WORDING, "WORDING, board, SCENES"),
        ("proofs.py", PROOFS, "PROOFS, MISERE_PROOFS"),
        ("solving/theory.py", THEORY, "THEORY, COMPILED"),
        ("page/__init__.py", PAGE, "PAGE"),
    ],
)
def test_a_module_without_any_part_is_an_error(
    file: str, part: Part[Any], names: str, elsewhere: Path
) -> None:
    """A misspelled or old name inside a module is no silent plain default either."""
    game = heap_beside(elsewhere, {"solving/__init__.py": "", file: "VOICE = view = 1\n"})
    with pytest.raises(DuelError, match="has no part of a game: it must define") as caught:
        find(game, part)
    assert str(caught.value).endswith(names)


def test_a_folder_of_scripts_alone_needs_no_python(elsewhere: Path) -> None:
    """Then the page's state is the plain one."""
    game = heap_beside(elsewhere, {"page/page.js": ""})
    assert find(game, PAGE) is None


def test_the_page_is_a_folder(elsewhere: Path) -> None:
    """A module `page.py`, as in version 0.1.0, is an error."""
    game = heap_beside(elsewhere, {"page.py": "VIEW = 1\n"})
    assert misplaced_file(game).startswith("page.py is no longer read")


@pytest.mark.parametrize("name", ["teachin.py", "voices.py", "page.js"])
def test_a_part_under_an_unknown_name_is_an_error(name: str, elsewhere: Path) -> None:
    """A misspelled part is named, so that no plain default takes its place without a word."""
    game = heap_beside(elsewhere, {name: ""})
    assert name in misplaced_file(game)


def test_moved_names_are_not_names_of_parts() -> None:
    """No name is old and new at once, and every part has a module and a name of its own."""
    assert not set(MOVED) & set(MODULES)
    assert len({(part.module, part.name) for part in PARTS}) == len(PARTS)
