"""The theory of Divider Duel: separate groups, nim-values, columns that cancel.

No table of this game was found in print. What makes long lists feasible is
in `columns` (positions reduced to what matters, with proofs) and in `search` (which
asks only for the nim-values that decide). `openings.json` has openings proved in
advance, so that the first moves on long lists need no search.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError, Work, run_to_end
from divisor_duel.engine.engine import Engine
from divisor_duel.engine.proving import reply_tree, weigh
from divisor_duel.engine.theory import Theory
from divisor_duel.engine.verdict import Verdict, Verdicts, combine
from divisor_duel.games.divider.proofs import Answers, Groups, Pairing, Parity
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.solving.answers import (
    best_to_prove,
    prove_by_answers,
    shipped_answers,
)
from divisor_duel.games.divider.solving.columns import groups_of
from divisor_duel.games.divider.solving.consequences import known_value
from divisor_duel.games.divider.solving.number_set import (
    MOST_SOLVED,
    NumberSet,
    none_divides_another,
)
from divisor_duel.games.divider.solving.pairing import MOST_UNPAIRED, pair_up
from divisor_duel.games.divider.solving.solvers import COMPILED as COMPILED_SEARCH
from divisor_duel.games.divider.solving.solvers import ListSolver, SetSolver, Solver
from divisor_duel.numbers import members, multiples, span, without_multiples
from divisor_duel.proof import Proof

ALWAYS_FINISHED = 25
"""Most numbers in a list that is always solved completely."""

LARGEST_LIST = 200
"""Largest `high` of a list whose positions are searched as columns."""

LARGEST_SET = 3000
"""Most numbers in any other set that is searched; of larger ones only plain cases are solved."""

MOST_EXPLAINED = 400
"""With more numbers left than this, parity is the only proof tried."""

LARGEST_VALUED_GROUP = 5
"""Most numbers in a group of a proof by nim-values: readers can count no larger ones."""

PAIRING_SHARE = 4
"""The search for partners of all numbers gets 1 / `PAIRING_SHARE` of a proof's time."""

ANSWERS_WEIGHT = 100
"""Weight of a proof by answers: the checker must search, so nothing is harder to check."""

FIRST_SLICE = 0.05
"""Seconds for each move in the first round of searches."""


