"""`duel` alone: a few questions, then a game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from divisor_duel.engine.levels import LEVELS
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue, brief
from divisor_duel.games import GAMES
from divisor_duel.record import HUMAN
from divisor_duel.terminal.console import Console
from divisor_duel.terminal.play import new_match, start_match

T = TypeVar("T")


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
    paint = console.paint
    console.show([paint.bold("Divisor Duel: five games of divisibility"), ""])
    kind = _choose(
        console,
        "Which game?",
        [(f"{game.id.title():10} {game.summary}", game) for game in GAMES.values()],
    )
    game = _set_up(console, kind)
    levels = _who_plays(console)
    first = _choose(
        console,
        "Who begins?",
        [("Player 1", "1"), ("Player 2", "2"), ("a coin decides", "random")],
    )
    console.show(["", "Type help at any time. The game is saved after every move.", ""])
    match = new_match(game, levels=levels, first=first)
    if first == "random":
        console.show([f"The coin says: {match.names[match.round.first]} begins.", ""])
    return start_match(match, console)


def _set_up(console: Console, kind: type[Game[Any]]) -> Game[Any]:
    options = _listed(kind().options)
    choices: list[tuple[str, Callable[[], Game[Any]]]] = [
        (f"the rule book's own: {options}", kind),
        (f"fair: {_listed(kind.fair.options)}. {kind.fair.why}", lambda: kind(**kind.fair.options)),
        ("my own", lambda: _own_options(console, kind)),
    ]
    return _choose(console, "Which set-up?", choices)()


def _listed(options: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _own_options(console: Console, kind: type[Game[Any]]) -> Game[Any]:
    while True:
        options: dict[str, OptionValue] = {}
        for spec in kind.option_specs():
            while True:
                text = console.ask(f"{spec.name}: {spec.help} [{spec.default}]: ", spec.choices)
                try:
                    options[spec.name] = spec.read(text) if text else spec.default
                    break
                except OptionsError as error:
                    _refuse(console, str(error))
        try:
            return kind(**options)
        except OptionsError as error:
            _refuse(console, str(error))


def _who_plays(console: Console) -> tuple[str, str]:
    people = _choose(
        console,
        "Who plays?",
        [
            ("two people at this keyboard", (True, True)),
            ("you are Player 1, the computer is Player 2", (True, False)),
            ("the computer is Player 1, you are Player 2", (False, True)),
            ("the computer plays itself", (False, False)),
        ],
    )
    if all(people):
        return HUMAN, HUMAN
    names = list(LEVELS)
    level = names[0]
    if len(names) > 1:
        level = _choose(console, "How strong is the computer?", [(name, name) for name in names])
    one, two = (HUMAN if person else level for person in people)
    return one, two


def _choose(console: Console, question: str, choices: Sequence[tuple[str, T]]) -> T:
    """The choice whose number, or the beginning of whose text, is typed; Enter is the first."""
    console.show([question, *(f"  {n}  {text}" for n, (text, _) in enumerate(choices, 1))])
    texts = [text for text, _ in choices]
    while True:
        answer = console.ask("Your choice [1]: ", [str(n + 1) for n in range(len(texts))])
        wanted = answer.lower() or "1"
        for number, (_, value) in enumerate(choices, 1):
            if wanted == str(number):
                return value
        found = [value for text, value in choices if wanted in text.lower()]
        if len(found) == 1:
            return found[0]
        problem = "fits more than one line" if found else "is none of these"
        _refuse(console, f"{brief(answer)} {problem}; type a number from 1 to {len(choices)}")


def _again(console: Console) -> bool:
    return console.ask("\nAnother game? [y/N]: ", ["yes", "no"]).lower() in ("y", "yes")


def _refuse(console: Console, sentence: str) -> None:
    console.show([console.paint.warning(f"{sentence[0].upper()}{sentence[1:]}.")])
