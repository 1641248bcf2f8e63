"""Flags for set-ups and positions, and how they are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

from divisor_duel.errors import DuelError, IllegalMoveError, MoveTextError, OptionsError
from divisor_duel.game import (
    AnyGame,
    Game,
    OptionValue,
    Player,
    Position,
    brief,
    read_number,
)
from divisor_duel.games.registry import GAMES, every_game, read_options, set_up
from divisor_duel.numbers import LARGEST
from divisor_duel.play.positions import list_words, refuse_repeats, with_numbers, write_position
from divisor_duel.play.positions import read_position as set_position
from divisor_duel.play.record import Record
from divisor_duel.terminal.words import allowed_values

if TYPE_CHECKING:
    from divisor_duel.jobs import Runner


Flags: TypeAlias = argparse._ActionsContainer
"""What takes flags: a parser, or a group of flags in its help."""


class Commands(Protocol):
    """Where subcommands are added: what argparse's `add_subparsers` returns."""

    def add_parser(
        self, name: str, *, help: str = ..., description: str = ...
    ) -> argparse.ArgumentParser:
        """Add a subcommand and return its parser."""
        ...


PRESETS = ("fair", "book")
"""The named set-ups: nearly even, and the rule book's."""


def add_games(
    parser: argparse.ArgumentParser,
    run: Callable[[argparse.Namespace], int],
    *more: Callable[[argparse.ArgumentParser], None],
    required: bool = True,
    sums: bool = False,
) -> Commands:
    """Add a subcommand for each game, with its options and the flags of `more`.

    `sums` adds the games that are made of other games.
    """
    games = parser.add_subparsers(metavar="GAME", title="games", required=required)
    for game in (every_game() if sums else GAMES).values():
        subparser = games.add_parser(game.id, help=game.summary, description=game.summary)
        subparser.epilog = f"fair preset: {game.fair.why}\n\n{parser.epilog}"
        add_options(subparser, game)
        for add in more:
            add(subparser)
        subparser.set_defaults(run=run, game=game)
    for name, problem in GAMES.problems.items():
        games.add_parser(name).set_defaults(run=partial(_refuse, problem))
    return games


def _refuse(trouble: str, arguments: argparse.Namespace) -> int:
    raise DuelError(trouble)


