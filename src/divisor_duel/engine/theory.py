"""What every theory of a game provides: proved verdicts.

A theory belongs to one set-up of one game and keeps what it has worked out.
It says of each legal move what the position after it is worth. Nothing here is
ever estimated: what is not proved is None. Time comes as an argument, and a
theory answers one question at a time: the engine sees to that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.proving import answer_each, prove_loss, prove_win
from divisor_duel.game import Game, Position, Value
from divisor_duel.proof import Proof, beginning

G = TypeVar("G", bound=Game[Any])
P = TypeVar("P", bound=Position)


class Verdict(NamedTuple):
    """What is proved about a position, as the player to move there sees it."""

    win: bool | None = None
    """Whether the player to move wins, or None if that is not proved."""
    remoteness: int | None = None
    """Plies to the end when the winner hurries and the loser delays."""
    grundy: int | None = None
    """The nim-value; only impartial games have one."""

    @property
    def value(self) -> Value:
        """What the position is worth to the player to move."""
        return Value.of(self.win)

    def with_known(self, known: Verdict) -> Verdict:
        """What is proved here, and what else was proved before."""
        if None not in self or known == _NOTHING:
            return self
        pairs = zip(self, known, strict=True)
        return Verdict._make(before if now is None else now for now, before in pairs)


_NOTHING = Verdict()


class Best(NamedTuple):
    """The moves that a perfect player chooses from."""

    moves: list[int]
    """All that are equally good, as far as that is known."""
    proved: bool
    """Whether it is known what they are worth: then they win, or no move does."""


Verdicts = Mapping[int, Verdict]
"""For each legal move, the verdict on the position after it."""


class Theory(ABC, Generic[G, P]):
    """Exact knowledge of one set-up of one game."""

    def __init__(self, game: G, cache: Path | None = None) -> None:
        self.game: G = game
        """The set-up."""
        self.cache = cache
        """The folder for facts that took long to find, or None to keep none."""

    @property
    def always_finishes(self) -> bool:
        """Whether every question is answered in full within any reasonable number of steps.

        Then answers do not depend on what was asked before, and may be remembered where
        a question must have the same answer each time.
        """
        return False

    @property
    def bytes_held(self) -> int:
        """About how many bytes of what it has worked out it holds, where that can be much."""
        return 0

    @abstractmethod
    def judge(self, position: P, budget: Budget) -> Verdicts:
        """The verdict on the position after each legal move."""

    def settle(self, position: P, verdicts: Verdicts, budget: Budget) -> Verdict:
        """The verdict on the position itself, from those on its moves."""
        return combine(verdicts.values())

    def best(self, position: P, budget: Budget) -> Best:
        """The best moves, as far as they are proved in time: all that are equally good."""
        verdicts = self.judge(position, budget)
        moves = leading(verdicts)
        return Best(moves, verdicts[moves[0]].win is not None)

    def plies_left(self, position: P, budget: Budget) -> int | None:
        """The remoteness of the position and nothing besides, where that is found sooner."""
        return self.settle(position, self.judge(position, budget), budget).remoteness

    def proof(
        self, position: P, verdict: Verdict, verdicts: Verdicts, clock: Clock
    ) -> Proof | None:
        """Why the verdict is true, as data; None where only a search says so, or no time is left.

        Of the winning moves in `verdicts` it is about the one that is easiest to explain.
        """
        if verdict.win is None:
            return None
        winning = self.candidates(verdicts) if verdict.win else []
        half = clock.part(clock.left / 2)
        found: Proof | None = None
        with suppress(OutOfTimeError):
            if verdict.win:
                found = prove_win(self, position, winning, half, self.tree_depth)
            else:
                found = prove_loss(self, position, half, self.tree_depth)
        with suppress(OutOfTimeError):
            return found or self.answered(position, winning, clock)
        return None

    def answered(self, position: P, winning: list[int], clock: Clock) -> Proof | None:
        """The winner's answer to each reply, after the winning move that leaves the fewest."""
        if not winning:
            return answer_each(self, position, clock)
        after = {move: self.game.play(position, move) for move in winning}
        move = min(winning, key=lambda move: len(self.game.legal_moves(after[move])))
        found = answer_each(self, after[move], clock)
        return beginning(move, found) if found else None

    def candidates(self, verdicts: Verdicts) -> list[int]:
        """The moves that win, in the order in which a reason is looked for: the quickest first."""
        winning = [move for move, after in verdicts.items() if after.win is False]
        winning.sort(key=lambda move: (preference(verdicts[move]), move))
        return winning[:MOST_CANDIDATES]

    def explain(self, position: P, clock: Clock, depth: int = 0) -> Proof | None:
        """Why the player to move loses, by one of the game's own kinds of proof if that can be.

        Trees inside such a proof may be `depth` replies deep.
        """
        return None

    def weight(self, proof: Proof) -> int:
        """How much there is to check of a proof by hand."""
        return 1

    tree_depth: ClassVar[int] = 2
    """So many replies deep is a tree at the most."""

    most_replies: ClassVar[int] = 40
    """With more replies than this no tree is tried."""

    most_branches: ClassVar[int] = 3
    """A tree that is told has so many branches at the most, besides those that end at once."""

    def line(
        self, position: P, plies: int | None, first: int, verdicts: Verdicts, budget: Budget
    ) -> tuple[int, ...]:
        """One line that begins with `first`: to the end, or as far as it is proved in time.

        No move changes who wins. If `plies`, the remoteness of the position, is known, each move
        is also a best one. The caller has checked both for `first`.
        """
        return follow(self, position, plies, first, verdicts, budget)


