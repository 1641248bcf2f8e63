"""A worker process: makes computer moves, analyses, puzzles and pictures.

It reads one query per line. An answer is a header line and the content: the header holds a
mark, the CPU seconds used and the length of the content in bytes. The mark is ``+`` for a
message as it is sent to the reader, ``!`` for the reason for a refusal, ``-`` for an error, and
``~`` for what is known so far about a position being explored. The process ends when its
server does.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import process_time
from typing import Literal

import msgspec
from msgspec import Struct

from divisor_duel.drawing import worksheet
from divisor_duel.drawing.page import GameFigure, Subject
from divisor_duel.engine import DEFAULT, Analysis, Engine
from divisor_duel.engine.compiled import load_in_background
from divisor_duel.engine.levels import Choice, Effort
from divisor_duel.engine.proof_player import next_choice
from divisor_duel.errors import DuelError
from divisor_duel.files import cache_folder
from divisor_duel.game import AnyGame, Player, Position, Value
from divisor_duel.games.parts import FIGURE, PAGE, find
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.coach import warning
from divisor_duel.learn.hints import hint_from
from divisor_duel.learn.refutation import refute
from divisor_duel.learn.review import review
from divisor_duel.play.record import Record
from divisor_duel.web.engine import exercise_queries, learning, pictures
from divisor_duel.web.engine.query import Query
from divisor_duel.web.engine.strategies import moves_of, strategy_of_analysis, strategy_since
from divisor_duel.web.game.new_table import read_game
from divisor_duel.web.game.variations import read_tree, write_tree
from divisor_duel.web.game.view import GamePage, symbols_of
from divisor_duel.web.schema.analysis import (
    AnalysisMessage,
    CoachMessage,
    HintMessage,
    JudgedMessage,
    MoveValueMessage,
    ProofDrawing,
    ReviewMessage,
    StandingMessage,
    StrategyMessage,
    WhyMessage,
    setting_of,
)
from divisor_duel.web.schema.requests import Tree
from divisor_duel.web.schema.states import encode

MOST_MEMORY = 3 << 30
"""Limit on the address space, in bytes: a search that needs more fails alone."""

READY = b"ready\n"
"""The line that a process sends first."""

DONE, REFUSED, WRONG, PARTIAL = b"+", b"!", b"-", b"~"
"""The marks that answers begin with."""

TOO_LARGE = "this position is too large to solve here"
"""The error if a query needs too much memory or time."""

EFFORT = Effort(1.0)
"""What a computer player may spend on a move."""

ANALYSIS_SECONDS = 2.0
"""Time limit of an analysis, in seconds."""

EXPLORE_SECONDS = 4.0
"""Time limit of an exploration, in seconds.

