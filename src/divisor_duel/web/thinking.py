"""A process that thinks: computer moves, analyses, reviews and puzzles.

It reads one job per line and answers with one line, ``+`` and the message as it goes
out to the reader, ``!`` and why it is not allowed, or ``-`` and what was wrong. It
ends when its server does.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Any, Literal

import msgspec

from divisor_duel.engine import Analysis, analyze
from divisor_duel.engine.levels import choose_move
from divisor_duel.errors import DuelError
from divisor_duel.game import OptionValue, Player, Value
from divisor_duel.games import set_up
from divisor_duel.games.kit import part
from divisor_duel.puzzle import make_puzzle
from divisor_duel.record import Record
from divisor_duel.review import review
from divisor_duel.web.messages import (
    AnalysisMessage,
    HintMessage,
    JudgedMessage,
    MoveValueMessage,
    Proof,
    PuzzleMessage,
    ReviewMessage,
    StandingMessage,
    encode,
)
from divisor_duel.web.setups import read_one
from divisor_duel.web.tables import HERE, Table
from divisor_duel.web.view import state_of

MOST_MEMORY = 3 << 30
"""Bytes of address space: a search that wants more fails alone, not the whole machine."""

DONE, REFUSED, WRONG = b"+", b"!", b"-"
"""What the line of an answer begins with."""

MOVE_SECONDS = 1.0
ANALYSIS_SECONDS = 2.0
REVIEW_SECONDS = 6.0
REFUTATION_SECONDS = 0.3


class Job(msgspec.Struct, omit_defaults=True):
    """Something to think about: only what the answer depends on, so that equal jobs look equal."""

    kind: Literal["move", "analysis", "hint", "review", "puzzle", "record"]
    game: str | None = None
    """The game; for a puzzle None means any."""
    options: dict[str, OptionValue] = {}
    """Its set-up."""
    first: int = 1
    """Who begins."""
    moves: tuple[int, ...] = ()
    """The moves that lead to the position; of a review, all that were made."""
    resigned: int | None = None
    """Who gave up, for a review."""
    level: str = ""
    """How well to play, for a move."""
    seed: str = ""
    """What chance comes from: of a move, or of a puzzle."""
    text: str = ""
    """A record to be read."""


def job_about(kind: Literal["analysis", "hint", "review"], table: Table, ply: int) -> Job:
    """A question about a game after `ply` moves."""
    resigned = table.resigned if kind == "review" else None
    return Job(kind, table.game, table.options, table.first, table.moves[:ply], resigned)


def job_to_move(table: Table) -> Job:
    """The question which move the computer makes: the same again after a crash, and anywhere."""
    level = table.level(table.position.to_move)
    seed = f"{table.seed}/{table.number}/{len(table.moves)}"
    return Job("move", table.game, table.options, table.first, table.moves, None, level, seed)


def main() -> None:
    """Answer jobs until the server is gone."""
    with suppress(ValueError):  # not in the main thread, in tests
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if len(sys.argv) > 1:
        os.nice(int(sys.argv[1]))
    _limit_memory()
    decoder = msgspec.json.Decoder(Job)
    for line in sys.stdin.buffer:
        try:
            answer = DONE + encode(think(decoder.decode(line)))
        except (MemoryError, RecursionError):
            answer = WRONG + b"this position is too large to be worked out here"
        except DuelError as error:
            answer = REFUSED + str(error).replace("\n", " ").encode()
        except Exception as error:  # the next job may be better
            answer = WRONG + f"{type(error).__name__}: {error}".replace("\n", " ").encode()
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # some systems have no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def think(job: Job) -> Any:
    """The answer to a job, as it is sent."""
    if job.kind == "puzzle":
        return _puzzle(job)
    if job.kind == "record":
        return read_one(job.text)
    assert job.game
    record = Record(
        set_up(job.game, job.options),
        job.moves,
        Player(job.first),
        resigned=Player(job.resigned) if job.resigned else None,
    )
    if job.kind == "review":
        return _review(record)
    *_, position = record.positions()
    if job.kind == "move":
        return choose_move(job.level, record.game, position, Random(job.seed), MOVE_SECONDS)
    analysis = analyze(record.game, position, ANALYSIS_SECONDS)
    return _hint(analysis) if job.kind == "hint" else _analysis(len(job.moves), analysis)


def _analysis(ply: int, analysis: Analysis) -> AnalysisMessage:
    return AnalysisMessage(
        ply=ply,
        value=analysis.value,
        remoteness=analysis.remoteness,
        grundy=analysis.grundy,
        moves=[MoveValueMessage(**vars(move)) for move in analysis.moves],
        line=analysis.line,
        reason=analysis.reason,
        proof=_proof(analysis),
    )


def _proof(analysis: Analysis) -> Proof | None:
    """What a game can draw of the position that is lost: this one, or the one after the best
    move.
    """
    game: Any = analysis.game
    prove: Callable[..., Proof] | None = getattr(part(game, "page"), "proof", None)
    if prove is None or analysis.value in (None, Value.UNKNOWN):
        return None
    after = analysis.line[0] if analysis.value is Value.WIN else None
    lost = game.play(analysis.position, after) if after else analysis.position
    return prove(game, lost, after)


def _hint(analysis: Analysis) -> HintMessage:
    best = analysis.moves[0].move
    told = analysis.game.format_move(best)
    if analysis.value is Value.UNKNOWN:
        return HintMessage(best, "This position is too large to be worked out at once.")
    if analysis.value is Value.LOSS:
        return HintMessage(best, f"Every move loses; {told} holds out. {analysis.reason}")
    return HintMessage(best, f"{told} wins. {analysis.reason}")


def _review(record: Record) -> ReviewMessage:
    judged = review(record, REVIEW_SECONDS / (len(record.moves) + 1))
    turn = judged.turning_point
    return ReviewMessage(
        moves=[JudgedMessage(**vars(move)) for move in judged.moves],
        standings=[StandingMessage(**vars(standing)) for standing in judged.standings],
        accuracy={str(int(player)): judged.accuracy(player) for player in Player},
        turning_point=turn.ply if turn else None,
    )


def _puzzle(job: Job) -> PuzzleMessage:
    puzzle = make_puzzle(job.seed, job.game)
    record, analysis = puzzle.record, puzzle.analysis
    rules = record.game
    table = Table(
        id="",
        game=rules.id,
        options=rules.options,
        mode=HERE,
        first=int(record.first),
        players=record.levels,
        names=record.names,
        seed=0,
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        hashes={},
        moves=record.moves,
    )
    refutations = {}
    for losing in analysis.moves:
        after = rules.play(puzzle.position, losing.move)
        winning = analyze(rules, after, REFUTATION_SECONDS).winning
        if losing.move != puzzle.solution and winning:
            refutations[str(losing.move)] = winning[0]
    return PuzzleMessage(
        seed=job.seed,
        grade=puzzle.grade,
        state=state_of(table, {}),
        solution=puzzle.solution,
        reason=analysis.reason,
        line=analysis.line,
        refutations=refutations,
    )


if __name__ == "__main__":
    main()
