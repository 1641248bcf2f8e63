"""Maximum matchings on boards of two 64-bit words, compiled (numba).

The same as `matching` does for boards of any size: grow an alternating tree from every
number without a partner; where that finds no better matching the tree stays, and the
numbers in it that can be left out make up D. Blossoms are contracted by giving all their
numbers one base.
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np

from divisor_duel.games.chain.solving.boards import (
    MOST,
    ZERO,
    along,
    compiled,
    has,
    lowest,
    without,
)


@compiled
def _meeting(one: Any, other: Any, mate: Any, parent: Any, base: Any, seen: Any) -> Any:
    """The base where the ways of two outer numbers to their root meet."""
    seen[:] = False
    while True:
        one = base[one]
        seen[one] = True
        if mate[one] < 0:
            break
        one = parent[mate[one]]
    while True:
        other = base[other]
        if seen[other]:
            return other
        other = parent[mate[other]]


@compiled
def _fold(number: Any, child: Any, top: Any, mate: Any, parent: Any, base: Any, seen: Any) -> None:
    """Mark the bases from `number` down to `top`, and point their parents round the blossom."""
    while base[number] != top:
        seen[base[number]] = True
        seen[base[mate[number]]] = True
        parent[number] = child
        child = mate[number]
        number = parent[mate[number]]


@compiled
def _grow(root: Any, low: Any, high: Any, near: Any, mate: Any, work: Any) -> Any:
    """One tree in the numbers low, high: (found, outer numbers, inner numbers), two words each.

    With a better matching found it is taken over into `mate`.
    """
    parent, base, queue, seen = work
    parent[:] = -1
    for i in range(base.shape[0]):
        base[i] = i
    outer_low, outer_high = along(ZERO, ZERO, root)
    inner_low, inner_high = ZERO, ZERO
    queue[0], head, tail = root, 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        a, b = near[here, 0] & low, near[here, 1] & high
        while a | b != ZERO:
            there = lowest(a, b)
            a, b = without(a, b, there)
            if base[here] == base[there] or mate[here] == there:
                continue
            if has(outer_low, outer_high, there):
                top = _meeting(here, there, mate, parent, base, seen)
                seen[:] = False
                _fold(here, there, top, mate, parent, base, seen)
                _fold(there, here, top, mate, parent, base, seen)
                c, d = outer_low | inner_low, outer_high | inner_high
                while c | d != ZERO:
                    i = lowest(c, d)
                    c, d = without(c, d, i)
                    if seen[base[i]]:
                        base[i] = top
                        if not has(outer_low, outer_high, i):
                            outer_low, outer_high = along(outer_low, outer_high, i)
                            queue[tail] = i
                            tail += 1
            elif parent[there] < 0:
                parent[there] = here
                if mate[there] < 0:
                    while there >= 0:
                        before = parent[there]
                        after = mate[before]
                        mate[there], mate[before] = before, there
                        there = after
                    return True, ZERO, ZERO, ZERO, ZERO
                inner_low, inner_high = along(inner_low, inner_high, there)
                other = mate[there]
                outer_low, outer_high = along(outer_low, outer_high, other)
                queue[tail] = other
                tail += 1
    return False, outer_low, outer_high, inner_low & ~outer_low, inner_high & ~outer_high


@compiled
def decompose(low: Any, high: Any, near: Any, known: Any, mate: Any, work: Any) -> Any:
    """D of a board, two words; `mate` becomes a maximum matching, begun from the pairs `known`."""
    mate[:] = -1
    a, b = low, high
    lone_low, lone_high = ZERO, ZERO
    while a | b != ZERO:
        i = lowest(a, b)
        a, b = without(a, b, i)
        if known[i] >= 0 and has(low, high, known[i]):
            mate[i] = known[i]
        else:
            lone_low, lone_high = along(lone_low, lone_high, i)
    d_low, d_high = ZERO, ZERO
    while lone_low | lone_high != ZERO:
        root = lowest(lone_low, lone_high)
        lone_low, lone_high = without(lone_low, lone_high, root)
        if mate[root] >= 0:
            continue
        found, out_low, out_high, in_low, in_high = _grow(root, low, high, near, mate, work)
        if not found:
            d_low |= out_low
            d_high |= out_high
            low &= ~(out_low | in_low)
            high &= ~(out_high | in_high)
    return d_low, d_high


def scratch() -> tuple[Any, ...]:
    """Room for one tree."""
    return (
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.bool_),
    )