def combine(children: Iterable[Verdict]) -> Verdict:
    """The verdict on a position that is not over, from those on the positions after its moves."""
    kinds = set(children)  # of many moves few differ, and how many are alike does not matter
    grundy = mex(verdict.grundy for verdict in kinds)
    lost = [verdict.remoteness for verdict in kinds if verdict.win is False]
    if lost:
        known = [plies for plies in lost if plies is not None]
        undecided = any(verdict.win is None for verdict in kinds)  # one might win sooner
        proved = (len(known) == len(lost) and not undecided) or 0 in known
        return Verdict(True, 1 + min(known) if proved else None, grundy)
    if all(verdict.win for verdict in kinds):
        longest = [verdict.remoteness for verdict in kinds if verdict.remoteness is not None]
        plies = 1 + max(longest) if len(longest) == len(kinds) else None
        return Verdict(False, plies, grundy)
    return Verdict(None, None, grundy)


def mex(values: Iterable[int | None]) -> int | None:
    """The least nim-value that is missing; None if one of them is unknown."""
    present = set(values)
    if None in present:
        return None
    value = 0
    while value in present:
        value += 1
    return value


def preference(verdict: Verdict) -> tuple[int, int]:
    """A sorting key: wins first and the quickest of them, losses last and the longest of them.

    A loss of unknown length comes after the known ones, but before those at the next move:
    none is shorter than these.
    """
    if verdict.win is False:  # the other player, who is then to move, has lost
        return 0, 1 << 62 if verdict.remoteness is None else verdict.remoteness
    if verdict.win is None:
        return 1, 0
    if verdict.remoteness is None:
        return 2, 0
    return 2, -verdict.remoteness if verdict.remoteness > 1 else 2 - verdict.remoteness


def leading(verdicts: Verdicts) -> list[int]:
    """The moves than which none is better.

    A position may have a hundred thousand moves, but there are few kinds of verdict, so
    here and wherever all moves are gone through a verdict is asked only once.
    """
    kinds = set(verdicts.values())
    if len(kinds) == 1:
        return list(verdicts)
    first = min(map(preference, kinds))
    best = {verdict for verdict in kinds if preference(verdict) == first}
    return [move for move, verdict in verdicts.items() if verdict in best]


LONGEST_UNTIMED_LINE = 24
"""Where nobody knows how long a game lasts, a line shows this many moves at the most."""


def follow(
    theory: Theory[Any, P],
    position: P,
    plies: int | None,
    first: int,
    verdicts: Verdicts,
    budget: Budget,
    judge: Callable[[P, Budget], Verdicts] | None = None,
) -> tuple[int, ...]:
    """Play `first` and then the best move again and again, as `Theory.line` promises.

    A theory that finds the best move sooner than all values gives its own `judge`.
    """
    line: list[int] = []
    game, clock, move = theory.game, budget.telling(), first
    while True:
        verdict = verdicts[move]
        if verdict.win is None or (plies is not None and verdict.remoteness != plies - 1):
            break  # not proved to keep the value, or not proved to be a best move
        plies = verdict.remoteness
        if plies is None and len(line) >= LONGEST_UNTIMED_LINE:
            break
        line.append(move)
        position = game.play(position, move)
        if game.outcome(position) or clock.left <= 0:
            break
        verdicts = (judge or theory.judge)(position, budget.of(clock))
        move = min(leading(verdicts))
    return tuple(line)


MOST_CANDIDATES = 24
"""So many winning moves are looked at for the one that is easiest to explain."""


def search_reason(
    game: Game[Any], verdict: Verdict, first: int, verdicts: Verdicts, line: tuple[int, ...]
) -> str:
    """What a plain search can say: that `first` wins or every move loses, and the line."""
    if verdict.win is None:
        return "The time ran out before every move was worked out."
    if verdict.win and verdicts[first].win is not False:
        return "Some move wins, but the time ran out before one was found."
    if verdict.win:
        return f"{game.format_move(first)} wins against every reply.{_told(game, verdict, line)}"
    every = f"all {len(verdicts)} moves lose" if len(verdicts) > 1 else "the only move loses"
    return f"Every move was worked out: {every}.{_told(game, verdict, line)}"


def _told(game: Game[Any], verdict: Verdict, line: tuple[int, ...]) -> str:
    """The line as a sentence, called best only if it is known to be, and cut only openly."""
    told = ", ".join(game.format_move(move) for move in line)
    if not line:
        return ""
    if verdict.remoteness == len(line):
        return f" Best play goes {told}."
    return f" Play may begin {told}."
