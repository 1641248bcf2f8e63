"""The search of `remoteness`, compiled (numba), on boards of up to 128 numbers.

It asks the same question, "does the winner end the game within this many plies?", and removes
the same traps from the board. It stores fewer positions, because it leaves out more numbers.
When the winner is to move, let D be the numbers that some maximum matching of those left leaves
out, A the other neighbours of D, and C the rest (Gallai and Edmonds).

* Neither player takes a number of C again, nor the winner one of A. The winner takes v of D.
  The neighbours of v are in A or in v's own component of D, so the loser takes one of these.
  No new alternating path reaches C: paths go from D to A or stay in a component of D, and from
  A along a pair, which leads to D. So the next D lies within this one, and so on.
* So C leaves the board, and a number counts as reachable only by steps from D to A or D and
  from A to D. D stays the same without those numbers, since no maximum matching pairs A within
  itself or with C.

A board is two 64-bit words. The search has its own stack, so it can stop between two positions
and resume. Other threads run meanwhile (`nogil`).
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from time import monotonic
from typing import Any

import numpy as np

from divisor_duel.engine.clock import Clock
from divisor_duel.engine.compiled import Pace, jit
from divisor_duel.games.chain.solving.compiled_boards import (
    FOREVER,
    MAX_NUMBERS,
    ONE,
    ZERO,
    U,
    has,
    neighbours,
    order_moves,
    reachable,
    remove_traps,
    shortest_win,
    wins_in_three,
    without,
)
from divisor_duel.games.chain.solving.compiled_matching import decompose, work_arrays
from divisor_duel.games.chain.solving.graph import START, Graph, Solution, graph_of, solve
from divisor_duel.numbers import span

MOST_ROWS = 1 << 23
"""Most rows in the table, one position of 48 bytes each; a full table is emptied."""

_DEPTH = MAX_NUMBERS + 2  # frames on the stack
_UNKNOWN, _NO, _YES = -1, 0, 1
_WINNER = 1  # the kind of a frame with the winner to move; the loser's is 0
_KIND, _LAST, _PLIES, _MOVES, _NEXT, _SOURCE = range(6)  # columns; _SOURCE: row of `mates`


@jit
def _row(live: Any, exits: Any, last: Any, rows: Any) -> Any:
    """Return the index of a position's row, or of the empty row where it belongs."""
    mask = U(rows.shape[0] - 1)
    h = live[0] * U(0x9E3779B97F4A7C15)
    h = (h ^ h >> U(29) ^ live[1]) * U(0xBF58476D1CE4E5B9)
    h = (h ^ h >> U(32) ^ exits[0]) * U(0x94D049BB133111EB)
    h = (h ^ h >> U(29) ^ exits[1] ^ U(last) << U(7)) * U(0x9E3779B97F4A7C15)
    i = (h ^ h >> U(32)) & mask
    while rows[i, 5] != ZERO and not (
        rows[i, 0] == live[0]
        and rows[i, 1] == live[1]
        and rows[i, 2] == exits[0]
        and rows[i, 3] == exits[1]
        and rows[i, 4] == U(last)
    ):
        i = (i + ONE) & mask
    return i


@jit
def _remember(frame: Any, words: Any, answer: Any, best: Any, rows: Any, used: Any) -> None:
    """Store an answer. Yes: at most the frame's plies. No: at least two more."""
    live, exits = (words[0], words[1]), (words[2], words[3])
    i = _row(live, exits, frame[_LAST], rows)
    if rows[i, 5] == ZERO:
        rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3] = words
        rows[i, 4] = U(frame[_LAST])
        rows[i, 5] = U(3 | FOREVER << 8 | 255 << 16)
        used[0] += 1
    least, most = rows[i, 5] & U(255), rows[i, 5] >> U(8) & U(255)
    if answer == _YES:
        rows[i, 5] = least | U(frame[_PLIES]) << U(8) | U(best) << U(16)
    else:
        rows[i, 5] = U(frame[_PLIES] + 2) | most << U(8) | U(255 << 16)


