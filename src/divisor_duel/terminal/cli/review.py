"""`duel review`: judge every move of a recorded game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from divisor_duel.drawing import check_name, write_picture
from divisor_duel.errors import SavedGameError
from divisor_duel.game import Player
from divisor_duel.learn import practice
from divisor_duel.learn.daily import today
from divisor_duel.learn.progress import read_progress, write_progress
from divisor_duel.learn.review import (
    Judged,
    Mark,
    Review,
    describe_accuracy,
    describe_mistake,
    review,
)
from divisor_duel.terminal.cli.arguments import Commands, read_seconds
from divisor_duel.terminal.cli.replay import add_file, read_file
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.finished_games import pairing
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.paint import MARKS, Paint
from divisor_duel.terminal.tug_of_war import longest_win, tug_of_war_row

EXAMPLES = """examples:
  duel review                  the game you finished last
  duel review game.duel
  duel review game.duel --svg game.svg --seconds 5"""

JUDGEMENTS = {
    Mark.GOOD: "+ good",
    Mark.MISTAKE: "- mistake",
    Mark.SAME: "= same",
    Mark.FORCED: "= forced",
    Mark.UNKNOWN: "? unknown",
}
HALF = 22
"""Half the width of the plot, in columns."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "review",
        description="Judge every move of a recorded game against exact play.\n"
        "Good: the move wins, and others would have lost. Mistake: it threw away a win.\n"
        "Same: no move would have changed who wins. Forced: it was the only legal move.",
    )
    parser.epilog = EXAMPLES
    add_file(parser)
    parser.add_argument(
        "--seconds", metavar="S", default="2", help="time limit per move (default 2)"
    )
    parser.add_argument(
        "--svg", metavar="F", help="also draw who was ahead after each move, as F.svg, .pdf or .png"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel review`."""
    seconds, console = read_seconds(arguments.seconds), Console()
    if arguments.svg:
        check_name(Path(arguments.svg))
    records = read_file(arguments.file)
    reviews = [review(record, seconds, command_engine()) for record in records]
    for reviewed in reviews:
        console.show([*lines(reviewed, console), ""])
    if arguments.file is None:  # the player's own game
        _save_mistakes(reviews, console)
    if arguments.svg:
        from divisor_duel.drawing.tug_of_war import tug_of_war

        write_picture(Path(arguments.svg), tug_of_war(reviews[-1]))
    return 0


def _save_mistakes(reviews: Iterable[Review], console: Console) -> None:
    """Add the person's mistakes to those that come back on later days, and say so."""
    before = after = read_progress()
    for judged in reviews:
        after = practice.reviewed(after, judged, today())
    if after == before:
        return
    try:
        write_progress(after)
    except SavedGameError as error:
        print(f"duel: {error}; the mistakes are not saved.", file=sys.stderr)
    else:
        console.show([f"Your mistakes come back tomorrow: {command_name()} learn mistakes"])


def lines(reviewed: Review, console: Console) -> list[str]:
    """Return the review as lines of text."""
    record, paint = reviewed.record, console.paint
    names = {Player.ONE: record.names[0], Player.TWO: record.names[1]}
    of = f", round {record.round[0]} of {record.round[1]}" if record.round[1] > 1 else ""
    text = [paint.bold(f"{record.game.title}: {pairing(record)}{of}")]
    text += ["", *_plot(reviewed, names, paint), ""]
    for judged in reviewed.moves:
        if judged.mark is Mark.MISTAKE:
            text += [*console.fit(_mistake(reviewed, judged, names))]
            text += [*drawn(judged.strategy, console.width), ""]
    for player in Player:
        text.append(f"{names[player]} {describe_accuracy(reviewed.accuracy(player))}.")
    turning = reviewed.turning_point
    if record.resigned:
        text.append(_resigned(reviewed, names))
    if reviewed.resignation is Mark.MISTAKE:
        text.append("Turning point: resigning.")
    elif turning:
        move = record.game.format_move(turning.move)
        text.append(f"Turning point: move {turning.ply}, {names[turning.player]}'s {move}.")
    elif not reviewed.solved:
        text.append("There was not enough time to judge every move.")
    elif reviewed.moves:
        text.append("No mistakes: the start decided the game.")
    return text


def _resigned(reviewed: Review, names: dict[Player, str]) -> str:
    """Return a sentence that says whether resigning was right."""
    assert reviewed.record.resigned is not None
    name, winner = names[reviewed.record.resigned], reviewed.standings[-1].winner
    if winner is None:
        return f"{name} resigned; there was not enough time to find out who would have won."
    if winner == reviewed.record.resigned:
        return f"{name} resigned in a winning position. That was the mistake."
    return f"{name} resigned in a losing position."


def _mistake(reviewed: Review, judged: Judged, names: dict[Player, str]) -> str:
    """Return what was wrong with a move, and which moves were right."""
    game = reviewed.record.game
    return f"Move {judged.ply}: {describe_mistake(game, judged, names[judged.player])}"


def _plot(reviewed: Review, names: dict[Player, str], paint: Paint) -> list[str]:
    """Draw the tug of war: the closer a player's win, the closer the mark to the edge."""
    longest = longest_win(reviewed.standings)
    left = paint.player(Player.ONE, f"{MARKS[Player.ONE]} {names[Player.ONE]} wins")
    right = paint.player(Player.TWO, f"{names[Player.TWO]} wins {MARKS[Player.TWO]}")
    gap = 2 * HALF + 3 - len(names[Player.ONE]) - len(names[Player.TWO]) - 14
    heading = f"{'move':>4}{'':10}{'judged':11}"
    rows = [f"{paint.dim(heading)}{left}{'':{max(gap, 1)}}{right}  {paint.dim('to go')}"]
    moves = [None, *reviewed.moves]
    for judged, standing in zip(moves, reviewed.standings, strict=True):
        head = f"{'start':25}"
        if judged:
            move = reviewed.record.game.format_move(judged.move)
            head = f"{judged.ply:4} {MARKS[judged.player]} {move:>6}  {JUDGEMENTS[judged.mark]:9} "
        rows.append(head + tug_of_war_row(standing, longest, HALF, "-|", paint))
    return rows
