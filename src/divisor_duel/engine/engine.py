"""The engine: its cached theories, its cache folder and its kind of clock.

>>> from divisor_duel import GAMES
>>> engine = Engine()
>>> game = GAMES["countdown"](start=45)
>>> engine.analyze(game, game.start()).value
'loss'

Several threads may use one engine. A theory answers one question at a time; a thread that
finds it busy gets another, so no thread waits and every question has its full time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from divisor_duel.engine.analysis import Analysis, analysis_of
from divisor_duel.engine.clock import EXPLAIN_SECONDS, Budget, Clock, ClockKind, StepClock
from divisor_duel.engine.theories import new_theory
from divisor_duel.engine.theory import AnyTheory
from divisor_duel.engine.verdict import Verdicts
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.proof import End, Proof

CACHED_SETUPS = 8
"""How many set-ups keep their theories cached, so that the next question is cheap."""

CACHE_BYTES = 1 << 30
"""Limit on the memory of cached theories, in bytes."""

CACHED_PER_SETUP = 2
"""How many theories of one set-up are cached, for simultaneous questions."""

MOVES_LISTED_PER_SECOND = 2_000_000
"""How many moves with their verdicts an analysis can list in a second."""

EXPLAIN_SHARE = 0.3
"""Largest share of a time limit that is set aside for the line and the reason."""

FIRST_STEP_SECONDS, LONGEST_STEP_SECONDS = 0.05, 20.0
"""Seconds of the first step of `explore`, and the limit of all steps but the last."""


PROVING_SECONDS = 20.0
"""Default time limit for a proof, in seconds; without a proof, certificates use a strategy."""


class Engine:
    """Exact play: what every move is worth and why."""

    def __init__(
        self,
        *,
        cache: Path | Callable[[], Path] | None = None,
        clock: ClockKind = Clock,
        memory: int = CACHE_BYTES,
    ) -> None:
        self.cache = cache
        """The folder for facts that took long to find, or a function that returns it when it is
        needed; None to write no files."""
        self.clock = clock
        """How time is measured: `Clock` in seconds, `StepClock` in counted steps."""
        self.memory = memory
        """About how many bytes of results are cached for later questions; the oldest set-ups are
        dropped first. With 0, nothing is cached that could improve a later answer, so that on a
        step clock the same question always has the same answer."""
        self._idle: OrderedDict[AnyGame, list[AnyTheory]] = OrderedDict()
        self._lock = Lock()

    def analyze(self, game: AnyGame, position: Position, seconds: float | None = None) -> Analysis:
        """Return everything that can be proved about `position`.

        Without `seconds`, wins and losses are solved without a time limit, and extras
        such as remoteness get about a second. With it, everything must be done in that
        time; the rest is None or ``unknown``.
        """
        with self.theory(game) as theory:
            budget = self.budget(self._for_search(game, position, seconds))
            return analysis_of(theory, position, budget)

    def judge(
        self,
        game: AnyGame,
        position: Position,
        seconds: float | None = None,
        extras: float | None = None,
    ) -> Verdicts:
        """Return the verdict after each move; `extras` is the time for more than wins."""
        if game.outcome(position):
            return {}
        with self.theory(game) as theory:
            return theory.judge(position, self.budget(seconds, extras))

    def judge_moves(
        self, game: AnyGame, position: Position, seconds: float | None = None
    ) -> dict[int, bool | None]:
        """Return whether each legal move wins, and nothing else; None if it is not proved."""
        verdicts = self.judge(game, position, seconds, 0)
        return {move: verdict.value.other.proved for move, verdict in verdicts.items()}

    def prove(
        self, game: AnyGame, position: Position, seconds: float | None = None
    ) -> tuple[Player | None, Proof | None]:
        """Return the winner and a proof; None for what is not found in time."""
        outcome = game.outcome(position)
        if outcome:
            return outcome.winner, End(0)
        mover: Player = position.to_move
        with self.theory(game) as theory:
            budget = self.budget(seconds, 0)
            verdicts = theory.judge(position, budget)
            verdict = theory.settle(position, verdicts, budget)
            if verdict.win is None:
                return None, None
            left = PROVING_SECONDS if seconds is None else budget.values.left
            clock = self.clock(max(left, EXPLAIN_SECONDS))
            proof = theory.proof(position, verdict, verdicts, clock)
        return mover if verdict.win else mover.other, proof

    def explore(
        self, game: AnyGame, position: Position, seconds: float | None = None
    ) -> Iterator[Analysis]:
        """Yield better and better analyses, the first one soon, the last like `analyze`.

        What one of them proves, the later ones contain too.
        """
        known: Verdicts = {}
        last: Analysis | None = None
        with self.theory(game) as theory:
            for budget in self._budgets(self._for_search(game, position, seconds)):
                analysis = analysis_of(theory, position, budget, known)
                known = analysis.verdicts
                if analysis != last:
                    last = analysis
                    yield analysis
                if analysis.complete:
                    return

    def _budgets(self, seconds: float | None) -> Iterator[Budget]:
        """Yield longer and longer budgets within `seconds`, then one for the time left.

        What the caller does between them counts too. If `seconds` is None, the last budget has
        no limit.
        """
        clock, whole, step = self.clock(seconds), self.budget(seconds), FIRST_STEP_SECONDS
        while step < LONGEST_STEP_SECONDS and clock.left > 2 * step:
            yield whole.of(clock.part(step))
            step *= 3
        if seconds is None:
            yield self.budget()
        elif step == FIRST_STEP_SECONDS or clock.left > 0:
            yield whole.of(clock)

    def _for_search(self, game: AnyGame, position: Position, seconds: float | None) -> float | None:
        """Return the time for the search: listing the moves and a reason must fit in, too.

        A step clock counts neither.
        """
        if seconds is None:
            return None
        listing = len(game.legal_moves(position)) / MOVES_LISTED_PER_SECOND
        explaining = min(2 * EXPLAIN_SECONDS, EXPLAIN_SHARE * seconds)
        if self.clock is StepClock:
            explaining = 0.0
        return max(0.0, seconds - listing - explaining)

    def budget(self, seconds: float | None = None, extras: float | None = None) -> Budget:
        """Return a budget measured by this engine's kind of clock."""
        return Budget(seconds, extras, self.clock)

    @contextmanager
    def theory(self, game: AnyGame) -> Iterator[AnyTheory]:
        """Lend a theory of the set-up to one caller at a time, with its cached results."""
        with self._lock:
            idle = self._idle.get(game)
            theory = idle.pop() if idle else None
        theory = theory or self._new(game)
        try:
            yield theory
        finally:
            if self.memory or theory.always_finishes:
                self._give_back(game, theory)

    def _new(self, game: AnyGame) -> AnyTheory:
        return new_theory(game, self.cache() if callable(self.cache) else self.cache)

    def _give_back(self, game: AnyGame, theory: AnyTheory) -> None:
        with self._lock:
            idle = self._idle.setdefault(game, [])
            self._idle.move_to_end(game)
            if len(idle) < CACHED_PER_SETUP:
                idle.append(theory)
            while len(self._idle) > CACHED_SETUPS or self._is_over_memory():
                self._idle.popitem(last=False)

    def _is_over_memory(self) -> bool:
        """Return whether the cached theories take more than `memory`.

        With 0 only theories that always finish are cached, and they may stay.
        """
        cached = (theory for idle in self._idle.values() for theory in idle)
        return 0 < self.memory < sum(theory.bytes_held for theory in cached)


DEFAULT = Engine()
"""The engine of every function that is given none. It measures seconds and writes no files."""


def analyze(game: AnyGame, position: Position, seconds: float | None = None) -> Analysis:
    """Return everything that the default engine can prove about `position`."""
    return DEFAULT.analyze(game, position, seconds)


def judge_moves(
    game: AnyGame, position: Position, seconds: float | None = None
) -> dict[int, bool | None]:
    """Return whether each legal move wins, which is much faster than `analyze`.

    None stands for a move that was not solved in `seconds`.
    """
    return DEFAULT.judge_moves(game, position, seconds)
