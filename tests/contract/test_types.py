"""What mypy must accept and refuse where people write a game, or set one up."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from divisor_duel.games.parts import PARTS
from divisor_duel.games.registry import every_game

ROOT = Path(__file__).parents[2]

TYPES = {
    "COMPILED": "tuple[str, ...]",
    "THEORY": "divisor_duel.engine.theory.GameTheory[{G}, {P}]",
    "PROOFS": "divisor_duel.proofs.kinds.GameProofs[{G}, {P}, Any]",
    "STRATEGY": "divisor_duel.games.parts.Strategies[{G}, {P}, Any]",
    "figure": "divisor_duel.drawing.page.GameFigure[{G}, {P}]",
    "diagrams": "divisor_duel.games.parts.Diagrams[{P}]",
    "STEPS": "divisor_duel.learn.lesson.Steps",
    "EXERCISES": "divisor_duel.learn.exercises.ExerciseSets[{G}, {P}]",
    "IDEAS": "divisor_duel.games.parts.Ideas[{G}, {P}]",
    "situation": "divisor_duel.games.parts.Situation[{G}, {P}]",
    "WORDING": "divisor_duel.terminal.lines.wording.GameWording[{G}, {P}]",
    "board": "divisor_duel.terminal.lines.board.GameBoard[{G}, {P}]",
    "SCENES": "divisor_duel.drawing.scene.GameScenes[{G}, {P}]",
    "PICTURE": "divisor_duel.drawing.page.GamePicture[{G}, {P}]",
    "ENCODING": "divisor_duel.adapters.rendering.GameEncoding[{G}, {P}]",
    "BATCH": "divisor_duel.batch.base.GameBatch[{G}]",
    "PAGE": "divisor_duel.web.game.view.GamePage[{G}, {P}, Any]",
}
"""The type of each part for the game `G` with positions `P`, by the part's name."""


def parts_of_all_games() -> str:
    """Return a program that assigns every part of every game to the type of that part."""
    imports, lines = set[str](), list[str]()
    for game in every_game().values():
        package = game.__module__.removesuffix(".rules")
        names = {"G": f"{package}.rules.{game.__name__}"}
        names["P"] = f"{names['G']}Position"
        for part in PARTS:
            expected = TYPES[part.name].format(**names)
            for module, name in {(part.module, part.name), part.misere or ("", "")} - {("", "")}:
                module = f"{package}.{module}"
                if has(module, name):
                    imports |= {module, names["G"].rpartition(".")[0], module_of(expected)}
                    lines.append(f"part_{len(lines)}: {expected} = {module}.{name}")
    return "\n".join(
        ["from typing import Any", *(f"import {name}" for name in sorted(imports - {""})), *lines]
    )


def has(module: str, name: str) -> bool:
    """Return True if there is such a module, and it has this name."""
    try:
        return hasattr(import_module(module), name)
    except ModuleNotFoundError:
        return False


def module_of(type_name: str) -> str:
    """Return the module of a type that is written with its module and its arguments."""
    return type_name.partition("[")[0].rpartition(".")[0]


WRONG = """
from random import Random

from divisor_duel import Player
from divisor_duel.drawing.page import GamePicture, Sketch, Subject
from divisor_duel.drawing.scene import GameScenes, Played, Scene
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.parts import Ideas, Situation, Strategies
from divisor_duel.proof import Proof
from divisor_duel.strategy import Rule


def scene(game: Chain, position: ChainPosition, played: Played) -> Scene:
    raise NotImplementedError

def check(game: Chain, position: ChainPosition) -> None:
    raise NotImplementedError

def sketch(subject: Subject[Chain, ChainPosition]) -> str:
    raise NotImplementedError

def rules(game: Chain, lost: ChainPosition, proof: Proof) -> tuple[Rule[ChainPosition], ...]:
    raise NotImplementedError

def words(game: Chain, position: ChainPosition, move: int) -> str:
    raise NotImplementedError

def ladder_words(game: Ladder, position: LadderPosition, move: int) -> str:
    raise NotImplementedError

def nudge(game: Chain, position: ChainPosition) -> int:
    raise NotImplementedError

def puzzle_options(rng: Random) -> dict[str, int]:
    raise NotImplementedError

def situation(game: Chain, you: Player) -> str:
    raise NotImplementedError



GameScenes[Chain, ChainPosition](scene)  # error
GamePicture[Chain, ChainPosition](check, sketch)  # error
Strategies[Chain, ChainPosition, Proof](rules, ladder_words)  # error
Strategies[Chain, ChainPosition, Proof](rules, words)
Ideas[Chain, ChainPosition](nudge, nudge, puzzle_options)  # error
described: Situation[Chain, ChainPosition] = situation  # error
"""
"""Parts with wrong signatures. mypy must complain of each line that says so, and of no other."""


OPTIONS = """
from divisor_duel import GAMES

name = input()
GAMES["chain"](hihg=20)  # error
GAMES["chain"](high="20")  # error
GAMES["digits"](target=7, high=9)  # error
GAMES["chain"](high=20, opening="even", ending="misere")
GAMES["countdown"](60)
GAMES[name](hihg=20)
GAMES["heap"](size=20)
for kind in GAMES.values():
    kind(ending="misere")
game = GAMES["ladder"](high=30)
game.play(game.start(), 2).rung  # error
game.play(game.start(), 2).pool
"""
"""Set-ups of games. mypy knows the options of our games, by their names."""


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, int]]:
    """The file and line of each error that mypy finds; the files are checked in one run.

    It has the same options as in `make lint`, so that both use one cache and neither spoils it.
    """
    folder = tmp_path_factory.mktemp("typed")
    texts = {
        "parts.py": parts_of_all_games(),
        "wrong_parts.py": WRONG,
        "options.py": OPTIONS,
    }
    for name, text in texts.items():
        (folder / name).write_text(dedent(text))
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context"]
    command += ["--no-pretty", "src", *(str(folder / name) for name in texts)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    found = re.findall(r"([\w.]+):(\d+): error: ", done.stdout)
    assert len(found) == done.stdout.count("error:"), done.stdout
    return {(file, int(line)) for file, line in found}


def test_every_part_of_every_game_has_the_type_of_its_part(
    complaints: set[tuple[str, int]],
) -> None:
    """The parts of our games, found at run time, are what the packages that use them expect."""
    program = parts_of_all_games().splitlines()
    assert sum(line.startswith("part_") for line in program) > 60
    assert [program[line - 1] for file, line in complaints if file == "parts.py"] == []
    assert set(TYPES) == {part.name for part in PARTS}


def test_a_part_with_a_wrong_signature_is_refused(complaints: set[tuple[str, int]]) -> None:
    """A missing parameter, a wrong result and another game's function are errors."""
    assert lines_of("wrong_parts.py", complaints) == marked(WRONG)


def test_a_wrong_option_is_refused_where_the_game_is_named(
    complaints: set[tuple[str, int]],
) -> None:
    """A misspelled option is an error before the program runs; a name read at run time is not."""
    assert lines_of("options.py", complaints) == marked(OPTIONS)


def lines_of(name: str, complaints: set[tuple[str, int]]) -> set[int]:
    """Return the lines of a file that mypy complains of."""
    return {line for file, line in complaints if file == name}


def marked(text: str) -> set[int]:
    """Return the numbers of the lines that say ``# error``."""
    lines = enumerate(text.splitlines(), 1)
    return {number for number, line in lines if line.endswith("# error")}
