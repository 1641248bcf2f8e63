"""`duel puzzle`: find the only winning move."""

from __future__ import annotations

import argparse
import secrets
from datetime import UTC, datetime
from typing import Any

from divisor_duel.engine import analyze
from divisor_duel.errors import IllegalMoveError, MoveTextError
from divisor_duel.games import GAMES
from divisor_duel.puzzle import Puzzle, make_puzzle
from divisor_duel.terminal.board import board
from divisor_duel.terminal.console import Console
from divisor_duel.terminal.setup import read_whole
from divisor_duel.terminal.voices import legal_text

EXAMPLES = """examples:
  duel puzzle                 any game
  duel puzzle chain           one game
  duel puzzle --daily         the same puzzle for everyone today
  duel puzzle --seed 7        the same puzzle again"""


def add(commands: Any) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "puzzle",
        help="find the only winning move",
        description="Find the only winning move. Type it, or: moves, show, quit.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "game", nargs="?", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES)
    )
    parser.add_argument("--seed", metavar="S", help="a number that names a puzzle")
    parser.add_argument("--daily", action="store_true", help="today's puzzle (the day in UTC)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel puzzle`."""
    console = Console()
    if arguments.daily:
        seed = f"{datetime.now(UTC):%Y-%m-%d}"
    elif arguments.seed is not None:
        seed = str(read_whole("seed", arguments.seed, 0, 10**18))
    else:
        seed = str(secrets.randbits(20))
    puzzle = make_puzzle(seed, arguments.game)
    console.show(_question(puzzle, seed, console))
    try:
        _solve(puzzle, console)
    except EOFError:
        console.show([f"Another time: duel puzzle --seed {seed}" if seed.isdigit() else "Goodbye."])
    return 0


def _question(puzzle: Puzzle, seed: str, console: Console) -> list[str]:
    game, position = puzzle.record.game, puzzle.position
    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    played = " ".join(map(game.format_move, puzzle.record.moves))
    return [
        console.paint.bold(f"Puzzle {seed}: {game.title} ({options}), {puzzle.grade}"),
        game.summary,
        "",
        *([f"Played so far: {played}"] if played else []),
        *board(game, position, console.paint, console.width),
        "",
        f"{game.describe(position)[0].upper()}{game.describe(position)[1:]}.",
        f"Player {int(position.to_move)} is to move. Exactly one of {len(puzzle.analysis.moves)} "
        "moves wins. Which?",
    ]


def _solve(puzzle: Puzzle, console: Console) -> None:
    game, position = puzzle.record.game, puzzle.position
    tries = 0
    while True:
        text = console.ask("Your move: ", ["moves", "show", "quit"])
        if text in ("quit", "q"):
            raise EOFError
        if text == "moves":
            console.show([f"Legal moves: {legal_text(game, position)}"])
            continue
        if text == "show":
            console.show(
                [f"It is {game.format_move(puzzle.solution)}.", *_explanation(puzzle, console)]
            )
            return
        try:
            move = game.parse_move(text)
            after = game.play(position, move)
        except (IllegalMoveError, MoveTextError) as error:
            console.show([f"{str(error)[0].upper()}{str(error)[1:]}."])
            continue
        tries += 1
        if move == puzzle.solution:
            count = "at the first try" if tries == 1 else f"after {tries} tries"
            console.show([f"Right, {count}.", *_explanation(puzzle, console)])
            return
        answer = game.format_move(analyze(game, after, seconds=5).winning[0])
        console.show([f"{game.format_move(move)} loses: they answer {answer}. Try again, or: show"])


def _explanation(puzzle: Puzzle, console: Console) -> list[str]:
    analysis = puzzle.analysis
    line = " ".join(map(analysis.game.format_move, analysis.line))
    return [*console.fit(f"Why: {analysis.reason}"), *console.fit(f"Best play goes on: {line}")]
