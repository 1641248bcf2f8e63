"""The menu of `duel` in line mode: a few questions, then a game.

The player answers with the number of a choice or the start of its text, or with
`back`, `help` or `q`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, OptionValue, brief
from divisor_duel.games.registry import every_game, recommended, set_up
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.new_match import (
    FIRST_PLAYERS,
    computer_levels,
    new_match,
    player_levels,
)
from divisor_duel.terminal.words import as_sentence

T = TypeVar("T")

WORDS = {
    "back": "the previous question",
    "help": "show this list",
    "q": "leave",
}
"""Answers that every question accepts."""


class BackError(Exception):
    """The player wants to go back to the previous question."""


@dataclass
class MenuAnswers:
    """The answers so far."""

    console: Console
    kind: type[AnyGame] = field(init=False)
    game: AnyGame = field(init=False)
    levels: tuple[str, str] = (HUMAN, HUMAN)
    first: str = "1"


def run(arguments: argparse.Namespace) -> int:
    """Ask what to play and play it, until the player wants no other game."""
    console = Console()
    try:
        while True:
            code = _one_game(console)
            if code or not _again(console):
                return code
    except EOFError:
        console.show(["Goodbye."])
        return 0
    except KeyboardInterrupt:
        console.show(["", "Goodbye."])
        return 130


def _one_game(console: Console) -> int:
    console.show([console.paint.bold("Divisor Duel: number games for two"), ""])
    answers, questions = MenuAnswers(console), (_which_game, _which_set_up, _who_plays, _who_begins)
    index = 0
    while index < len(questions):
        try:
            questions[index](answers)
            index += 1
        except BackError:
            index = max(index - 1, 0)
    console.show(["", "Type help at any time. The game is saved after every move.", ""])
    match = new_match(answers.game, levels=answers.levels, first=answers.first)
    from divisor_duel.terminal.lines.start import start_match  # slow, and needed only now

    return start_match(match, console, coin_toss=answers.first == "random")


def _which_game(answers: MenuAnswers) -> None:
    games = [(f"{game.id.title():10} {game.summary}", game) for game in every_game().values()]
    answers.kind = _choose(answers.console, "Which game?", games)


def _which_set_up(answers: MenuAnswers) -> None:
    kind, console = answers.kind, answers.console
    good = recommended(kind)
    choices: list[tuple[str, Callable[[], AnyGame]]] = [
        (f"recommended: {good.phrase()}. {kind.recommended.why}", lambda: good),
        (f"the rule book's: {set_up(kind).phrase()}", lambda: set_up(kind)),
        ("my own", lambda: _own_options(console, kind)),
    ]
    answers.game = _choose(console, "Which set-up?", choices)()


def _own_options(console: Console, kind: type[AnyGame]) -> AnyGame:
    while True:
        options: dict[str, OptionValue] = {}
        for spec in kind.option_specs():
            while not spec.house:  # house rules are given on the command line
                question = f"{spec.name}: {spec.help} [{spec.default}]: "
                text = _ask(console, question, spec.choices)
                try:
                    options[spec.name] = spec.read(text) if text else spec.default
                    break
                except OptionsError as error:
                    _refuse(console, str(error))
        try:
            return set_up(kind, options)
        except OptionsError as error:
            _refuse(console, str(error))


def _who_plays(answers: MenuAnswers) -> None:
    people = _choose(
        answers.console,
        "Who plays?",
        [
            ("two people at this keyboard", (True, True)),
            ("you are Player 1, the computer is Player 2", (True, False)),
            ("the computer is Player 1, you are Player 2", (False, True)),
            ("the computer plays itself", (False, False)),
        ],
    )
    level = HUMAN
    if not all(people):
        levels = [(f"{name:8} {meaning}", name) for name, meaning in computer_levels().items()]
        level = _choose(answers.console, "How strong is the computer?", levels)
    answers.levels = player_levels(people, level)


def _who_begins(answers: MenuAnswers) -> None:
    answers.first = _choose(answers.console, "Who goes first?", list(FIRST_PLAYERS.items()))


def _choose(console: Console, question: str, choices: Sequence[tuple[str, T]]) -> T:
    """Ask for a choice by number or by the start of its text; Enter takes the first."""
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    listed = [f"  {n}  {text}" for n, (text, _) in zip(numbers, choices, strict=True)]
    console.show([question, *listed])
    while True:
        answer = _ask(console, "Your choice [1]: ", numbers)
        choice = answer.lower() or "1"
        if choice in numbers:
            return choices[int(choice) - 1][1]
        matches = [value for text, value in choices if text.lower().startswith(choice)]
        if len(matches) == 1:
            return matches[0]
        problem = "matches more than one line" if matches else "is not one of these"
        _refuse(
            console,
            f"{brief(answer)} {problem}; type a number from 1 to {len(choices)}, or help",
        )


def _ask(console: Console, question: str, words: Sequence[str]) -> str:
    """Return what the player types, after handling `help`, `back` and `q`."""
    while True:
        answer = console.ask(question, [*words, *WORDS])
        word = answer.lower()
        if word in ("q", "quit"):
            raise EOFError
        if word == "back":
            raise BackError
        if word not in ("help", "?"):
            return answer
        intro = [
            "Type a number or the start of a line. Enter takes the value in brackets. Or type:"
        ]
        console.show([*intro, *(f"  {name:6}{meaning}" for name, meaning in WORDS.items())])


def _again(console: Console) -> bool:
    return console.ask("\nAnother game? [y/N]: ", ["yes", "no"]).lower() in ("y", "yes")


def _refuse(console: Console, problem: str) -> None:
    console.show([console.paint.warning(as_sentence(problem))])
