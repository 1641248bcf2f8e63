"""The engine as a value: threads, time, files, and one knowledge for all questions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import DEFAULT, Analysis, Engine, StepClock
from divisor_duel.engine.clock import (
    STEPS_PER_SECOND,
    Clock,
    Steps,
)
from divisor_duel.engine.engine import MOVES_LISTED_PER_SECOND
from divisor_duel.engine.levels import Effort, best_choice, consider
from divisor_duel.game import AnyGame
from divisor_duel.games.divider.solving import solvers
from divisor_duel.games.divider.solving.theory import DividerTheory
from divisor_duel.proofs.checker import check_proof
from tests.engine.test_clock import Frozen
from tests.heap_package.heap_game.rules import Heap

LARGEST = [
    GAMES["divider"](high=100_000),
    GAMES["divider"](high=190),
    GAMES["divider"](high=3000),
    GAMES["ladder"](high=100_000),
    GAMES["countdown"](start=10**18),
    GAMES["countdown"](start=897_612_484_786_617_600),
    GAMES["chain"](high=100_000),
    GAMES["digits"](target=999_999, base=36),
    GAMES["digits"](target=99_991, base=16),
]
largest = pytest.mark.parametrize("game", LARGEST, ids=lambda game: f"{game.id} {game.options}")


@largest
def test_the_largest_set_ups_stop_after_few_steps(game: AnyGame) -> None:
    """However large the set-up, an answer comes after the counted steps and its explanation."""
    counters: list[Steps] = []

    def clock(seconds: float | None) -> StepClock:
        counters.append(Steps())
        return StepClock(seconds, counters[-1])

    analysis = Engine(clock=clock).analyze(game, game.start(), 0.01)
    assert len(analysis.moves) == len(game.legal_moves(game.start()))
    spent = sum(counter.made for counter in counters) / STEPS_PER_SECOND
    assert spent < 1


def test_setting_out_many_moves_is_part_of_the_time() -> None:
    """Sorting very many moves and explaining the best one take a part of the time given."""
    given: list[float | None] = []

    def clock(seconds: float | None) -> StepClock:
        given.append(seconds)
        return StepClock(seconds)

    game = GAMES["divider"](low=1, high=20_000)
    listing = 20_000 / MOVES_LISTED_PER_SECOND
    for seconds, left in ((0.01, 0.0), (1.0, 0.8 - listing), (None, None)):
        given.clear()
        Engine(clock=clock).analyze(game, game.start(), seconds)
        assert given[0] == (left and pytest.approx(left))


def test_exploring_pays_for_what_is_done_between_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the explanation takes long, the search is checked less often, and gets no more time."""
    wall, game = Frozen(0.0), GAMES["countdown"](start=10**18)
    told = Engine().analyze(game, game.start(), 0)
    assert not told.complete

    def slowly(*_: object) -> Analysis:
        wall.time += 0.4
        return told

    monkeypatch.setattr("divisor_duel.engine.engine.analysis_of", slowly)
    engine = Engine(clock=lambda seconds: Clock(seconds, wall))
    assert list(engine.explore(game, game.start(), 1)) == [told]
    assert wall.time == pytest.approx(0.8)
    wall.time = 0
    assert list(engine.explore(game, game.start(), 0)) == [told]
    assert wall.time == pytest.approx(0.4)


