"""Compiled search (numba) over the same compact positions as the Python one.

The algorithm is `PlainSearch` line by line, with 64-bit positions and one
open-addressing table instead of dictionaries. A row of the table is
(component, bit set of the nim-values it may still have); a component is known
when one bit is left. The search has its own stack (numba cannot cache recursive
functions on disk) and all answers go through the table, so the stack can simply
be dropped: when the node budget or the table is used up, the search returns
-1, the table still has every fact proved so far, and `CompiledSearch` checks the
deadline or doubles the table and asks again. It releases the GIL, so other threads
can run at the same time.
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from array import array
from time import monotonic
from typing import Any

import numpy as np

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.compiled import Pace, jit
from divisor_duel.games.divider.solving.columns import Encoding, encoding
from divisor_duel.numbers import span

U = np.uint64
ONE = U(1)
ZERO = U(0)
MOST_ROWS = 1 << 25
"""Most rows of the table, of 16 bytes each."""

MOVED_PER_SECOND = 10_000_000
"""How many rows a second are moved into a larger table; twice as many were measured."""

_DEPTH = 130  # every level of the search removes a number


@jit
def _count(x: Any) -> Any:
    """Return the number of set bits."""
    x = x - ((x >> ONE) & U(0x5555555555555555))
    x = (x & U(0x3333333333333333)) + ((x >> U(2)) & U(0x3333333333333333))
    x = (x + (x >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * U(0x0101010101010101)) >> U(56))


@jit
def lowest(x: Any) -> Any:
    """Return the index of the lowest set bit (x is not 0)."""
    return _count((x & (~x + ONE)) - ONE)


@jit
def _normal(state: Any, tables: Any) -> Any:
    """Do what `Encoding.normal` does: turn small primes into columns."""
    small, pure_at, pure = tables[5], tables[6], tables[7]
    for i in range(small.shape[0]):
        if state & small[i, 1] == ZERO:
            part = state & small[i, 0]
            if part != ZERO:
                for j in range(pure_at[i], pure_at[i + 1]):
                    if pure[j, 0] == part:
                        state ^= part ^ pure[j, 1]
                        break
    return state


@jit
def moves(state: Any, tables: Any, out: Any) -> Any:
    """Write what `Encoding.moves` returns, made normal, to `out`; return the count."""
    n, up, cut, own, own_at = tables[0], tables[1], tables[2], tables[3], tables[4]
    count = 0
    core = state & ((ONE << U(n)) - ONE)
    while core != ZERO:
        c = lowest(core)
        core &= core - ONE
        touched = state & up[c]
        rest = state ^ touched
        touched >>= U(n)
        while touched != ZERO:
            rest ^= cut[c, lowest(touched)]
            touched &= touched - ONE
        out[count] = _normal(rest, tables)
        count += 1
    columns = state >> U(n)
    while columns != ZERO:
        t = lowest(columns)
        columns &= columns - ONE
        for j in range(own_at[t], own_at[t + 1]):
            out[count] = _normal(state ^ own[j], tables)
            count += 1
    return count


@jit
def first_part(state: Any, tables: Any) -> Any:
    """Return the component that holds the lowest element."""
    up, roots = tables[1], tables[8]
    part = state & (~state + ONE)
    grown = True
    while grown:
        grown = False
        for i in range(roots.shape[0]):
            root = roots[i]
            if state >> U(root) & ONE != ZERO:
                reach = state & up[root]
                if reach & part != ZERO and reach & ~part != ZERO:
                    part |= reach
                    grown = True
    return part


@jit
def _size(state: Any, tables: Any) -> Any:
    """Return how many numbers a position stands for: no play lasts longer."""
    n, sizes = tables[0], tables[9]
    total = _count(state & ((ONE << U(n)) - ONE))
    columns = state >> U(n)
    while columns != ZERO:
        total += sizes[lowest(columns)]
        columns &= columns - ONE
    return total


@jit
def hash_of(part: Any) -> Any:
    """Return a hash of a component."""
    h = part * U(0x9E3779B97F4A7C15)
    h ^= h >> U(29)
    h *= U(0xBF58476D1CE4E5B9)
    return h ^ h >> U(32)


@jit
def _slot(part: Any, rows: Any) -> Any:
    """Return the row of a component, or the empty row where it belongs."""
    mask = U(rows.shape[0] - 1)
    i = hash_of(part) & mask
    while rows[i, 0] != part and rows[i, 0] != ZERO:
        i = (i + ONE) & mask
    return i


@jit
def _rehash(old: Any, new: Any) -> None:
    for i in range(old.shape[0]):
        if old[i, 0] != ZERO:
            j = _slot(old[i, 0], new)
            new[j, 0] = old[i, 0]
            new[j, 1] = old[i, 1]


@jit
def _known(state: Any, tables: Any, rows: Any) -> Any:
    """Return the nim-value of a position if the table has it, else -1."""
    total = 0
    while state != ZERO:
        part = first_part(state, tables)
        state ^= part
        left = rows[_slot(part, rows), 1]
        if left == ZERO or left & (left - ONE) != ZERO:
            return -1
        total ^= lowest(left)
    return total


@jit
def _gather(count: Any, left: Any, kids: Any, sizes: Any, tables: Any, rows: Any) -> Any:
    """Strike the values of known moves out of `left`; sort the others, smallest first."""
    live = 0
    for k in range(count):
        kid = kids[k]
        value = _known(kid, tables, rows)
        if value >= 0:
            left &= ~(ONE << U(value))
            continue
        size = _size(kid, tables)
        j = live
        while j > 0 and sizes[j - 1] > size:
            sizes[j] = sizes[j - 1]
            kids[j] = kids[j - 1]
            j -= 1
        sizes[j] = size
        kids[j] = kid
        live += 1
    return live, left


@jit
def _probe(state: Any, h: Any, tables: Any, rows: Any) -> Any:
    """Check whether the table decides that a position has nim-value h.

    Return (1, ..) if it has, (0, ..) if not, else (-1, component, value) to ask about next. The
    biggest unknown component comes last.
    """
    unknown, big, big_size, small, small_size = 0, ZERO, -1, ZERO, 99
    while state != ZERO:
        part = first_part(state, tables)
        state ^= part
        left = rows[_slot(part, rows), 1]
        if left != ZERO and left & (left - ONE) == ZERO:
            h ^= lowest(left)
            continue
        unknown += 1
        size = _size(part, tables)
        if size > big_size:
            big, big_size = part, size
        if size < small_size:
            small, small_size = part, size
    if unknown == 0:
        return (1 if h == 0 else 0), ZERO, 0
    if unknown > 1:
        left = rows[_slot(small, rows), 1]
        return -1, small, (lowest(left) if left != ZERO else 0)
    left = rows[_slot(big, rows), 1]
    if h > big_size or (left != ZERO and left >> U(h) & ONE == ZERO):
        return 0, ZERO, 0
    return -1, big, h


@jit
def _push(part: Any, h: Any, top: Any, tables: Any, rows: Any, work: Any) -> Any:
    """Push a frame for the question whether a component has nim-value h."""
    counters, frames, kids, sizes = work
    row = _slot(part, rows)
    if rows[row, 0] == ZERO:
        rows[row, 0] = part
        rows[row, 1] = (ONE << U(_size(part, tables) + 1)) - ONE
        counters[0] += 1
    counters[1] += 1
    count = moves(part, tables, kids[top])
    live, left = _gather(count, rows[row, 1], kids[top], sizes[top], tables, rows)
    rows[row, 1] = left
    frame = frames[top]
    frame[0], frame[1], frame[2], frame[3], frame[4] = row, h, live, 0, 0


@jit
def _step(top: Any, tables: Any, rows: Any, work: Any) -> Any:
    """Advance the top frame.

    Return (0, ..) if it is settled, else (-1, component, value) to ask about first.
    """
    frames, kids = work[1], work[2]
    row, h, live, step, k = frames[top]
    while True:
        left = rows[row, 1]
        if left >> U(h) & ONE == ZERO or left & (left - ONE) == ZERO:
            return 0, ZERO, 0
        x = h if step == 0 else step - 1  # h itself first, then 0, 1, ... below it
        if left >> U(x) & ONE != ZERO and k < live:
            answer, part, value = _probe(kids[top, k], x, tables, rows)
            if answer < 0:
                frames[top, 3], frames[top, 4] = step, k
                return answer, part, value
            if answer == 0:
                k += 1
                continue
            rows[row, 1] = left & ~(ONE << U(x))  # a move has value x, so x is not the value
        elif left >> U(x) & ONE != ZERO:
            rows[row, 1] = left & ((ONE << U(x + 1)) - ONE)  # none has: at most x
        step += 1
        k = 0


@jit
def _query(state: Any, h: Any, tables: Any, rows: Any, work: Any) -> Any:
    """Return 1 if a position has nim-value h, 0 if not, -1 if out of budget or room."""
    counters = work[0]
    while True:
        answer, part, value = _probe(state, h, tables, rows)
        if answer >= 0:
            return answer
        top = 0
        _push(part, value, top, tables, rows, work)
        while top >= 0:
            answer, part, value = _step(top, tables, rows, work)
            if answer == 0:
                top -= 1
                continue
            if counters[0] * 5 > rows.shape[0] * 3 or counters[1] > counters[2]:
                return -1
            top += 1
            _push(part, value, top, tables, rows, work)


def kernel_tables(enc: Encoding) -> tuple[Any, ...]:
    """Return the tables of a list as the compiled functions read them."""
    n = len(enc.core)
    own = [change for moves in enc.own for change in moves]
    pure = [pair for _, _, table in enc.small for pair in table.items()]
    return (
        n,
        np.array(enc.up, dtype=U),
        np.array(enc.cut, dtype=U).reshape(n, len(enc.types)),
        np.array(own, dtype=U),
        np.cumsum([0] + [len(moves) for moves in enc.own]),
        np.array([row[:2] for row in enc.small], dtype=U).reshape(-1, 2),
        np.cumsum([0] + [len(row[2]) for row in enc.small]),
        np.array(pure, dtype=U).reshape(-1, 2),
        np.array(enc.roots, dtype=np.int64),
        np.array(enc.size[n:], dtype=np.int64),
    )


class CompiledSearch:
    """Drop-in for `PlainSearch` if positions and sets of nim-values fit in 63 bits."""

    def __init__(self, enc: Encoding) -> None:
        self.enc = enc
        self._tables = kernel_tables(enc)
        self._counters = np.zeros(3, dtype=np.int64)  # rows used, nodes, node limit
        shape = (_DEPTH, 64 + sum(map(len, enc.own)))
        frames = np.zeros((_DEPTH, 5), dtype=np.int64)  # row, value, moves, step, next move
        kids, sizes = np.zeros(shape, dtype=U), np.zeros(shape, dtype=np.int64)
        self._work = (self._counters, frames, kids, sizes)
        self._rows = np.zeros((1 << 12, 2), dtype=U)
        self._pace = Pace()

    def is_value(self, state: int, h: int, clock: Clock) -> bool:
        """Return whether a compact position has nim-value h."""
        if h >= 63:
            return False
        while True:
            began, nodes = monotonic(), int(self._counters[1])
            self._counters[2] = nodes + self._pace.steps
            answer = _query(U(state), h, self._tables, self._rows, self._work)
            if answer >= 0:
                return bool(answer)
            self._pace.adapt(int(self._counters[1]) - nodes, monotonic() - began)
            self._end_slice(clock)

    def is_zero(self, state: int, clock: Clock) -> bool:
        """Return whether the player to move loses the compact position."""
        return self.is_value(state, 0, clock)

    def grundy(self, state: int, clock: Clock) -> int:
        """Return the nim-value of a compact position: the xor of its components'."""
        total = 0
        for part in self.enc.split(state):
            h = 0
            while not self.is_value(part, h, clock):
                h += 1
            total ^= h
        return total

    def _end_slice(self, clock: Clock) -> None:
        """Check the deadline, then grow the table if it is nearly full and time allows."""
        clock.check()
        if self._counters[0] * 5 > len(self._rows) * 3:
            if self._counters[0] > MOVED_PER_SECOND * clock.left:
                raise OutOfTimeError
            self._grow()

    def _grow(self) -> None:
        if 2 * len(self._rows) > MOST_ROWS:
            raise OutOfTimeError  # out of memory rather than time
        old, self._rows = self._rows, np.zeros((2 * len(self._rows), 2), dtype=U)
        _rehash(old, self._rows)

    def __len__(self) -> int:
        return int(self._counters[0])

    @property
    def bytes_held(self) -> int:
        """Size of the table, in bytes."""
        return int(self._rows.nbytes)

    def facts(self) -> tuple[array[int], array[int]]:
        """Return all facts: components, and the set of values each may still have."""
        used = self._rows[self._rows[:, 0] != ZERO]
        return array("Q", used[:, 0].tobytes()), array("Q", used[:, 1].tobytes())

    def learn(self, components: array[int], values: array[int]) -> None:
        """Add facts that `facts` returned."""
        while len(components) * 5 > len(self._rows) * 3:
            self._grow()
        old = np.stack([np.array(components, dtype=U), np.array(values, dtype=U)], axis=1)
        _rehash(old, self._rows)
        self._counters[0] += len(components)


def warm() -> None:
    """Call every compiled function once, to load or compile it."""
    enc, facts = encoding(2, 6), (array("Q", [1]), array("Q", [1]))
    search = CompiledSearch(enc)
    search.is_zero(enc.encode(span(2, 6)), Clock())
    search.learn(*facts)