It is longer than for an analysis, because readers see intermediate results and can leave.
"""

REVIEW_SECONDS = 6.0
"""Time limit of a review, in seconds, which its positions share."""


def main() -> None:
    """Answer queries until the server is gone."""
    with suppress(ValueError):  # tests may run it outside the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if len(sys.argv) > 1:
        os.nice(int(sys.argv[1]))
    _limit_memory()
    engine = Engine(cache=cache_folder)
    _send(READY)
    load_in_background(GAMES.values())
    _answer_all(engine)


def _answer_all(engine: Engine) -> None:
    decoder = msgspec.json.Decoder(Query)
    for line in sys.stdin.buffer:
        began = process_time()
        try:
            mark, content = DONE, _encode(answer(decoder.decode(line), _send_partial, engine))
        except (MemoryError, RecursionError):
            mark, content = WRONG, TOO_LARGE.encode()
        except DuelError as error:
            mark, content = REFUSED, str(error).encode()
        except Exception as error:  # the next query may succeed
            mark, content = WRONG, f"{type(error).__name__}: {error}".encode()
        _send(_header(mark, content, process_time() - began), content)


def _encode(answer: msgspec.Struct | Choice | bytes) -> bytes:
    """Return an answer as bytes: messages as JSON, pictures and texts unchanged."""
    return answer if isinstance(answer, bytes) else encode(answer)


def _header(mark: bytes, content: bytes, seconds: float = 0.0) -> bytes:
    return b"%b %.6f %d\n" % (mark, seconds, len(content))


def _send_partial(message: msgspec.Struct) -> None:
    content = encode(message)
    _send(_header(PARTIAL, content), content)


def _send(*parts: bytes) -> None:
    sys.stdout.buffer.write(b"".join(parts))
    sys.stdout.buffer.flush()


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # some systems have no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def answer(
    query: Query,
    report: Callable[[AnalysisMessage], None] = lambda message: None,
    engine: Engine = DEFAULT,
) -> msgspec.Struct | Choice | bytes:
    """Return the answer to a query; call `report` with results known before it."""
    if query.kind in pictures.DRAWERS:
        return pictures.picture(query, engine)
    if query.kind == "puzzle":
        return learning.puzzle_for(query.seed, query.game, query.theme, engine, query.near)
    if query.kind == "daily":
        return learning.daily_for(query.seed, engine)
    if query.kind == "record":
        return read_game(query.text)
    if query.kind == "tree":
        return read_tree(query.text)
    if query.kind == "practice":
        return exercise_queries.practice_for(query.text)
    if query.kind == "exercise":
        return exercise_queries.exercise_for(query)
    if query.kind == "worksheet":
        return _worksheet(query, engine)
    if query.kind == "progress":
        return learning.merged_progress(query.text)
    assert query.game
    if query.kind == "lesson":
        return learning.lesson_about(query.game, engine)
    if query.kind == "variations":
        return _variations(query)
    record = query.record()
    if query.kind == "state":
        return learning.state_of_record(record)
    if query.kind == "setting":
        return setting_of(record)
    if query.kind == "review":
        return _review(record, engine)
    if query.kind == "assigned":
        return exercise_queries.assigned_for(record)
    position = record.last_position()
    if query.kind == "coach":
        return CoachMessage(warning(record.game, position, query.move, engine=engine))
    if query.kind == "why":
        return WhyMessage(*refute(record.game, position, query.move, ANALYSIS_SECONDS, engine))
    if query.kind == "explore":
        return _explore(query, report, engine)
    if query.kind == "move":
        effort, rng = replace(EFFORT, engine=engine), Random(query.seed)
        return next_choice(query.level, record.game, [*record.positions()], rng, effort)
    analysis = engine.analyze(record.game, position, ANALYSIS_SECONDS)
    if query.kind == "hint":
        return _hint(analysis, query.step)
    strategy = _strategy(record, analysis, query.since, engine)
    return _analysis(record, analysis, _proof(record, analysis, engine), strategy)


def _worksheet(query: Query, engine: Engine) -> bytes:
    """Return a worksheet as a file."""
    assert query.game
    paper, ending = query.text.split()
    return worksheet.encode(
        worksheet.make_worksheet(query.game, query.step, query.seed, paper, engine), ending
    )


def _variations(query: Query) -> bytes:
    """Return moves and variations as the text of a record."""
    assert query.game
    first: Literal[1, 2] = 1 if query.first == 1 else 2
    return write_tree(Tree(query.game, query.options, first, query.start, query.text)).encode()


def _explore(
    query: Query, report: Callable[[AnalysisMessage], None], engine: Engine
) -> AnalysisMessage:
    """Call `report` with better and better analyses; return the last one."""
    message: AnalysisMessage | None = None
    for message, complete in explore(query, engine):
        if not complete:
            report(message)
    assert message
    return message


def explore(query: Query, engine: Engine) -> Iterator[tuple[AnalysisMessage, bool]]:
    """Yield better and better analyses of a position, each with whether it is complete."""
    record = query.record()
    proved: tuple[object, ...] = ()
    message: AnalysisMessage | None = None
    for analysis in engine.explore(record.game, record.last_position(), EXPLORE_SECONDS):
        proof, strategy = (message.proof, message.strategy) if message else (None, None)
        to_prove = (analysis.value, analysis.explained, analysis.proof)
        if proved != to_prove:
            proof, strategy = _proof(record, analysis, engine), strategy_of_analysis(analysis)
        proved = to_prove
        message = _analysis(record, analysis, proof, strategy)
        yield message, analysis.complete


def _analysis(
    record: Record,
    analysis: Analysis,
    proof: ProofDrawing | None,
    strategy: StrategyMessage | None,
) -> AnalysisMessage:
    named = {*analysis.line, *(moves_of(strategy) if strategy else ())}
    return AnalysisMessage(
        ply=len(record.moves),
        value=analysis.value,
        remoteness=analysis.remoteness,
        grundy=analysis.grundy,
        moves=[MoveValueMessage(**move._asdict()) for move in analysis.moves],
        line=analysis.line,
        reason=analysis.reason,
        proof=proof,
        symbols=symbols_of(record.game, named),
        strategy=strategy,
    )


def _strategy(
    record: Record, analysis: Analysis, since: int | None, engine: Engine
) -> StrategyMessage | None:
    """Return how the winner wins: as found after `since` moves, if it still applies."""
    if since is None:
        return strategy_of_analysis(analysis)
    positions = [*record.positions()][since:]
    earlier = engine.analyze(record.game, positions[0], ANALYSIS_SECONDS)
    return strategy_since(analysis, earlier, positions)


def _proof(record: Record, analysis: Analysis, engine: Engine) -> ProofDrawing | None:
    """Return what a game can draw: its figure, and a proof that a position is lost.

    That position is the current one, or the one after the move that the reason is about.
    """
    game = analysis.game
    if game.misere:  # games draw only how to win by the rule book's rules
        return None
    draw: GameFigure[AnyGame, Position] | None = find(game, FIGURE)
    page: GamePage[AnyGame, Position, Struct] | None = find(game, PAGE)
    prove = page.proof if page else None
    proof = ProofDrawing()
    after = analysis.explained if analysis.value is Value.WIN else None
    known = analysis.value is Value.LOSS or after in analysis.winning
    if prove and known:
        lost = game.play(analysis.position, after) if after else analysis.position
        proof = prove(game, lost, analysis.proof, after, engine)
    if draw:
        subject: Subject[AnyGame, Position] = Subject(record, analysis, ANALYSIS_SECONDS, engine)
        proof.figure = draw(subject)
    return proof if proof != ProofDrawing() else None


def _hint(analysis: Analysis, step: int) -> HintMessage:
    hint = hint_from(analysis, step)
    return HintMessage(hint.move, hint.text, hint.step)


def _review(record: Record, engine: Engine) -> ReviewMessage:
    judged = review(record, REVIEW_SECONDS / (len(record.moves) + 1), engine)
    turn = judged.turning_point
    return ReviewMessage(
        moves=[JudgedMessage.of(move) for move in judged.moves],
        standings=[StandingMessage(**vars(standing)) for standing in judged.standings],
        accuracy={str(int(player)): judged.accuracy(player) for player in Player},
        turning_point=turn.ply if turn else None,
        symbols=symbols_of(
            record.game, {number for move in judged.moves for number in (move.move, *move.better)}
        ),
    )


if __name__ == "__main__":
    main()
