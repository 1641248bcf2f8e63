"""The engine as a value: its theories, its folder for facts and its kind of clock.

>>> from divisor_duel import GAMES
>>> engine = Engine()
>>> game = GAMES["countdown"](start=45)
>>> engine.analyze(game, game.start()).value
'loss'

Several threads may ask one engine. A theory answers one question at a time; whoever
finds it busy gets another one, so nobody waits and every question keeps its time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from divisor_duel.engine.analysis import Analysis, analysis_of
from divisor_duel.engine.clock import TELLING_SECONDS, Budget, Clock, ClockKind
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import Theory, Verdicts
from divisor_duel.files import cache_folder, facts_are_kept
from divisor_duel.game import Game, Player
from divisor_duel.games.parts import THEORY, find
from divisor_duel.proof import Proof, ending

KEPT_SETUPS = 8
"""Of so many set-ups the latest theories are kept, so that the next question is cheap."""

KEPT_BYTES = 1 << 30
"""So much of what was worked out is kept at the most."""

KEPT_EACH = 2
"""So many theories of one set-up are kept, for questions that come at the same time."""

SET_OUT_PER_SECOND = 2_000_000
"""So many moves, with what was found about each, are gone through in a second."""

FIRST_LOOK, LONGEST_LOOK = 0.05, 20.0
"""How long `explore` looks before it first says something, and before it does so again."""


PROVING_SECONDS = 20.0
"""How long a reason is looked for when no time is given; then a strategy is the proof."""


class Engine:
    """Exact play: what every move is worth and why."""

    def __init__(
        self,
        *,
        cache: Path | Callable[[], Path] | None = None,
        clock: ClockKind = Clock,
        memory: int = KEPT_BYTES,
    ) -> None:
        self.cache = cache
        """The folder where facts that took long to find are kept, or what names it when it is
        needed; None to write no file."""
        self.clock = clock
        """How time is measured: `Clock` in seconds, `StepClock` in counted steps."""
        self.memory = memory
        """About how many bytes of what was worked out are kept for later questions; the oldest
        set-ups are forgotten first. With 0 nothing is kept that could make a later answer
        better: the same question has the same answer each time where steps are counted."""
        self._idle: OrderedDict[Game[Any], list[Theory[Any, Any]]] = OrderedDict()
        self._lock = Lock()

    def analyze(self, game: Game[Any], position: Any, seconds: float | None = None) -> Analysis:
        """Everything that can be proved about `position`.

        Without `seconds`, wins and losses are worked out however long it takes, and
        what is good to know besides gets about a second. With it, all must be done
        in that time, and what is not is None or ``unknown``.
        """
        with self.theory(game) as theory:
            budget = self.budget(_for_search(game, position, seconds))
            return analysis_of(theory, position, budget)

    def judge(
        self,
        game: Game[Any],
        position: Any,
        seconds: float | None = None,
        extras: float | None = None,
    ) -> Verdicts:
        """The verdict on the position after each legal move, with `extras` for more than wins."""
        if game.outcome(position):
            return {}
        with self.theory(game) as theory:
            return theory.judge(position, self.budget(seconds, extras))

    def winners(
        self, game: Game[Any], position: Any, seconds: float | None = None
    ) -> dict[int, bool | None]:
        """Whether each legal move wins, and nothing besides; None where it is not proved."""
        verdicts = self.judge(game, position, seconds, 0)
        return {move: verdict.value.other.proved for move, verdict in verdicts.items()}

    def prove(
        self, game: Game[Any], position: Any, seconds: float | None = None
    ) -> tuple[Player | None, Proof | None]:
        """Who wins, or None if that is not found in time, and why as data if that can be told."""
        outcome = game.outcome(position)
        if outcome:
            return outcome.winner, ending()
        mover: Player = position.to_move
        with self.theory(game) as theory:
            budget = self.budget(seconds, 0)
            verdicts = theory.judge(position, budget)
            verdict = theory.settle(position, verdicts, budget)
            if verdict.win is None:
                return None, None
            left = PROVING_SECONDS if seconds is None else budget.values.left
            clock = self.clock(max(left, TELLING_SECONDS))
            proof = theory.proof(position, verdict, verdicts, clock)
        return mover if verdict.win else mover.other, proof

    def explore(
        self, game: Game[Any], position: Any, seconds: float | None = None
    ) -> Iterator[Analysis]:
        """Better and better analyses, the first one soon; the last is that of `analyze`.

        What one of them proves the later ones keep.
        """
        known: Verdicts = {}
        shown: Analysis | None = None
        with self.theory(game) as theory:
            for budget in self._looks(_for_search(game, position, seconds)):
                analysis = analysis_of(theory, position, budget, known)
                known = analysis.verdicts
                if analysis != shown:
                    shown = analysis
                    yield analysis
                if analysis.complete:
                    return

    def _looks(self, seconds: float | None) -> Iterator[Budget]:
        """Ever longer times within `seconds`, which also pay for what is done between them; at
        last what is left, without end if that is None.
        """
        clock, whole, look = self.clock(seconds), self.budget(seconds), FIRST_LOOK
        while look < LONGEST_LOOK and clock.left > 2 * look:
            yield whole.of(clock.part(look))
            look *= 3
        if seconds is None:
            yield self.budget()
        elif look == FIRST_LOOK or clock.left > 0:
            yield whole.of(clock)

    def budget(self, seconds: float | None = None, extras: float | None = None) -> Budget:
        """Time by this engine's kind of clock."""
        return Budget(seconds, extras, self.clock)

    @contextmanager
    def theory(self, game: Game[Any]) -> Iterator[Theory[Any, Any]]:
        """A theory of the set-up that nobody else uses meanwhile, with all it has worked out."""
        with self._lock:
            idle = self._idle.get(game)
            theory = idle.pop() if idle else None
        theory = theory or self._new(game)
        try:
            yield theory
        finally:
            if self.memory or theory.always_finishes:
                self._give_back(game, theory)

    def _new(self, game: Game[Any]) -> Theory[Any, Any]:
        return _kind(game)(game, self.cache() if callable(self.cache) else self.cache)

    def _give_back(self, game: Game[Any], theory: Theory[Any, Any]) -> None:
        with self._lock:
            idle = self._idle.setdefault(game, [])
            self._idle.move_to_end(game)
            if len(idle) < KEPT_EACH:
                idle.append(theory)
            while len(self._idle) > KEPT_SETUPS or self._is_heavy():
                self._idle.popitem(last=False)

    def _is_heavy(self) -> bool:
        """Whether more is kept than may be; what always finishes may stay in any case."""
        kept = (theory for idle in self._idle.values() for theory in idle)
        return 0 < self.memory < sum(theory.bytes_held for theory in kept)