class DividerTheory(Theory[Divider, DividerPosition]):
    """Judges each number by the nim-value of what it leaves."""

    def __init__(self, game: Divider, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._columns: ListSolver | None = None
        self._set_solver: SetSolver | None = None
        self._building: tuple[tuple[int, ...], Work[NumberSet]] | None = None
        self._divisor_check: tuple[tuple[int, ...], Work[bool]] | None = None

    @property
    def always_finishes(self) -> bool:
        return self.game.high - self.game.low < ALWAYS_FINISHED

    @property
    def bytes_held(self) -> int:
        return sum(solver.bytes_held for solver in (self._columns, self._set_solver) if solver)

    def judge(self, position: DividerPosition, budget: Budget) -> Verdicts:
        left = position.left
        numbers = members(left)
        try:
            solver = self.solver(numbers, budget.values)
        except OutOfTimeError:
            return dict.fromkeys(numbers, Verdict()) | immediate_win(left, numbers)
        if solver is None:
            return self._judge_without_search(left, numbers, budget.values)
        if len(numbers) <= MOST_SOLVED and isinstance(solver, SetSolver):
            after = solver.numbers.solve_moves(numbers)
            return {move: Verdict(nim > 0, plies, nim) for move, (nim, plies) in after}
        return self._judge_by_search(left, numbers, solver, budget)

    def solver(self, numbers: tuple[int, ...], clock: Clock) -> Solver | None:
        """Return the solver for these numbers and what play leaves of them.

        None if there are too many numbers.
        """
        if (
            len(numbers) > MOST_SOLVED
            and self.game.high <= LARGEST_LIST
            and self._is_made_by_play(numbers)
        ):
            return self.list_solver(sum(1 << number for number in numbers), clock)
        if len(numbers) > LARGEST_SET:
            return None
        if self._set_solver is None or not self._set_solver.numbers.holds(numbers):
            if self._building is None or self._building[0] != numbers:
                self._building = numbers, Work(NumberSet.build_in_steps(numbers))
            self._set_solver = SetSolver(self._building[1].finish(clock))
        return self._set_solver

    def _is_made_by_play(self, numbers: tuple[int, ...]) -> bool:
        """Return whether every divisor, in the list, of a number left is left too."""
        left, high = sum(1 << number for number in numbers), self.game.high
        taken = members(span(self.game.low, high) & ~left)
        return not any(left & multiples(number, high) for number in taken)

    def list_solver(self, left: int, clock: Clock) -> ListSolver:
        """Return the solver for what play has left of this list, compiled if possible.

        The positions of a long list are too large to compile, but those of what is left of it
        soon fit, so the solver is rebuilt for fewer numbers until they do.
        """
        game, columns = self.game, self._columns
        if columns is None:
            columns = ListSolver(game.low, game.high, clock, self.cache, with_openings=True)
        if not columns.covers(left) or not (columns.is_compact or columns.left == left & ~3):
            columns = ListSolver(game.low, game.high, clock, with_openings=True, left=left)
        columns.speed_up(clock)
        self._columns = columns
        return columns

    def _judge_without_search(self, left: int, numbers: tuple[int, ...], clock: Clock) -> Verdicts:
        """Judge the moves if one number divides all others, or none divides another."""
        if self._divisor_check is None or self._divisor_check[0] != numbers:
            self._divisor_check = numbers, Work(none_divides_another(numbers))
        with suppress(OutOfTimeError):
            if self._divisor_check[1].finish(clock):
                rest = len(numbers) - 1
                return dict.fromkeys(numbers, Verdict(rest % 2 == 1, rest, rest % 2))
        return dict.fromkeys(numbers, Verdict()) | immediate_win(left, numbers)

    def _judge_by_search(
        self, left: int, numbers: tuple[int, ...], solver: Solver, budget: Budget
    ) -> Verdicts:
        rest = {move: without_multiples(left, move) for move in numbers}
        lost = self._lost_positions(left, rest, solver, budget.values)
        verdicts = {}
        for move, after in sorted(rest.items(), key=lambda item: item[1].bit_count()):
            nim = None if after & 2 else known_value(after, self.game.high)
            known = not lost[after] if after in lost else None
            win = known if nim is None else nim > 0
            verdicts[move] = Verdict(win, None, nim)
            if budget.extras.left > 0:
                verdicts[move] = solver.verdict(after, win, budget.extras)
        if isinstance(solver, ListSolver):
            solver.save()
        return verdicts | immediate_win(left, numbers)

    def _lost_positions(
        self, left: int, rest: dict[int, int], solver: Solver, clock: Clock
    ) -> dict[int, bool]:
        """Return whether each position after a move is lost, as far as time allows.

        The moves take turns with growing slices of time, so that easy moves need not
        wait for a hard one; the solver remembers what a slice has found. A search that
        stops without an answer before its time is up will never have one.
        """
        lost: dict[int, bool] = {}
        waiting = sorted({left, *rest.values()}, key=int.bit_count)
        seconds = FIRST_SLICE
        while waiting and clock.left > 0:
            for after in waiting[:]:
                if clock.left <= 0:  # even starting a search takes time
                    return lost
                piece = clock.part(seconds)
                answer = solver.is_lost(after, piece)
                if answer is not None:
                    lost[after] = answer
                if answer is not None or piece.left > 0:
                    waiting.remove(after)
                if answer and after == left:  # then the opponent wins after every move
                    return dict.fromkeys(rest.values(), False)
            seconds *= 4
        return lost

    def settle(self, position: DividerPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        verdict = combine(verdicts.values())
        if verdict.win is not None:
            return verdict
        lost: bool | None = None
        with suppress(OutOfTimeError):
            solver = self.solver(members(position.left), budget.values)
            lost = solver.is_lost(position.left, budget.values) if solver else None
        return verdict if lost is None else verdict._replace(win=not lost)

    def line(
        self,
        position: DividerPosition,
        plies: int | None,
        first: int,
        verdicts: Verdicts,
        budget: Budget,
    ) -> tuple[int, ...]:
        """Return a best line; with few numbers it is read from the solved positions."""
        numbers, solver = members(without_multiples(position.left, first)), self._set_solver
        if (
            plies is not None
            and len(numbers) < MOST_SOLVED
            and solver
            and solver.numbers.holds(numbers)
        ):
            return first, *solver.numbers.best_line(numbers)
        return super().line(position, plies, first, verdicts, budget)

    most_branches, most_replies = MOST_UNPAIRED, 0  # `explain` makes the trees itself
    tree_depth = 3  # the start of 2..16 needs it, and deeper trees are too large to read

    def proof(
        self, position: DividerPosition, verdict: Verdict, verdicts: Verdicts, clock: Clock
    ) -> Proof | None:
        """Return a proof, preferably one in which every number left has a partner."""
        if verdict.win is not None:
            with suppress(OutOfTimeError):
                winning = self.candidates(verdicts) if verdict.win else []
                paired = self._pair_all(
                    position.left, winning, clock.part(clock.left / PAIRING_SHARE)
                )
                if paired:
                    return paired
        return super().proof(position, verdict, verdicts, clock)

    def _pair_all(self, left: int, winning: list[int], clock: Clock) -> Proof | None:
        """Return the proof with the fewest pairs after one of the winning moves, if there is one.

        None if a move wins at once.
        """
        rests = {move: without_multiples(left, move) for move in winning} or {0: left}
        if not all(rests.values()):
            return None
        proofs = list[Parity | Pairing]()
        for move, rest in rests.items():
            proof = self._paired(rest, clock)
            if proof:
                proofs.append(proof.with_move(move))
        return min(proofs, key=self.weight, default=None)

    def _paired(self, left: int, clock: Clock) -> Parity | Pairing | None:
        """Return a proof that the player to move loses because every number has a partner."""
        numbers = members(left)
        if self._none_divides_another(numbers):
            return Parity(0)
        if len(numbers) > MOST_EXPLAINED:
            return None
        pairs, rest = pair_up(numbers, clock)
        return None if rest else Pairing(0, tuple(pairs), None)

    def answered(self, position: DividerPosition, winning: list[int], clock: Clock) -> Proof | None:
        """Return a proof by answers after the winning move that leaves the least to prove."""
        if position.left.bit_count() > MOST_EXPLAINED:
            return None
        shipped = shipped_answers(position.left)
        if shipped and shipped.move in (0, *winning):
            return shipped
        move, rest = best_to_prove(position.left, winning, clock)
        answers = self._answers_after(rest, clock)
        return answers.with_move(move) if answers else None

    def explain(self, position: DividerPosition, clock: Clock, depth: int = 0) -> Proof | None:
        """Prove a loss by partners, and by replies or groups for the numbers without one."""
        paired = self._paired(position.left, clock)
        if paired or position.left.bit_count() > MOST_EXPLAINED:
            return paired
        pairs, unpaired = pair_up(members(position.left), clock, MOST_UNPAIRED)
        stays = position._replace(left=sum([1 << number for number in unpaired]))
        rest: Proof | None = None
        if depth and len(unpaired) <= MOST_UNPAIRED:
            rest = reply_tree(self, stays, clock, depth)
        if rest is None and depth == self.tree_depth:
            rest = self._by_groups(stays.left, clock)
        return Pairing(0, tuple(pairs), rest) if rest and pairs else rest

    def _answers_after(self, left: int, clock: Clock) -> Pairing | Answers | None:
        """Return a proof by answers to each unmirrored number."""
        solver = self.solver(members(left), clock)
        return prove_by_answers(left, solver, clock) if solver else None

    def _by_groups(self, left: int, clock: Clock) -> Groups | None:
        """Return a proof by nim-values if there are several groups, all easy to check."""
        groups = groups_of(left)
        if len(groups) < 2 or max(map(int.bit_count, groups)) > LARGEST_VALUED_GROUP:
            return None
        valued = self.valued_groups(left, clock)
        known = tuple((part, nim) for part, nim in valued if nim is not None)
        return Groups(0, known) if len(known) == len(valued) else None

    def weight(self, proof: Proof) -> int:
        if isinstance(proof, Pairing):
            return 1 + len(proof.pairs) + (weigh(self, proof.rest) if proof.rest else 0)
        if isinstance(proof, Answers):
            return ANSWERS_WEIGHT + len(proof.answers)
        if isinstance(proof, Groups):
            return 1 + sum(len(numbers) ** 2 for numbers, _ in proof.groups if len(numbers) > 1)
        return 1

    def _none_divides_another(self, numbers: tuple[int, ...]) -> bool:
        """Return whether none divides another, if that is known or quick to check."""
        if len(numbers) <= LARGEST_SET:
            return run_to_end(none_divides_another(numbers))
        work = self._divisor_check
        if work is None or work[0] != numbers or not work[1].done:
            return False
        return work[1].finish(Clock())

    def valued_groups(self, left: int, clock: Clock) -> list[tuple[tuple[int, ...], int | None]]:
        """Return the groups that no move joins, with their nim-values if found in time."""
        valued: list[tuple[tuple[int, ...], int | None]] = []
        for group in sorted(groups_of(left), key=int.bit_count):  # easy ones first
            nim: int | None = None
            with suppress(OutOfTimeError):
                solver = self.solver(members(left), clock)
                nim = solver.nim_value(group, clock) if solver else None
            valued.append((members(group), nim))
        return sorted(valued)


def immediate_win(left: int, numbers: tuple[int, ...]) -> dict[int, Verdict]:
    """Return the verdict on the number that divides all others, if there is one."""
    first = numbers[0]
    return {} if without_multiples(left, first) else {first: Verdict(False, 0, 0)}


def valued_groups(
    game: Divider, position: DividerPosition, engine: Engine, seconds: float | None
) -> list[tuple[tuple[int, ...], int | None]]:
    """Return the separate groups of a position, with nim-values if found in time."""
    with engine.theory(game) as theory:
        assert isinstance(theory, DividerTheory)
        return theory.valued_groups(position.left, engine.clock(seconds))


THEORY = DividerTheory
COMPILED = (COMPILED_SEARCH,)
