"""`duel play`: play one match, set up on the command line."""

from __future__ import annotations

import argparse

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import recommended
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal import tui
from divisor_duel.terminal.cli.arguments import (
    Commands,
    add_games,
    add_numbers,
    has_setup_flags,
    read_game_and_start,
    read_int,
)
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.start import start_match
from divisor_duel.terminal.new_match import new_match

EXAMPLES = """examples:
  duel play                            choose what to play
  duel play chain                      two people, the recommended set-up
  duel play chain --preset book        the rule book's set-up, as in line mode (--plain)
  duel play countdown --start 360      another starting number
  duel play divider --p2 hard          against the computer
  duel play divider --numbers 2,3,5-12 with only these numbers
  duel play digits --preset fair --rounds 3 --name1 Ann --name2 Ben"""

MOST_ROUNDS = 999


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser("play", description="Play a game.")
    parser.epilog = EXAMPLES
    parser.add_argument("--plain", action="store_true", help="line mode: no full screen")
    parser.set_defaults(run=_choose_game)
    add_games(parser, run, add_numbers, add_players, required=False, sums=True)


def _choose_game(arguments: argparse.Namespace) -> int:
    """Run `duel play` without a game: ask what to play."""
    if tui.wants_full_screen(arguments.plain):
        return tui.run_full_screen(choosing=True)
    from divisor_duel.terminal.lines.menu import run as choose

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
    seed = None if arguments.seed is None else read_int("seed", arguments.seed, 0, 10**18)
    full = tui.wants_full_screen(arguments.plain)
    game, start = _read_setup(arguments, full)
    match = new_match(
        game,
        levels=(arguments.p1, arguments.p2),
        names=(arguments.name1, arguments.name2),
        first=arguments.first,
        rounds=read_int("rounds", arguments.rounds, 1, MOST_ROUNDS),
        seed=seed,
        start=start,
    )
    if full:
        return tui.run_full_screen((match, None))
    return start_match(match, Console(), coin_toss=arguments.first == "random")


def _read_setup(arguments: argparse.Namespace, full: bool) -> tuple[AnyGame, str]:
    """Return the game and its start; full-screen play defaults to the recommended one."""
    if full and not has_setup_flags(arguments.game, vars(arguments)):
        return recommended(arguments.game), ""
    return read_game_and_start(arguments)
