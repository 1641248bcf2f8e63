"""`duel` alone, in line mode: a few questions, then a game.

Every question takes what it offers, by number or by how its line begins, and besides
`back`, `help` and `q`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue, brief
from divisor_duel.games.registry import GAMES, recommended, set_up
from divisor_duel.record import HUMAN
from divisor_duel.terminal.console import Console
from divisor_duel.terminal.play import new_match, start_match, tell_coin

T = TypeVar("T")

WORDS = {
    "back": "the question before",
    "help": "show this list",
    "q": "leave",
}
"""What every question takes besides what it offers."""


class BackError(Exception):
    """The question before is wanted again."""


@dataclass
class Replies:
    """What has been answered so far."""

    console: Console
    kind: type[Game[Any]] = field(init=False)
    game: Game[Any] = field(init=False)
    levels: tuple[str, str] = (HUMAN, HUMAN)
    first: str = "1"


def run(arguments: argparse.Namespace) -> int:
    """Ask what to play, and play it, until nobody wants another game."""
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
    console.show([console.paint.bold("Divisor Duel: five games of divisibility"), ""])
    wanted, questions = Replies(console), (_which_game, _which_set_up, _who_plays, _who_begins)
    at = 0
    while at < len(questions):
        try:
            questions[at](wanted)
            at += 1
        except BackError:
            at = max(at - 1, 0)
    console.show(["", "Type help at any time. The game is saved after every move.", ""])
    match = new_match(wanted.game, levels=wanted.levels, first=wanted.first)
    if wanted.first == "random":
        tell_coin(match, console)
    return start_match(match, console)


def _which_game(wanted: Replies) -> None:
    games = [(f"{game.id.title():9} {game.summary}", game) for game in GAMES.values()]
    wanted.kind = _choose(wanted.console, "Which game?", games)


def _which_set_up(wanted: Replies) -> None:
    kind, console = wanted.kind, wanted.console
    good = recommended(kind)
    choices: list[tuple[str, Callable[[], Game[Any]]]] = [
        (f"recommended: {good.phrase()}. {kind.recommended.why}", lambda: good),
        (f"the rule book's own: {set_up(kind).phrase()}", lambda: set_up(kind)),
        ("my own", lambda: _own_options(console, kind)),
    ]
    wanted.game = _choose(console, "Which set-up?", choices)()


def _own_options(console: Console, kind: type[Game[Any]]) -> Game[Any]:
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


def _who_plays(wanted: Replies) -> None:
    people = _choose(
        wanted.console,
        "Who plays?",
        [
            ("two people at this keyboard", (True, True)),
            ("you are Player 1, the computer is Player 2", (True, False)),
            ("the computer is Player 1, you are Player 2", (False, True)),
            ("the computer plays itself", (False, False)),
        ],
    )
    wanted.levels = HUMAN, HUMAN
    if not all(people):
        levels = [(f"{name:8} {level.says}", name) for name, level in OPPONENTS.items()]
        level = _choose(wanted.console, "How strong is the computer?", levels)
        one, two = (HUMAN if person else level for person in people)
        wanted.levels = one, two


def _who_begins(wanted: Replies) -> None:
    choices = [("Player 1", "1"), ("Player 2", "2"), ("a coin decides", "random")]
    wanted.first = _choose(wanted.console, "Who begins?", choices)


def _choose(console: Console, question: str, choices: Sequence[tuple[str, T]]) -> T:
    """The choice whose number, or the beginning of whose line, is typed; Enter is the first."""
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    listed = [f"  {n}  {text}" for n, (text, _) in zip(numbers, choices, strict=True)]
    console.show([question, *listed])
    while True:
        answer = _ask(console, "Your choice [1]: ", numbers)
        wanted = answer.lower() or "1"
        if wanted in numbers:
            return choices[int(wanted) - 1][1]
        found = [value for text, value in choices if text.lower().startswith(wanted)]
        if len(found) == 1:
            return found[0]
        problem = "begins more than one line" if found else "is none of these"
        _refuse(
            console,
            f"{brief(answer)} {problem}; type a number from 1 to {len(choices)}, or help",
        )


def _ask(console: Console, question: str, words: Sequence[str]) -> str:
    """What is typed, once it is none of the words that every question takes."""
    while True:
        answer = console.ask(question, [*words, *WORDS])
        word = answer.lower()
        if word in ("q", "quit"):
            raise EOFError
        if word == "back":
            raise BackError
        if word not in ("help", "?"):
            return answer
        told = ["Type a number, or how a line begins; Enter takes what is in brackets. Besides:"]
        console.show([*told, *(f"  {name:6}{meaning}" for name, meaning in WORDS.items())])


def _again(console: Console) -> bool:
    return console.ask("\nAnother game? [y/N]: ", ["yes", "no"]).lower() in ("y", "yes")


def _refuse(console: Console, sentence: str) -> None:
    console.show([console.paint.warning(f"{sentence[0].upper()}{sentence[1:]}.")])
