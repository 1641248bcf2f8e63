"""Maximum matchings on boards of two 64-bit words, compiled (numba).

This does what `matching` does for boards of any size: grow an alternating tree from every
number without a partner. If a tree finds no larger matching it stays, and its outer numbers
are part of D. A blossom is contracted by giving all its numbers one base.
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np

from divisor_duel.engine.compiled import jit
from divisor_duel.games.chain.solving.compiled_boards import (
    MAX_NUMBERS,
    ZERO,
    has,
    lowest,
    with_number,
    without,
)


@jit
def _lowest_common_ancestor(
    one: Any, other: Any, mate: Any, parent: Any, base: Any, seen: Any
) -> Any:
    """Return the base where the paths of two outer numbers to their root meet."""
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


@jit
def _fold(number: Any, child: Any, top: Any, mate: Any, parent: Any, base: Any, seen: Any) -> None:
    """Mark the bases from `number` down to `top`, and turn parents round the blossom."""
    while base[number] != top:
        seen[base[number]] = True
        seen[base[mate[number]]] = True
        parent[number] = child
        child = mate[number]
        number = parent[mate[number]]


@jit
def _grow(root: Any, low: Any, high: Any, near: Any, mate: Any, work: Any) -> Any:
    """Grow one tree: return whether it augmented, and its outer and inner numbers.

    `low` and `high` are the words of the board; both sets are two words as well. If the tree
    finds a larger matching, `mate` becomes that matching and the sets are empty.
    """
    parent, base, queue, seen = work
    parent[:] = -1
    for i in range(base.shape[0]):
        base[i] = i
    outer_low, outer_high = with_number(ZERO, ZERO, root)
    inner_low, inner_high = ZERO, ZERO
    queue[0], head, tail = root, 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        a, b = near[number, 0] & low, near[number, 1] & high
        while a | b != ZERO:
            neighbour = lowest(a, b)
            a, b = without(a, b, neighbour)
            if base[number] == base[neighbour] or mate[number] == neighbour:
                continue
            if has(outer_low, outer_high, neighbour):
                top = _lowest_common_ancestor(number, neighbour, mate, parent, base, seen)
                seen[:] = False
                _fold(number, neighbour, top, mate, parent, base, seen)
                _fold(neighbour, number, top, mate, parent, base, seen)
                c, d = outer_low | inner_low, outer_high | inner_high
                while c | d != ZERO:
                    i = lowest(c, d)
                    c, d = without(c, d, i)
                    if seen[base[i]]:
                        base[i] = top
                        if not has(outer_low, outer_high, i):
                            outer_low, outer_high = with_number(outer_low, outer_high, i)
                            queue[tail] = i
                            tail += 1
            elif parent[neighbour] < 0:
                parent[neighbour] = number
                if mate[neighbour] < 0:
                    end = neighbour
                    while end >= 0:
                        before = parent[end]
                        after = mate[before]
                        mate[end], mate[before] = before, end
                        end = after
                    return True, ZERO, ZERO, ZERO, ZERO
                inner_low, inner_high = with_number(inner_low, inner_high, neighbour)
                partner = mate[neighbour]
                outer_low, outer_high = with_number(outer_low, outer_high, partner)
                queue[tail] = partner
                tail += 1
    return False, outer_low, outer_high, inner_low & ~outer_low, inner_high & ~outer_high


@jit
def decompose(low: Any, high: Any, near: Any, known: Any, mate: Any, work: Any) -> Any:
    """Return D of a board, as two words.

    `mate` becomes a maximum matching, built from the pairs in `known`.
    """
    mate[:] = -1
    a, b = low, high
    lone_low, lone_high = ZERO, ZERO
    while a | b != ZERO:
        i = lowest(a, b)
        a, b = without(a, b, i)
        if known[i] >= 0 and has(low, high, known[i]):
            mate[i] = known[i]
        else:
            lone_low, lone_high = with_number(lone_low, lone_high, i)
    d_low, d_high = ZERO, ZERO
    while lone_low | lone_high != ZERO:
        root = lowest(lone_low, lone_high)
        lone_low, lone_high = without(lone_low, lone_high, root)
        if mate[root] >= 0:
            continue
        found, outer_low, outer_high, inner_low, inner_high = _grow(
            root, low, high, near, mate, work
        )
        if not found:
            d_low |= outer_low
            d_high |= outer_high
            low &= ~(outer_low | inner_low)
            high &= ~(outer_high | inner_high)
    return d_low, d_high


def work_arrays() -> tuple[Any, ...]:
    """Return the work arrays for one tree: parents, bases, queue and marks."""
    return (
        np.zeros(MAX_NUMBERS, np.int64),
        np.zeros(MAX_NUMBERS, np.int64),
        np.zeros(MAX_NUMBERS, np.int64),
        np.zeros(MAX_NUMBERS, np.bool_),
    )
