"""Boards of up to 128 numbers as two 64-bit words, compiled (numba).

Bit i of the first word is number i, bit i of the second is number 64 + i. `near[i]` is the
board of the neighbours of number i.
"""

# mypy: disable-error-code="misc, no-any-return, no-untyped-call, untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np

from divisor_duel.engine.compiled import jit

U = np.uint64
ONE, ZERO = U(1), U(0)
MAX_NUMBERS = 128
"""How many numbers fit on a board."""

FOREVER = 255
"""More plies than any game has."""


@jit
def count(word: Any) -> Any:
    """Return the number of set bits."""
    word = word - ((word >> ONE) & U(0x5555555555555555))
    word = (word & U(0x3333333333333333)) + ((word >> U(2)) & U(0x3333333333333333))
    word = (word + (word >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * U(0x0101010101010101)) >> U(56))


@jit
def lowest(low: Any, high: Any) -> Any:
    """Return the lowest number of a board that is not empty."""
    if low != ZERO:
        return count((low & (~low + ONE)) - ONE)
    return 64 + count((high & (~high + ONE)) - ONE)


@jit
def has(low: Any, high: Any, number: Any) -> Any:
    """Return whether a number is on a board."""
    if number < 64:
        return low >> U(number) & ONE != ZERO
    return high >> U(number - 64) & ONE != ZERO


@jit
def without(low: Any, high: Any, number: Any) -> Any:
    """Return a board without one number."""
    if number < 64:
        return low & ~(ONE << U(number)), high
    return low, high & ~(ONE << U(number - 64))


@jit
def with_number(low: Any, high: Any, number: Any) -> Any:
    """Return a board with one more number."""
    if number < 64:
        return low | ONE << U(number), high
    return low, high | ONE << U(number - 64)


@jit
def remove_traps(live: Any, exits: Any, suspects: Any, near: Any) -> Any:
    """Remove traps, like `RemotenessSearch._remove_traps`; boards are pairs of words."""
    live_low, live_high = live
    exit_low, exit_high = exits
    a, b = suspects[0] & live_low & ~exit_low, suspects[1] & live_high & ~exit_high
    while a | b != ZERO:
        dead_end = lowest(a, b)
        a, b = without(a, b, dead_end)
        c, d = near[dead_end, 0] & live_low, near[dead_end, 1] & live_high
        if count(c) + count(d) == 1:
            trap = lowest(c, d)
            live_low, live_high = without(live_low & ~c, live_high & ~d, dead_end)
            exit_low |= near[trap, 0]
            exit_high |= near[trap, 1]
            a &= live_low & ~exit_low
            b &= live_high & ~exit_high
    return (live_low, live_high), (exit_low, exit_high)


@jit
def shortest_win(live: Any, exits: Any, last: Any, near: Any) -> Any:
    """Return how soon a number without live neighbours wins: in 1, 3 or FOREVER plies."""
    shortest = FOREVER
    a, b = near[last, 0] & live[0], near[last, 1] & live[1]
    while a | b != ZERO:
        move = lowest(a, b)
        a, b = without(a, b, move)
        if near[move, 0] & live[0] | near[move, 1] & live[1] == ZERO:
            if not has(exits[0], exits[1], move):
                return 1
            shortest = 3  # the loser must spring a trap, the winner answers
    return shortest


@jit
def wins_in_three(live: Any, exits: Any, last: Any, near: Any, partners: Any) -> Any:
    """Return whether the winner has a v after which every answer w loses to some u.

    Such a u has no live neighbours except w and perhaps v.
    """
    single_low, single_high, twice_low, twice_high = ZERO, ZERO, ZERO, ZERO
    partners[:] = ZERO
    a, b = live[0] & ~exits[0], live[1] & ~exits[1]
    while a | b != ZERO:
        u = lowest(a, b)
        a, b = without(a, b, u)
        c, d = near[u, 0] & live[0], near[u, 1] & live[1]
        size = count(c) + count(d)
        if size == 1:
            twice_low |= c & single_low
            twice_high |= d & single_high
            single_low |= c
            single_high |= d
        elif size == 2:
            v = lowest(c, d)
            e, f = without(c, d, v)
            w = lowest(e, f)
            partners[v, 0] |= e
            partners[v, 1] |= f
            if v < 64:
                partners[w, 0] |= ONE << U(v)
            else:
                partners[w, 1] |= ONE << U(v - 64)
    a, b = near[last, 0] & live[0], near[last, 1] & live[1]
    while a | b != ZERO:
        v = lowest(a, b)
        a, b = without(a, b, v)
        c, d = near[v, 0] & live[0], near[v, 1] & live[1]
        if count(c) + count(d) == 1 and not has(exits[0], exits[1], v):  # v itself is single
            c, d = c & ~twice_low, d & ~twice_high
        else:
            c, d = c & ~single_low, d & ~single_high
        if c & ~partners[v, 0] | d & ~partners[v, 1] == ZERO:
            return True
    return False


@jit
def reachable(outer: Any, both: Any, last: Any, near: Any) -> Any:
    """Return the numbers that play can still reach: from D to A or D, from A to D."""
    seen_low, seen_high = near[last, 0] & outer[0], near[last, 1] & outer[1]
    a, b = seen_low, seen_high
    while a | b != ZERO:
        number = lowest(a, b)
        a, b = without(a, b, number)
        if has(outer[0], outer[1], number):
            c, d = near[number, 0] & both[0] & ~seen_low, near[number, 1] & both[1] & ~seen_high
        else:
            c, d = near[number, 0] & outer[0] & ~seen_low, near[number, 1] & outer[1] & ~seen_high
        seen_low |= c
        seen_high |= d
        a |= c
        b |= d
    return seen_low, seen_high


@jit
def neighbours(board: Any, near: Any) -> Any:
    """Return all neighbours of the numbers of a board."""
    low, high = ZERO, ZERO
    a, b = board
    while a | b != ZERO:
        number = lowest(a, b)
        a, b = without(a, b, number)
        low |= near[number, 0]
        high |= near[number, 1]
    return low, high


@jit
def order_moves(live: Any, choice: Any, best: Any, near: Any, moves: Any, keys: Any) -> Any:
    """Write the numbers of `choice` into `moves` and return how many there are.

    `best` comes first, then the numbers that leave the fewest answers.
    """
    total = 0
    a, b = choice
    while a | b != ZERO:
        move = lowest(a, b)
        a, b = without(a, b, move)
        key = count(near[move, 0] & live[0]) + count(near[move, 1] & live[1])
        if move == best:
            key = -1
        j = total
        while j > 0 and keys[j - 1] > key:
            keys[j], moves[j] = keys[j - 1], moves[j - 1]
            j -= 1
        keys[j], moves[j] = key, move
        total += 1
    return total