def _for_search(game: Game[Any], position: Any, seconds: float | None) -> float | None:
    """What is left of the time if the moves are to be gone through within it, too."""
    if seconds is None:
        return None
    return max(0.0, seconds - len(game.legal_moves(position)) / SET_OUT_PER_SECOND)


def _kind(game: Game[Any]) -> type[Theory[Any, Any]]:
    """The theory that a game brings; one without is searched."""
    return find(game, THEORY) or (Search if game.has_nim_values else Deepening)


def default_engine() -> Engine:
    """The engine of those who name none: it writes no file unless a program said it may."""
    if len(_default) == 1 and facts_are_kept():
        return _keeping
    return _default[-1]


@contextmanager
def using(engine: Engine) -> Iterator[Engine]:
    """Make `engine` the default one for a while; programs do so once, around all they do."""
    _default.append(engine)
    try:
        yield engine
    finally:
        _default.remove(engine)


_default, _keeping = [Engine()], Engine(cache=cache_folder)


def analyze(game: Game[Any], position: Any, seconds: float | None = None) -> Analysis:
    """Everything that can be proved about `position`, by the default engine."""
    return default_engine().analyze(game, position, seconds)


def judge_moves(
    game: Game[Any], position: Any, seconds: float | None = None
) -> dict[int, bool | None]:
    """Whether each legal move wins, and nothing besides, which is much quicker than `analyze`.

    None stands for a move that was not worked out in `seconds`.
    """
    return default_engine().winners(game, position, seconds)