@jit
def _winner(live: Any, exits: Any, top: Any, near: Any, rows: Any, work: Any) -> Any:
    """Start a turn of the winner: return the answer, or fill the frame at `top`."""
    frames, words, moves, mates, keys, partners, tree = work
    last, plies, source = frames[top, _LAST], frames[top, _PLIES], frames[top, _SOURCE]
    shortest = shortest_win(live, exits, last, near)
    if shortest < FOREVER or plies == 1:
        return _YES if plies >= shortest else _NO
    if wins_in_three(live, exits, last, near, partners):
        return _YES
    if plies == 3:
        return _NO
    outer = decompose(live[0], live[1], near, mates[source], mates[top + 1], tree)
    beside = neighbours(outer, near)
    both = outer[0] | beside[0] & live[0], outer[1] | beside[1] & live[1]
    live = reachable(outer, both, last, near)
    exits = exits[0] & live[0] & outer[0], exits[1] & live[1] & outer[1]
    known = rows[_row(live, exits, last, rows), 5]
    best: Any = 255
    if known != ZERO:
        if U(plies) < known & U(255):
            return _NO
        if U(plies) >= known >> U(8) & U(255):
            return _YES
        best = np.int64(known >> U(16))
    choice = near[last, 0] & live[0] & outer[0], near[last, 1] & live[1] & outer[1]
    words[top, 0], words[top, 1], words[top, 2], words[top, 3] = live[0], live[1], *exits
    frames[top, _MOVES] = order_moves(live, choice, best, near, moves[top], keys)
    frames[top, _NEXT] = 0
    frames[top, _SOURCE] = top + 1
    return _UNKNOWN


@jit
def _loser(live: Any, exits: Any, top: Any, near: Any, work: Any) -> Any:
    """Start a turn of the loser: return the answer, or fill the frame at `top`."""
    frames, words, moves, keys = work[0], work[1], work[2], work[4]
    last, plies = frames[top, _LAST], frames[top, _PLIES]
    choice = near[last, 0] & live[0], near[last, 1] & live[1]
    if choice[0] | choice[1] == ZERO:
        return _YES if plies >= 2 or not has(exits[0], exits[1], last) else _NO
    if plies < 2:
        return _NO
    words[top, 0], words[top, 1], words[top, 2], words[top, 3] = live[0], live[1], *exits
    frames[top, _MOVES] = order_moves(live, choice, -1, near, moves[top], keys)
    frames[top, _NEXT] = 0
    return _UNKNOWN


@jit
def _run(state: Any, near: Any, rows: Any, used: Any, work: Any) -> Any:
    """Search state[1] positions from the frame state[0]; return the answer if known.

    Afterwards state[1] is how many of them are left. Each pass opens the board after the next
    number to take. At the beginning state[0] is -1, and the board is that of the first frame, whose
    kind, last number, plies and words are set.
    """
    frames, words, moves = work[0], work[1], work[2]
    top, budget = state[0], state[1]
    while budget > 0 and used[0] * 4 < rows.shape[0] * 3:
        answer, best = _UNKNOWN, 255
        if top >= 0 and frames[top, _NEXT] == frames[top, _MOVES]:  # every move was tried
            answer = _NO if frames[top, _KIND] == _WINNER else _YES
        else:
            if top >= 0:
                last, move = frames[top, _LAST], moves[top, frames[top, _NEXT]]
                frames[top, _NEXT] += 1
                rest = without(words[top, 0], words[top, 1], move)
                exits = words[top, 2], words[top, 3]
                suspects = near[last, 0] & ~near[move, 0], near[last, 1] & ~near[move, 1]
                frames[top + 1, _KIND] = 1 - frames[top, _KIND]
                frames[top + 1, _LAST] = move
                frames[top + 1, _PLIES] = frames[top, _PLIES] - 1
                frames[top + 1, _SOURCE] = frames[top, _SOURCE]
            else:
                last = frames[0, _LAST]
                rest, exits = (words[0, 0], words[0, 1]), (ZERO, ZERO)
                suspects = rest[0] & ~near[last, 0], rest[1] & ~near[last, 1]
            live, exits = remove_traps(rest, exits, suspects, near)
            budget -= 1
            top += 1
            if frames[top, _KIND] == _WINNER:
                answer = _winner(live, exits, top, near, rows, work)
            else:
                answer = _loser(live, exits, top, near, work)
            if answer == _UNKNOWN:
                continue
            if top == 0:
                return answer
            top -= 1
            if (answer == _YES) != (frames[top, _KIND] == _WINNER):
                continue
            best = frames[top + 1, _LAST]
        while True:  # the top frame has its answer
            if frames[top, _KIND] == _WINNER:
                _remember(frames[top], words[top], answer, best, rows, used)
            if top == 0:
                return answer
            top -= 1
            if (answer == _YES) != (frames[top, _KIND] == _WINNER):
                break
            best = frames[top + 1, _LAST]
    state[0], state[1] = top, budget
    return _UNKNOWN