def add_options(parser: argparse.ArgumentParser, game: type[AnyGame]) -> None:
    """Add a flag for each option of `game`, and its preset."""
    group = parser.add_argument_group("set-up")
    for spec in game.option_specs():
        group.add_argument(
            f"--{spec.name}",
            metavar="|".join(spec.choices) or ("N" if spec.is_number else "GAME"),
            help=f"{spec.help} ({allowed_values(spec)}; default {spec.default})",
        )
    group.add_argument(
        "--preset",
        metavar="|".join(PRESETS),
        help="a set-up that no first move wins at once, or the rule book's",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the flags for the moves so far and who went first."""
    group = parser.add_argument_group("position")
    group.add_argument(
        "--moves", default="", metavar="MOVES", help='the moves so far, such as "15 5"'
    )
    group.add_argument("--first", default="1", metavar="1|2", help="who went first (default 1)")


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add the flag for a start position set up by hand."""
    parser.add_argument(
        "--position",
        default="",
        metavar="PARTS",
        help='start --moves from this position, such as "last=6 pool=2-4,9"',
    )


def add_numbers(parser: argparse.ArgumentParser) -> None:
    """Add the flag for playing with any list of numbers."""
    parser.add_argument(
        "--numbers", metavar="NUMBERS", help="play with only these numbers, such as 2,3,5-12"
    )


def read_game_and_start(arguments: argparse.Namespace) -> tuple[AnyGame, str]:
    """Return the game, and its start if --numbers or --position sets one up."""
    given = vars(arguments)
    numbers, start = given.get("numbers"), given.get("position", "")
    if numbers is None:
        return read_game(arguments.game, given), start
    if start:
        raise OptionsError("give --numbers or --position, not both")
    return with_numbers(arguments.game, read_option_flags(arguments.game, given), numbers)


def read_game(game: type[AnyGame], given: Mapping[str, str | None]) -> AnyGame:
    """Return the game with the options given as text, on top of any preset."""
    return set_up(game, read_option_flags(game, given))


def has_setup_flags(game: type[AnyGame], given: Mapping[str, str | None]) -> bool:
    """Return whether any flag of the set-up is given."""
    names = ["preset", "numbers", *(spec.name for spec in game.option_specs())]
    return any(given.get(name) is not None for name in names)


def read_option_flags(
    game: type[AnyGame], given: Mapping[str, str | None]
) -> dict[str, OptionValue]:
    """Return the options given as text, on top of any preset."""
    options: dict[str, OptionValue] = {}
    preset = given.get("preset")
    if preset is not None:
        if preset not in PRESETS:
            raise OptionsError(f"preset must be fair or book, not {brief(preset)}")
        options |= game.fair.options if preset == "fair" else {}
    texts = {spec.name: given.get(spec.name) for spec in game.option_specs()}
    return options | read_options(
        game, {name: text for name, text in texts.items() if text is not None}
    )


def read_position(arguments: argparse.Namespace) -> Record:
    """Return the game and the moves that the command line gives."""
    game, start = read_game_and_start(arguments)
    first = read_first(arguments.first)
    position, moves = set_position(game, start, first), list[int]()
    for text in arguments.moves.replace(",", " ").split():
        try:
            move = game.parse_move(text)
            position = game.play(position, move)
        except (IllegalMoveError, MoveTextError) as error:
            raise DuelError(f"move {len(moves) + 1} ({brief(text)}): {error}") from None
        moves.append(move)
    return Record(game, tuple(moves), first, start=start)


def add_left(parser: argparse.ArgumentParser) -> None:
    """Add the flag for the numbers left."""
    parser.add_argument(
        "--left", metavar="NUMBERS", help="the numbers left, instead of --moves, such as 6,8,16,30"
    )


def read_left(arguments: argparse.Namespace) -> tuple[Record, Position]:
    """Return the game and the position with only the numbers of ``--left``."""
    if arguments.moves or getattr(arguments, "position", ""):
        raise OptionsError("give --left, or --position and --moves, not both")
    if getattr(arguments, "numbers", None) is not None:
        raise OptionsError("give --left or --numbers, not both")
    words = list_words("left", arguments.left)
    numbers = tuple(read_int("left", word, 1, LARGEST) for word in words)
    if not numbers:
        raise OptionsError("left must name numbers, as in --left 6,8,16,30")
    refuse_repeats("left", zip(numbers, numbers, strict=True))
    first = read_first(arguments.first)
    options = read_option_flags(arguments.game, vars(arguments))
    try:
        game, position = arguments.game.with_left(options, numbers, first)
    except OptionsError as error:
        if _has_more_than_numbers(arguments.game):
            raise OptionsError(f"{error}; give --moves") from None
        raise
    return Record(game, (), first, start=write_position(game, position)), position


def _has_more_than_numbers(game: type[AnyGame]) -> bool:
    """Return whether a position of this game cannot be given by its numbers alone."""
    return not any("with_left" in vars(kind) for kind in game.__mro__ if kind is not Game)


def read_first(text: str) -> Player:
    """Return the player who goes first."""
    if text not in ("1", "2"):
        raise OptionsError(f"first must be 1 or 2, not {brief(text)}")
    return Player(int(text))


def read_int(name: str, text: str, least: int, most: int) -> int:
    """Return the whole number given to the flag `name`."""
    value = read_number(text)
    if value is None or not least <= value <= most:
        problem = f"{name} must be a whole number from {least} to {most}, not {brief(text)}"
        raise OptionsError(problem)
    return value


def read_seconds(text: str | None) -> float | None:
    """Return a time in seconds, given as text such as 0.5."""
    if text is None:
        return None
    whole, _, part = text.partition(".")
    plain = text.isascii() and (whole + part).isdigit() and len(text) < 10
    if not plain or float(text) <= 0:
        raise OptionsError(f"seconds must be a time such as 0.5, not {brief(text)}")
    return float(text)


def add_runner(group: Flags, verb: str = "work") -> None:
    """Add the flags that choose where long work runs."""
    group.add_argument("--workers", metavar="N", help=f"{verb} in N processes (default 1)")
    group.add_argument("--scheduler", metavar="ADDRESS", help=f"{verb} on a Dask cluster")


def read_runner(arguments: argparse.Namespace) -> Runner:
    """Return the runner that ``--workers`` and ``--scheduler`` ask for."""
    from divisor_duel import jobs

    workers, scheduler = arguments.workers, arguments.scheduler
    count = 1 if workers is None else read_int("workers", workers, 1, 256)
    if workers is not None and scheduler is not None:
        raise OptionsError("give --workers or --scheduler, not both")
    if scheduler is not None:
        return partial(jobs.run_on_cluster, address=scheduler)
    return jobs.run_serially if count == 1 else partial(jobs.run_in_processes, workers=count)
