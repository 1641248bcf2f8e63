"""`duel replay`: show a recorded game, all at once or move by move."""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import TYPE_CHECKING

from divisor_duel.errors import DuelError, RecordError
from divisor_duel.files import RECORD_FILE, read_named
from divisor_duel.game import Player, Position, read_number
from divisor_duel.play.record import Record, read_records
from divisor_duel.terminal.cli.history import last_game
from divisor_duel.terminal.lines.board import board
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.wording import AnyWording, wording_for

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "replay",
        description="Show a recorded game move by move. In a terminal, Enter shows the next move,\n"
        "b goes back, a number jumps to that move, and q quits.",
    )
    parser.epilog = "examples:\n  duel replay\n  duel replay game.duel\n  duel replay - < game.duel"
    add_file(parser)
    parser.set_defaults(run=run)


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the argument for a record, by default that of the latest finished game."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a record, or - for standard input (default: the latest finished game)",
    )


def read_file(name: str | None) -> list[Record]:
    """Read records from a file, standard input (``-``) or the last game (None)."""
    if name is None:
        return last_game()
    text = read_named(name, RECORD_FILE)
    try:
        return read_records(text)
    except RecordError as error:
        raise DuelError(f"{name}, {error}") from None


def run(arguments: argparse.Namespace) -> int:
    """Run `duel replay`."""
    console = Console()
    for record in read_file(arguments.file):
        if record.round[1] > 1:
            console.show([f"Round {record.round[0]} of {record.round[1]}", ""])
        names = {Player.ONE: record.names[0], Player.TWO: record.names[1]}
        replay = _Replay(record, wording_for(record.game, names, record.start_position()), console)
        if console.typed and arguments.file != "-":
            if not replay.step_through():
                break
        else:
            replay.show_all()
    return 0


class _Replay:
    def __init__(self, record: Record, wording: AnyWording, console: Console) -> None:
        self._record = record
        self._wording = wording
        self._console = console

    def show_all(self) -> None:
        """Show the whole game, with one position in memory at a time."""
        last = self._record.start_position()
        self._console.show(self._wording.beginning(last))
        for ply, (before, last) in enumerate(pairwise(self._record.positions())):
            self._show_move(ply, before, last)
        self._show_end(last)

    def _show_move(self, ply: int, before: Position, after: Position) -> None:
        move, wording = self._record.moves[ply], self._wording
        question = wording.question(before) + self._record.game.format_move(move)
        who = wording.names[before.to_move]
        self._console.show(
            [*wording.turn(before), question, *wording.moved(before, move, after, who)]
        )
        self._console.show(self._tried(ply))

    def _tried(self, ply: int) -> list[str]:
        """Return lines for the variations tried instead of a move."""
        game, tried = self._record.game, self._record.variations
        lines = [
            [game.format_move(move) for move in line.moves] for line in tried if line.ply == ply
        ]
        return [f"Also tried here: {' '.join(line)}" for line in lines] + [""] * bool(lines)

    def _move_text(self, ply: int, before: Position) -> str:
        """Return a sentence that says who made the move at `ply`, and which."""
        who = self._wording.names[before.to_move]
        move = self._record.game.format_move(self._record.moves[ply])
        return f"Move {ply + 1}: {who} played {move}."

    def _show_end(self, last: Position) -> None:
        outcome = self._record.outcome()
        if not outcome:
            self._console.show(["The record ends here, before the end of the game."])
        elif self._record.resigned:
            self._console.show(self._wording.resigned(outcome))
        else:
            self._console.show(self._wording.closing(last, outcome))

    def step_through(self) -> bool:
        """Let the player step through the game; return False if they quit."""
        ply, last = 0, len(self._record.moves)
        positions = list(self._record.positions())
        self._console.show(self._wording.beginning(positions[0]))
        while True:
            paint, width = self._console.paint, self._console.width
            self._console.show([*board(self._record.game, positions[ply], paint, width), ""])
            if ply == last:
                self._show_end(positions[ply])
            try:
                answer = self._console.ask(f"Move {ply} of {last} (Enter, b, number, q): ")
            except EOFError:
                return False
            target = _target(answer, ply, last)
            if answer == "q":
                return False
            if answer == "" and ply == last:
                return True
            if target is None:
                self._console.show([f"Press Enter, or type b, q or a number from 0 to {last}."])
                continue
            if target == ply + 1:
                self._show_move(ply, positions[ply], positions[target])
            elif target:
                self._console.show([self._move_text(target - 1, positions[target - 1]), ""])
            ply = target


def _target(answer: str, ply: int, last: int) -> int | None:
    """Return the ply that an answer leads to, or None if it is invalid."""
    if answer == "":
        return min(ply + 1, last)
    if answer == "b":
        return max(ply - 1, 0)
    number = read_number(answer)
    return number if number is not None and number <= last else None