def supports(graph: Graph) -> bool:
    """Return whether a board fits in two words."""
    return len(graph.neighbours) <= MAX_NUMBERS


class CompiledRemoteness:
    """`RemotenessSearch` compiled, for boards that `supports` accepts."""

    def __init__(self, graph: Graph) -> None:
        self._near = np.array([_words(mask) for mask in graph.masks], U)
        self._rows = np.zeros((1 << 12, 6), U)
        self._used = np.zeros(1, np.int64)
        self._pace = Pace()
        self._work = (
            np.zeros((_DEPTH, 6), np.int64),
            np.zeros((_DEPTH, 4), U),
            np.zeros((_DEPTH, MAX_NUMBERS), np.int64),
            np.full((_DEPTH + 1, MAX_NUMBERS), -1, np.int64),  # matchings; row 0 has no pairs
            np.zeros(MAX_NUMBERS, np.int64),
            np.zeros((MAX_NUMBERS, 2), U),
            work_arrays(),
        )

    @property
    def bytes_held(self) -> int:
        """Memory of the table, in bytes."""
        return int(self._rows.nbytes)

    def ends(self, pool: int, solution: Solution, plies: int, clock: Clock) -> bool:
        """Return whether the game ends within `plies`; if odd, the winner is to move."""
        last = solution.last
        frames, words = self._work[:2]
        frames[0] = (plies % 2, last, plies, 0, 0, 0)
        words[0, :2] = _words(solution.graph.reachable(pool & ~(1 << last), last))
        state = np.array([-1, 0], np.int64)
        while True:
            clock.check()
            self._make_room()
            began = monotonic()
            state[1] = self._pace.steps
            answer = _run(state, self._near, self._rows, self._used, self._work)
            if answer != _UNKNOWN:
                return bool(answer)
            self._pace.adapt(self._pace.steps - int(state[1]), monotonic() - began)

    def __len__(self) -> int:
        return int(self._used[0])

    def _make_room(self) -> None:
        """Double the table once it is three quarters full; empty it at the size limit."""
        if self._used[0] * 4 < len(self._rows) * 3:
            return
        if 2 * len(self._rows) > MOST_ROWS:
            self._rows[:] = ZERO
            self._used[0] = 0
            return
        old, self._rows = self._rows, np.zeros((2 * len(self._rows), 6), U)
        _move_rows(old, self._rows)


@jit
def _move_rows(old: Any, new: Any) -> None:
    """Copy every position into the larger table."""
    for i in range(old.shape[0]):
        if old[i, 5] != ZERO:
            live, exits = (old[i, 0], old[i, 1]), (old[i, 2], old[i, 3])
            j = _row(live, exits, np.int64(old[i, 4]), new)
            for k in range(6):
                new[j, k] = old[i, k]


def _words(mask: int) -> tuple[int, int]:
    return mask & (1 << 64) - 1, mask >> 64


def warm() -> None:
    """Call every compiled function once, to load or compile it."""
    graph, pool = graph_of(2, 6), span(2, 6)
    search = CompiledRemoteness(graph)
    search.ends(pool, solve(graph, pool, START, (2,)).after(2), 9, Clock())
    _move_rows(np.zeros((1, 6), U), np.zeros((2, 6), U))
