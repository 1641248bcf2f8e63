"""`duel bot`: a player for other programs, which speaks JSON lines on its pipes."""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import TYPE_CHECKING

from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.files import JsonObject, read_line
from divisor_duel.game import AnyGame, Position, brief
from divisor_duel.terminal.cli.arguments import Commands, read_int

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

EXAMPLES = """examples:
  duel bot                                        plays perfectly
  duel bot --level easy                           makes a beginner's mistakes
  echo '{"type":"hello","protocol":1}' | duel bot  answers that it is ready"""


LONGEST_QUESTION = 16_000_000
"""Length limit of a question, in characters: room for three lists of 100,000 numbers."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "bot",
        description="Answer each question on standard input with a move on standard output.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--level", default="perfect", metavar="LEVEL", help="level of play (default perfect)"
    )
    parser.add_argument("--seed", metavar="N", help="random seed for questions without one")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel bot`."""
    from divisor_duel.engine.levels import LEVELS

    level = arguments.level
    if level not in LEVELS:
        raise OptionsError(f"level must be one of {', '.join(LEVELS)}, not {brief(level)}")
    seed = None if arguments.seed is None else read_int("seed", arguments.seed, 0, 2**64)
    questions = iter(lambda: read_line(sys.stdin, LONGEST_QUESTION), "")
    serve(level, Random(seed), questions, sys.stdout)
    return 0


def serve(level: str, rng: Random, questions: Iterable[str], answers: TextIO) -> None:
    """Answer every line; an invalid line gets an error message as its answer."""
    for line in questions:
        if not line.strip():
            continue
        try:
            message = _read(line)
            if message["type"] == "quit":
                return
            answer = _answer(level, rng, message)
        except DuelError as error:
            answer = {"type": "error", "message": str(error)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _read(line: str) -> JsonObject:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise DuelError(f"expected one JSON object a line, not {brief(line.strip())}") from None
    if not isinstance(message, dict) or message.get("type") not in ("hello", "choose", "quit"):
        raise DuelError("expected an object whose type is hello, choose or quit")
    return message


def _answer(level: str, rng: Random, message: JsonObject) -> JsonObject:
    from divisor_duel.arena.players.levels import seeded_move

    if message["type"] == "hello":
        return {"type": "ready", "name": level}
    game, position = _position(message)
    if game.outcome(position):
        raise DuelError("the game is over; there is nothing to choose")
    seed = message.get("seed")
    seed = seed if type(seed) is int else rng.getrandbits(32)
    return {"type": "move", "move": seeded_move(level, game, position, seed)}


def _position(message: JsonObject) -> tuple[AnyGame, Position]:
    """Return the game and the position that a question describes."""
    from divisor_duel.games.registry import set_up

    options = message.get("options", {})
    if not isinstance(options, dict):
        raise DuelError(f"options must be an object, not {brief(options)}")
    game = set_up(str(message.get("game")), options)
    played = message.get("played", [])
    if not isinstance(played, list) or not all(type(move) is int for move in played):
        raise DuelError("played must be a list of whole numbers")
    *_, position = game.positions(played)
    return game, position
