"""`duel analyze`: what every move is worth, and why, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from dataclasses import replace

from divisor_duel.diagram import Replies, Searched, Singles
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.engine import Analysis
from divisor_duel.engine.clock import Clock
from divisor_duel.engine.proof_player import known_rule
from divisor_duel.errors import DuelError
from divisor_duel.files import JsonObject
from divisor_duel.game import AnyGame, Player, Position, Value
from divisor_duel.play.record import Record
from divisor_duel.terminal.cli.arguments import (
    Commands,
    add_games,
    add_left,
    add_numbers,
    add_position,
    add_start,
    read_int,
    read_left,
    read_position,
    read_seconds,
)
from divisor_duel.terminal.cli.replay import read_file
from divisor_duel.terminal.cli.waiting import DEFAULT_SECONDS, Waiting, advice, summary
from divisor_duel.terminal.diagrams import diagram_text
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.how_to_win import how_to_win
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.paint import Paint
from divisor_duel.text import plural

EXAMPLES = """examples:
  duel analyze countdown                          the rule book's start
  duel analyze chain --moves "15 5"               after two moves
  duel analyze divider --high 50 --seconds 5      with a time limit of five seconds
  duel analyze digits --target 13 --json          for programs
  duel analyze chain --numbers 2,3,5-12           with only these numbers
  duel analyze divider --ending misere            making the last move loses
  duel analyze divider --left 6,8,16,30           with only these numbers left
  duel analyze chain --position "last=6 pool=2-4,9"   a position set up by hand
  duel analyze divider --why 8                    why a move wins or loses
  duel analyze record game.duel --ply 4           a recorded game after four moves
  duel analyze record match.duel --round 2        the second round of a recorded match"""

MOST_ROWS = 60

MOST_COLUMNS = 100
"""Widest drawing, in columns."""

ANSWER_SECONDS = 1.0
"""Time limit of all searches for answers, in seconds; the last may take longer."""

AFTER_STOP, STOPPED = 0.5, 130
"""Time limit for the analysis shown after Ctrl-C, in seconds, and the exit code then."""


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "analyze",
        description="Show what every move in a position is worth, and why.",
    )
    parser.epilog = EXAMPLES
    games = add_games(
        parser, run, add_numbers, add_position, add_start, add_left, _add_output, sums=True
    )
    record = games.add_parser("record", help="a position from a recorded game")
    record.epilog = EXAMPLES
    record.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    record.add_argument("--round", metavar="N", help="in round N (default: the last)")
    record.add_argument("--ply", metavar="K", help="after K moves (default: all of them)")
    _add_output(record)
    record.set_defaults(run=run, game=None)


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--seconds", metavar="S", help=f"time limit (default {DEFAULT_SECONDS:g})")
    group.add_argument("--why", metavar="MOVE", help="explain why this move wins or loses")
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument(
        "--all",
        action="store_true",
        help=f"list all moves, not only {MOST_ROWS}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run `duel analyze`."""
    record, position = _position(arguments)
    seconds = read_seconds(arguments.seconds)
    console = Console()
    if arguments.why is not None:
        from divisor_duel.learn.refutation import refute

        move = record.game.parse_move(arguments.why)
        with Waiting(seconds or DEFAULT_SECONDS):
            limit = seconds or DEFAULT_SECONDS
            refuted = refute(record.game, position, move, limit, command_engine())
        console.show(console.fit(refuted.text))
        return 0
    analysis, code = _analyze_until_stopped(record.game, position, seconds)
    if not analysis.solved and (tip := advice(record.game)):
        print(f"Tip: {tip}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(as_json(record, analysis)))
    else:
        most = None if arguments.all else MOST_ROWS
        console.show(table(record, analysis, console, most))
    return code


def _position(arguments: argparse.Namespace) -> tuple[Record, Position]:
    if arguments.game and arguments.left is not None:
        return read_left(arguments)
    record = read_position(arguments) if arguments.game else _from_file(arguments)
    return record, record.last_position()


def _analyze_until_stopped(
    game: AnyGame, position: Position, seconds: float | None
) -> tuple[Analysis, int]:
    """Return the analysis and the exit code; after Ctrl-C, what was found so far."""
    engine, latest = command_engine(), list[Analysis]()

    def so_far() -> str:
        return summary(game, wins_of(latest[-1])) if latest else ""

    try:
        with Waiting(seconds or DEFAULT_SECONDS, so_far):
            if seconds is None:
                for analysis in engine.explore(game, position, DEFAULT_SECONDS):
                    latest.append(analysis)
                    if analysis.solved:  # what is left is remoteness, which has its own limit
                        return engine.analyze(game, position), 0
                return latest[-1], 0
            return engine.analyze(game, position, seconds), 0
    except KeyboardInterrupt:
        print("Stopped. Results so far:", file=sys.stderr)
        return engine.analyze(game, position, AFTER_STOP), STOPPED


def wins_of(analysis: Analysis) -> dict[int, bool | None]:
    """Return whether each move wins, as far as the analysis says."""
    return {move.move: move.value.proved for move in analysis.moves}


def _from_file(arguments: argparse.Namespace) -> Record:
    records = read_file(arguments.file)
    record = records[-1]
    if arguments.round is not None:
        record = records[read_int("round", arguments.round, 1, len(records)) - 1]
    if arguments.ply is None:
        return record
    ply = read_int("ply", arguments.ply, 0, len(record.moves))
    return replace(record, moves=record.moves[:ply], resigned=None, variations=())


def as_json(record: Record, analysis: Analysis) -> JsonObject:
    """Return the analysis as the JSON object that programs read."""
    outcome = record.game.outcome(analysis.position)
    start = {"position": record.start} if record.start else {}
    return {
        "game": record.game.id,
        "options": record.game.options,
        **start,
        "played": list(record.moves),
        "to_move": int(analysis.position.to_move),
        "over": outcome is not None,
        "winner": int(outcome.winner) if outcome else None,
        "value": analysis.value,
        "remoteness": analysis.remoteness,
        "grundy": analysis.grundy,
        "moves": [move._asdict() for move in analysis.moves],
        "line": list(analysis.line),
        "reason": analysis.reason,
        "strategy": _strategy_as_json(analysis),
    }


def _strategy_as_json(analysis: Analysis) -> JsonObject | None:
    """Return the winner's rules in words, and the answer to each reply that comes next.

    Answers that take a search are left out once `ANSWER_SECONDS` have passed.
    """
    strategy, game = analysis.strategy, analysis.game
    if strategy is None:
        return None
    lost, answers, clock = analysis.position, dict[str, int](), Clock(ANSWER_SECONDS)
    if strategy.rules and lost.to_move == strategy.winner:
        lost = game.play(lost, strategy.answer(lost))
    for reply in game.legal_moves(lost):
        reached = game.play(lost, reply)
        if not game.outcome(reached) and (known_rule(strategy, reached) or not clock.expired):
            with suppress(DuelError):  # no answer was found in time
                answers[str(reply)] = strategy.answer(reached)
    return {
        "winner": int(strategy.winner),
        "by_rules": strategy.by_rules,
        "rules": list(strategy.steps),
        "answers": answers,
    }


def table(record: Record, analysis: Analysis, console: Console, most: int | None) -> list[str]:
    """Return the analysis as lines of text, listing at most `most` moves."""
    game, paint = record.game, console.paint
    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    played = " ".join(game.format_move(move) for move in record.moves)
    after = f", set up {record.start}" if record.start else ""
    after += f", after {played}" if played else ""
    lines = [paint.bold(f"{game.title} ({options}){after}"), verdict(analysis), ""]
    if analysis.moves:
        lines += [*_rows(analysis, paint, most), ""]
    if analysis.line:
        best = " ".join(game.format_move(move) for move in analysis.line)
        lines += console.fit(f"{analysis.line_title}: {best}")
    steps = [line for step in how_to_win(analysis) for line in console.fit(step)]
    return [*lines, *console.fit(f"Why: {analysis.reason}"), *_drawn(analysis, console), *steps]


def _drawn(analysis: Analysis, console: Console) -> list[str]:
    """Return how to win as drawings in text, without lists that the words give too."""
    width = min(console.width, MOST_COLUMNS)
    return [
        f"  {line}".rstrip()
        for diagram in diagrams_of_analysis(analysis)
        if not isinstance(diagram, Replies | Searched | Singles)
        for line in diagram_text(diagram, analysis.game, width - 2).split("\n")
    ]


def verdict(analysis: Analysis) -> str:
    """Return a sentence that says who wins, and how soon."""
    mover: Player = analysis.position.to_move
    if analysis.value is None:
        outcome = analysis.game.outcome(analysis.position)
        assert outcome is not None
        return f"Player {int(outcome.winner)} has won."
    if analysis.value is Value.UNKNOWN:
        found = summary(analysis.game, wins_of(analysis))
        late = "there was not enough time to find the winner"
        return f"Player {int(mover)} is to move; {late}. So far: {found}."
    winner = mover if analysis.value is Value.WIN else mover.other
    plies = analysis.remoteness
    soon = "" if plies is None else f" in {plural(plies, 'move')}"
    nim = "" if analysis.grundy is None else f" The nim-value is {analysis.grundy}."
    return f"Player {int(mover)} is to move; Player {int(winner)} wins{soon} with best play.{nim}"


def _rows(analysis: Analysis, paint: Paint, most: int | None) -> list[str]:
    nims = any(move.grundy is not None for move in analysis.moves)
    head = f"  {'move':>8}  {'value':8}{'moves left':>10}" + (f"{'nim-value':>11}" if nims else "")
    rows = [paint.dim(head)]
    for move in analysis.moves[:most]:
        left = "" if move.remoteness is None else str(move.remoteness)
        nim = "" if move.grundy is None else str(move.grundy)
        name = analysis.game.format_move(move.move)
        row = f"{move.value.mark} {name:>8}  {move.value:8}{left:>10}"
        row = (row + f"{nim:>11}").rstrip() if nims else row.rstrip()
        rows.append(paint.value(move.value, row))
    hidden = len(analysis.moves) - len(rows) + 1
    return [*rows, f"... and {hidden} more (--all shows them)"] if hidden else rows
