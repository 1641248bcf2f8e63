"""The nim-values of all positions of 2..n, compiled (numba), for `openings`.

`search` asks only for what decides a game. Here each connected position is solved once,
from all its moves, and stored in one open-addressing table; a row is one 64-bit word, the
position above its nim-value. Taking n from 2..n leaves 2..n-1, so the table of a list
holds all shorter lists as well. A row is written when it is proved and never changes,
so stopping half-way loses only the unfinished positions.
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from divisor_duel.engine.clock import Clock
from divisor_duel.engine.compiled import jit
from divisor_duel.games.divider.solving.columns import Encoding, encoding
from divisor_duel.games.divider.solving.compiled_search import (
    ONE,
    ZERO,
    U,
    first_part,
    hash_of,
    kernel_tables,
    lowest,
    moves,
)

VALUE_BITS = 6
"""Bits of a nim-value in a row; it was below 64 in every list tried."""

_DEPTH = 130  # every level of the search removes a number
_SLICE = 2_000_000  # rows between two calls of `pause`
_SHIFT = U(VALUE_BITS)
_HALF = U(32)
_CHUNK = 1 << 24  # rows written to or read from a file at a time
_VALUE = U((1 << VALUE_BITS) - 1)


@jit
def _row(part: Any, rows: Any) -> Any:
    """Return the row of a connected position, or the empty row where it belongs.

    Rows are sorted by hash, whatever the size of the table, so a table is copied into a larger
    one from front to back.
    """
    size = U(rows.shape[0])
    i = (hash_of(part) >> _HALF) * size >> _HALF
    while rows[i] != ZERO and rows[i] >> _SHIFT != part:
        i += ONE
        if i == size:
            i = ZERO
    return i


@jit
def _move_rows(old: Any, new: Any) -> None:
    for i in range(old.shape[0]):
        if old[i] != ZERO:
            new[_row(old[i] >> _SHIFT, new)] = old[i]


@jit
def _is_full(used: Any, rows: Any) -> Any:
    return used * 5 > rows.shape[0] * 4


@jit
def _sum(state: Any, tables: Any, rows: Any) -> Any:
    """Return (nim-value of a position, 0), or (0, a component with unknown value)."""
    total = ZERO
    while state != ZERO:
        part = first_part(state, tables)
        state ^= part
        row = rows[_row(part, rows)]
        if row == ZERO:
            return ZERO, part
        total ^= row & _VALUE
    return total, ZERO


@jit
def _solve(state: Any, budget: Any, tables: Any, rows: Any, used: Any, work: Any) -> Any:
    """Return the nim-value; -1 if out of budget or room, -2 if a value does not fit."""
    frames, reached, kids = work
    while True:
        total, part = _sum(state, tables, rows)
        if part == ZERO:
            return np.int64(total)
        top = 0
        frames[0, 0] = part
        frames[0, 1] = moves(part, tables, kids[0])
        reached[0] = ZERO
        while top >= 0:
            unknown = ZERO
            k = frames[top, 1]
            while k > ZERO:
                total, unknown = _sum(kids[top, k - ONE], tables, rows)
                if unknown != ZERO:
                    break
                reached[top] |= ONE << total
                k -= ONE
            frames[top, 1] = k
            if unknown != ZERO:
                top += 1
                frames[top, 0] = unknown
                frames[top, 1] = moves(unknown, tables, kids[top])
                reached[top] = ZERO
                continue
            if reached[top] == ~ZERO:
                return -2
            part = frames[top, 0]
            rows[_row(part, rows)] = part << _SHIFT | U(lowest(~reached[top]))
            used[0] += 1
            budget -= 1
            top -= 1
            if budget <= 0 or _is_full(used[0], rows):
                return -1


class NimTable:
    """The nim-values of all positions that play on one list can reach."""

    def __init__(self, enc: Encoding, gigabytes: float = 9.0, file: Path | None = None) -> None:
        """Limit the table to `gigabytes`; load it from `file`, and save it there."""
        if enc.width + VALUE_BITS > 64:
            raise ValueError(f"positions of {enc.low}..{enc.high} do not fit in 64 bits")
        self.enc = enc
        self._tables = kernel_tables(enc)
        moves = 64 + sum(map(len, enc.own))
        self._work = np.zeros((_DEPTH, 2), U), np.zeros(_DEPTH, U), np.zeros((_DEPTH, moves), U)
        self._used = np.zeros(1, np.int64)
        self._most = min(int(gigabytes * 1e9) // 8, (1 << 32) - 1)
        self._rows = np.zeros(1 << 12, U)
        self._file = file
        if file and file.exists():
            self._load(file)

    def __len__(self) -> int:
        return int(self._used[0])

    @property
    def gigabytes(self) -> float:
        """The size of the table."""
        return self._rows.nbytes / 1e9

    def nim_value(self, left: int, pause: Callable[[], None] = lambda: None) -> int:
        """Return the nim-value of a mask that play can leave; call `pause` often.

        MemoryError if the table is full and cannot grow.
        """
        state = U(self.enc.encode(left))
        while True:
            value = _solve(state, _SLICE, self._tables, self._rows, self._used, self._work)
            if value >= 0:
                return int(value)
            if value == -2:
                raise OverflowError("a nim-value does not fit")
            pause()
            if _is_full(self._used[0], self._rows):
                self._grow()

    def is_lost(self, left: int, clock: Clock) -> bool:
        """Return whether the player to move loses."""
        return self.nim_value(left, clock.check) == 0

    def _grow(self) -> None:
        rows = min(2 * len(self._rows), self._most)
        if rows == len(self._rows):
            raise MemoryError
        if self._file:  # through the file, so that two tables are never in memory
            self.save()
            self._rows, self._used[0] = np.zeros(0, U), 0
            self._load(self._file, rows)
        else:
            old, self._rows = self._rows, np.zeros(rows, U)
            _move_rows(old, self._rows)

    def save(self) -> None:
        """Save the table, without its empty rows, if it has a file and is not being read."""
        if self._file is None or not len(self):
            return
        partial = self._file.with_suffix(".part")
        with partial.open("wb") as stream:
            np.save(stream, np.array([self.enc.low, self.enc.high, len(self)]))
            for begin in range(0, len(self._rows), _CHUNK):
                rows = self._rows[begin : begin + _CHUNK]
                rows[rows != ZERO].tofile(stream)
        partial.replace(self._file)

    @classmethod
    def load(cls, file: Path) -> NimTable:
        """Return the table saved in `file`, for the list that the file names."""
        with file.open("rb") as stream:
            low, high, rows = np.load(stream).tolist()
        return cls(encoding(low, high), max(rows * 1.1e-8, 1.0), file)

    def _load(self, file: Path, room: int = 0) -> None:
        """Load a saved table; ValueError if it is of another list, whose bits differ."""
        with file.open("rb") as stream:
            low, high, used = np.load(stream).tolist()
            if (low, high) != (self.enc.low, self.enc.high):
                raise ValueError(
                    f"{file} is a table of {low}..{high}, not of {self.enc.low}..{self.enc.high}"
                )
            if used >= self._most:
                raise MemoryError
            room = max(room, 1 << 12)
            while used * 5 > room * 4:
                room *= 2
            rows = np.zeros(min(room, self._most), U)
            while len(chunk := np.fromfile(stream, U, _CHUNK)):
                _move_rows(chunk, rows)
        self._rows, self._used[0] = rows, used
