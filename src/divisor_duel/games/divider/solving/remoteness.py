"""Remoteness of small positions: plies left if winner hurries and loser delays.

Cancelling (R2) changes how long play lasts, so here columns are COUNTED, not
reduced to parities: a position is (core numbers, how many primes have each
multiplier set). That only relabels primes (R1, R3 of `columns`): it is
an isomorphism of the whole game, hence exact for remoteness.

A won position takes 1 + the least over its winning moves only; a lost one
1 + the greatest over all moves. Instead of the full recursion we ask "is it
over within r plies?" for growing r, and store proved bounds per position. The
first bound: a number without divisors in the list goes only when a player takes
it, so play lasts at least as many plies as there are such numbers.
"""

from __future__ import annotations

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.games.divider.solving.columns import Encoding, bits
from divisor_duel.games.divider.solving.search import PlainSearch

_FIELD = 6  # bits per count: fewer than 64 primes share a set

MOST_POSITIONS = 1_000_000
"""Limit on the positions with stored bounds."""


class Remoteness:
    """Remoteness of the positions of one list; shares the memory of its search."""

    def __init__(self, enc: Encoding, search: PlainSearch) -> None:
        self.enc, self._search = enc, search
        self._core = len(self.enc.core)
        self._bounds: dict[int, tuple[int, int]] = {}
        self._kids: dict[int, list[int]] = {}
        self._lost: dict[int, bool] = {0: True}
        self._roots = sum(1 << root for root in self.enc.roots)

    def __len__(self) -> int:
        return len(self._bounds) + len(self._kids) + len(self._lost)

    def value(self, mask: int, clock: Clock) -> int:
        """Return the plies to the end of the game from a mask of numbers, all above 1."""
        state = self._encode(mask)
        plies = self._first_bound(state, clock)
        while not self._within(state, plies, clock):
            plies += 2
        return plies

    def _unit(self, type_bit: int) -> int:
        """Return one column of a type, as a number to add to a counted position."""
        if not type_bit:
            return 0
        return 1 << (self._core + _FIELD * (type_bit.bit_length() - 1 - self._core))

    def _encode(self, mask: int) -> int:
        enc, state = self.enc, 0
        for k, i in enc.core_index.items():
            state |= (mask >> k & 1) << i
        for p in enc.column_primes:
            column = sum(1 << m for m in range(1, enc.high // p + 1) if mask >> (p * m) & 1)
            state += self._unit(enc.type_bit[column])
        return self._normal(state)

    def _counts(self, state: int) -> list[tuple[int, int]]:
        """Return (type index, count) for the columns of a counted position."""
        columns, t, out = state >> self._core, 0, []
        while columns:
            many = columns & ((1 << _FIELD) - 1)
            if many:
                out.append((t, many))
            columns >>= _FIELD
            t += 1
        return out

    def _parity(self, state: int) -> int:
        """Return the compact position, after cancelling, which decides who wins."""
        compact = state & self.enc.core_mask
        for t, many in self._counts(state):
            compact |= (many & 1) << (self._core + t)
        return compact

    def _normal(self, state: int) -> int:
        """Apply R3 with counts: turn a small prime without squares into a column."""
        shadow = state & self.enc.core_mask
        for t, _ in self._counts(state):
            shadow |= 1 << (self._core + t)
        for touched, bar, pure in self.enc.small:
            part = shadow & touched
            if part and not shadow & bar and part in pure:
                shadow ^= part
                shadow |= pure[part]
                state += self._unit(pure[part]) - part
        return state

    def _moves(self, state: int) -> list[int]:
        """Return the distinct positions one move away."""
        enc, counts = self.enc, self._counts(state)
        core, out = state & enc.core_mask, []
        for c in bits(core):
            rest = core & ~enc.up[c]
            for t, many in counts:
                rest += many * self._unit(enc.cut[c][t])
            out.append(self._normal(rest))
        for t, _ in counts:
            own = 1 << (self._core + t)
            for change in enc.own[t]:
                rest = state - self._unit(own) + self._unit(change ^ own)
                out.append(self._normal(rest))
        return list(dict.fromkeys(out))

    def _is_lost(self, state: int, clock: Clock) -> bool:
        lost = self._lost.get(state)
        if lost is None:
            compact = self.enc.normal(self._parity(state))
            lost = self._lost[state] = self._search.is_zero(compact, clock)
        return lost

    def _first_bound(self, state: int, clock: Clock) -> int:
        """Return a lower bound on the remoteness, with the parity that it must have."""
        least = (state & self._roots).bit_count()
        least += sum(many for t, many in self._counts(state) if self.enc.types[t] & 2)
        return least + (least + (not self._is_lost(state, clock))) % 2  # won: odd, lost: even

    def _useful_moves(self, state: int, clock: Clock) -> list[int]:
        """Return the moves that decide a position, the likeliest to do so first.

        These are the winning moves of a won position and all moves of a lost one.
        """
        kids = self._kids.get(state)
        if kids is None:
            kids = self._moves(state)
            lost = self._is_lost(state, clock)
            if not lost:
                kids = [kid for kid in kids if self._is_lost(kid, clock)]
            kids.sort(key=lambda kid: self._first_bound(kid, clock), reverse=lost)
            self._kids[state] = kids
        return kids

    def _within(self, state: int, plies: int, clock: Clock) -> bool:
        """Return whether the winner can end the game within `plies`."""
        if state == 0:
            return True
        bounds = self._bounds.get(state)
        if bounds is None:
            bounds = self._bounds[state] = (self._first_bound(state, clock), 999)
        least, most = bounds
        if plies < least or plies >= most:
            return plies >= most
        clock.tick()
        if len(self._bounds) > MOST_POSITIONS:
            raise OutOfTimeError  # out of memory rather than time
        check = all if self._is_lost(state, clock) else any
        kids = self._useful_moves(state, clock)
        done = check(self._within(kid, plies - 1, clock) for kid in kids)
        self._bounds[state] = (least, plies) if done else (plies + 2, most)
        return done
