"""`duel play`: play one match, set up on the command line."""

from __future__ import annotations

import argparse
import secrets
import sys
from datetime import date
from random import Random
from typing import Any

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import OptionsError, SavedGameError
from divisor_duel.game import Game, Player, brief
from divisor_duel.games.registry import recommended
from divisor_duel.match import Match
from divisor_duel.record import HUMAN, Record
from divisor_duel.terminal import place
from divisor_duel.terminal.console import Console
from divisor_duel.terminal.saves import new_save
from divisor_duel.terminal.session import run_match
from divisor_duel.terminal.setup import add_games, add_numbers, any_given, read_begin, read_whole
from divisor_duel.text import clean_text

EXAMPLES = """examples:
  duel play                            choose what to play
  duel play chain                      two people, the recommended set-up
  duel play chain --preset book        the rule book's set-up, as in line mode (--plain)
  duel play countdown --start 360      another starting number
  duel play divider --p2 hard          against the computer
  duel play divider --numbers 2,3,5-12 with only these numbers
  duel play digits --preset fair --rounds 3 --name1 Ann --name2 Ben"""

MOST_ROUNDS = 999


def add(commands: Any) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser("play", help="play a game", description="Play a game.")
    parser.epilog = EXAMPLES
    parser.add_argument("--plain", action="store_true", help="line mode: no full screen")
    parser.set_defaults(run=_chooser)
    add_games(parser, run, add_numbers, add_players, required=False, sums=True)


def _chooser(arguments: argparse.Namespace) -> int:
    """Run `duel play` without a game: ask what to play."""
    if place.opens_here(arguments.plain):
        return place.open_place(choosing=True)
    from divisor_duel.terminal.menu import run as choose

    return choose(arguments)


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add the flags for the players, who begins and how many rounds."""
    group = parser.add_argument_group("players")
    for number in (1, 2):
        group.add_argument(
            f"--p{number}",
            default=HUMAN,
            metavar="WHO",
            help=f"who is player {number}: human (default), {', '.join(OPPONENTS)}",
        ).completer = lambda **_: [HUMAN, *OPPONENTS]  # type: ignore[attr-defined]
        group.add_argument(f"--name{number}", metavar="NAME", help=f"name of player {number}")
    group.add_argument(
        "--first", default="1", metavar="1|2|random", help="who goes first (default 1)"
    )
    group.add_argument("--rounds", default="1", metavar="N", help="number of rounds (default 1)")
    group.add_argument("--seed", metavar="S", help="random seed")
    group.add_argument("--plain", action="store_true", help="line mode: no full screen")


def run(arguments: argparse.Namespace) -> int:
    """Run `duel play`."""
    seed = None if arguments.seed is None else read_whole("seed", arguments.seed, 0, 10**18)
    full = place.opens_here(arguments.plain)
    game, start = _read_setup(arguments, full)
    match = new_match(
        game,
        levels=(arguments.p1, arguments.p2),
        names=(arguments.name1, arguments.name2),
        first=arguments.first,
        rounds=read_whole("rounds", arguments.rounds, 1, MOST_ROUNDS),
        seed=seed,
        start=start,
    )
    if full:
        return place.open_place((match, None))
    console = Console()
    if arguments.first == "random":
        tell_coin(match, console)
    return start_match(match, console)


def _read_setup(arguments: argparse.Namespace, full: bool) -> tuple[Game[Any], str]:
    """Return the game and its start; full-screen play defaults to the recommended one."""
    if full and not any_given(arguments.game, vars(arguments)):
        return recommended(arguments.game), ""
    return read_begin(arguments)


def tell_coin(match: Match, console: Console) -> None:
    """Show who goes first after a coin toss."""
    console.show([f"The coin says: {match.names[match.round.first]} begins.", ""])


def new_match(
    game: Game[Any],
    levels: tuple[str, str] = (HUMAN, HUMAN),
    names: tuple[str | None, str | None] = (None, None),
    first: str = "1",
    rounds: int = 1,
    seed: int | None = None,
    start: str = "",
) -> Match:
    """Return a match that has not begun; OptionsError if the settings are invalid."""
    for number, level in enumerate(levels, 1):
        if level != HUMAN and level not in OPPONENTS:
            known = ", ".join([HUMAN, *OPPONENTS])
            raise OptionsError(f"p{number} must be one of {known}, not {brief(level)}")
    if first not in ("1", "2", "random"):
        raise OptionsError(f"first must be 1, 2 or random, not {brief(first)}")
    if seed is None:
        seed = secrets.randbits(32)
    coin = Random(f"{seed}/first").choice(list(Player))
    record = Record(
        game,
        first=coin if first == "random" else Player(int(first)),
        names=_names(names, levels),
        levels=levels,
        date=f"{date.today()}",
        seed=seed,
        round=(1, rounds),
        start=start,
    )
    return Match([record])


def _names(given: tuple[str | None, str | None], levels: tuple[str, str]) -> tuple[str, str]:
    two_computers = HUMAN not in levels
    names = []
    for number, (name, level) in enumerate(zip(given, levels, strict=True), 1):
        if name is None:
            name = f"Computer {number}" if two_computers else "Computer"
            names.append(f"Player {number}" if level == HUMAN else name)
            continue
        name = " ".join(name.split())
        if not name or name != clean_text(name) or len(name) > 40:
            problem = f"name{number} must be 1 to 40 printable characters, not {brief(name)}"
            raise OptionsError(problem)
        names.append(name)
    if names[0] == names[1]:
        raise OptionsError(f"the players need different names, not both {brief(names[0])}")
    return names[0], names[1]


def start_match(match: Match, console: Console) -> int:
    """Play a new match and return the exit code."""
    try:
        saved = new_save(match.game.id)
    except SavedGameError as error:
        print(f"duel: {error}; the game is played but not saved.", file=sys.stderr)
        return run_match(match, None, console)
    return run_match(match, saved, console)