def test_threads_do_not_disturb_each_other() -> None:
    """A long question beside many short ones about one set-up has the answer it has alone."""
    game = GAMES["ladder"](high=3000)
    position = game.play(game.start(), 2)
    alone = Engine(clock=StepClock).analyze(game, position, 2)
    engine, together = Engine(clock=StepClock), Barrier(4)
    found: list[Any] = []

    def ask(seconds: float, times: int) -> None:
        together.wait()
        for _ in range(times):
            found.append((seconds, engine.analyze(game, position, seconds)))

    threads = [Thread(target=ask, args=(2, 1))]
    threads += [Thread(target=ask, args=(0.001, 20)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 61
    (long,) = [analysis for seconds, analysis in found if seconds == 2]
    assert long.value == alone.value
    assert [move.value for move in long.moves] == [move.value for move in alone.moves]


def test_a_busy_theory_is_not_waited_for() -> None:
    """A caller gets another theory while the first one is in use, and both are cached."""
    engine, game = Engine(), GAMES["divider"](high=20)
    with engine.theory(game) as one, engine.theory(game) as other:
        assert one is not other
    with engine.theory(game) as again:
        assert again in (one, other)


@pytest.mark.parametrize(
    "game",
    [
        GAMES["divider"](low=3, high=30),
        GAMES["ladder"](high=3000),
        GAMES["chain"](high=30),
        GAMES["digits"](target=12),
        Heap(size=40),
    ],
    ids=lambda game: game.id,
)
def test_memory_is_kept(game: AnyGame) -> None:
    """What a set-up takes up is known, and what is more than an engine may keep is forgotten."""
    for memory, stays in ((1 << 40, True), (1, False)):
        engine = Engine(memory=memory, clock=StepClock)
        with engine.theory(game) as theory:
            theory.judge(game.start(), engine.budget(0.05))
            assert theory.bytes_held > 1
        with engine.theory(game) as again:
            assert (again is theory) is stays


def test_an_engine_without_memory_answers_each_time_alike() -> None:
    """Where steps are counted and nothing is remembered, repetition changes nothing."""
    game = GAMES["chain"](high=40)
    engine = Engine(clock=StepClock, memory=0)
    first = engine.analyze(game, game.start(), 0.02)
    assert engine.analyze(game, game.start(), 0.02) == first


def test_no_file_is_written_unless_asked(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain analyses keep nothing on the disk; an engine with a folder keeps facts there."""
    monkeypatch.setattr(solvers, "FEWEST_SAVED", 20)
    game = GAMES["divider"](low=3, high=44)
    assert DEFAULT.cache is None
    for engine in (Engine(), Engine(cache=tmp_path / "facts")):
        with engine.theory(game) as theory:
            assert isinstance(theory, DividerTheory)
            solver = theory.list_solver(game.start().left, Clock(0))
            solver.nim_value(game.start().left, StepClock(0.05))
            solver.save()
    assert not list(home.rglob("*"))
    assert [path.name for path in (tmp_path / "facts").iterdir()] == ["divider-3-44.facts"]


def test_exploring_gives_better_and_better_answers() -> None:
    """Later analyses keep all that earlier ones proved, and the last is as good as asking once."""
    game = GAMES["divider"](low=3, high=30)
    engine = Engine(clock=StepClock)
    analyses = list(engine.explore(game, game.start(), 1))
    assert len(analyses) > 1
    for earlier, later in pairwise(analyses):
        before, after = earlier.verdicts, later.verdicts
        for move, verdict in before.items():
            pairs = zip(verdict, after[move], strict=True)
            assert all(old is None or old == new for old, new in pairs)
    assert analyses[-1].value is not Value.UNKNOWN


def test_exploring_ends_when_nothing_is_left_to_find() -> None:
    """A small game is analysed at once, and completely."""
    game = GAMES["countdown"]()
    (analysis,) = Engine().explore(game, game.start())
    assert analysis.complete
    assert analysis == Engine().analyze(game, game.start())


def test_what_openings_prove_is_known_everywhere() -> None:
    """The value of a move on 2..60 is that of the position after it, asked for by itself, and a
    position that leaves another list's numbers is worth what that list is worth.
    """
    engine, game = Engine(clock=StepClock), GAMES["divider"](high=60)
    openings = {move.move: move.value for move in engine.analyze(game, game.start(), 0.001).moves}
    for opening in (13, 16, 60):
        after = engine.analyze(game, game.play(game.start(), opening), 0.001)
        assert openings[opening] is not Value.UNKNOWN
        assert after.value is openings[opening].other
    listed = analyze(GAMES["divider"](high=59), GAMES["divider"](high=59).start(), 0.001)
    assert openings[60] is (listed.value or Value.UNKNOWN).other


def test_a_reason_is_looked_for_when_the_time_went_into_who_wins() -> None:
    """Misere Chain 2..30 takes all its time to be valued, and is proved all the same."""
    game = GAMES["chain"](high=30, ending="misere")
    winner, proof = Engine(clock=StepClock).prove(game, game.start(), 10.0)
    assert winner
    assert proof
    assert (
        check_proof(game, game.start(), winner, proof).what
        == "Replies of Player 2 that are answered: 2"
    )


def test_perfect_knows_when_it_is_not_sure() -> None:
    """Where too little is proved in the time, the choice says so, and where all is, it does too."""
    engine = Engine(clock=StepClock)
    small, large = GAMES["divider"](), GAMES["divider"](high=92)
    assert best_choice(small, small.start(), Random(1), Effort(1, engine=engine)).sure
    unsure = best_choice(large, large.start(), Random(1), Effort(0, 0, engine))
    assert unsure.sure is False
    assert "not sure here" in unsure.note
    weak = consider("random", large, large.start(), Random(1))
    assert (weak.sure, weak.note) == (None, "")
