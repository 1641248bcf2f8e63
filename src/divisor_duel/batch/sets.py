"""Sets of numbers for many games at once; bit k of word w is the number 64 w + k.

An array of sets has one row for each word and one column for each game, so that
operations run along contiguous memory; a pool up to 63 is a single row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

BITS = 64
_WORD = np.uint64
_ONE = _WORD(1)
_EACH_BYTE = _WORD(0x0101010101010101)
_HIGH_BITS = _WORD(0x8080808080808080)
_ALL_BUT = ~(_ONE << np.arange(BITS, dtype=_WORD))
"""Entry k has every bit except bit k."""
_BYTE_STARTS = np.array([0, 8, 16, 24, 32, 40, 48, 56, 0], _WORD)
"""Where each byte starts; the ninth entry is for an empty word, which has no byte to find."""


def pack(masks: list[int]) -> Words:
    """Return integer masks as an array of sets, one column for each."""
    count = max(1, -(-max(mask.bit_length() for mask in masks) // BITS))
    data = b"".join(mask.to_bytes(8 * count, "little") for mask in masks)
    return np.ascontiguousarray(np.frombuffer(data, "<u8").reshape(-1, count).T.astype(_WORD))


def mask_of(words: Words) -> int:
    """Return one set as an integer mask, the inverse of `pack`."""
    return int.from_bytes(words.astype("<u8").tobytes(), "little")


def gather(table: Words, columns: Numbers) -> Words:
    """Return the sets in these columns of `table`, one for each game."""
    return table.take(columns, axis=1)


def bits(sets: Words, length: int) -> NDArray[np.uint8]:
    """Return a row for each game, with ones at the numbers in its set."""
    data = np.ascontiguousarray(sets.T).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(data, axis=1, count=length, bitorder="little")


def contains(sets: Words, numbers: Numbers) -> Flags:
    """Return whether each game's set contains its number, which must be in range."""
    places = numbers.view(_WORD)
    if len(sets) == 1:
        word = sets[0]
    else:
        word = sets[numbers >> 6, np.arange(len(numbers))]
        places = places & _WORD(63)
    contained: Flags = ((word >> places) & _ONE).astype(np.bool_)
    return contained


def remove(sets: Words, numbers: Numbers) -> None:
    """Remove each game's number from its set, in place; 0 is in no set."""
    if len(sets) == 1:
        sets[0] &= _ALL_BUT.take(numbers)
    else:
        row, column = numbers >> 6, np.arange(len(numbers))
        sets[row, column] &= ~(_ONE << (numbers & 63).view(_WORD))


def are_empty(sets: Words) -> Flags:
    """Return whether each game's set is empty."""
    empty: Flags = sets[0] == 0
    for word in sets[1:]:
        empty &= word == 0
    return empty


def pick(sets: Words, chances: NDArray[np.float64]) -> Numbers:
    """Return a member of each game's set, or 0 if the set is empty.

    `chances` are random numbers in [0, 1); uniform ones make all members equally likely.
    """
    if len(sets) == 1:
        rank = (chances * np.bitwise_count(sets[0])).astype(np.int64)
        return _member(sets[0], _counts_by_byte(sets[0]), rank.view(_WORD))
    counts = np.bitwise_count(sets).cumsum(axis=0, dtype=np.int64)
    rank = (chances * counts[-1]).astype(np.int64)
    row = np.minimum((counts <= rank).sum(axis=0), len(sets) - 1)
    column = np.arange(len(row))
    rank -= np.where(row > 0, counts[row - 1, column], 0)
    word = sets[row, column]
    member = _member(word, _counts_by_byte(word), rank.view(_WORD)) + BITS * row
    return np.where(counts[-1] > 0, member, 0)


def _counts_by_byte(word: Words) -> Words:
    """Return running counts: byte b is the number of members in bytes 0 to b."""
    counts: Words = np.bitwise_count(np.ascontiguousarray(word).view(np.uint8)).view(_WORD)
    counts *= _EACH_BYTE
    return counts


def _member(word: Words, counts: Words, rank: Words) -> Numbers:
    """Return the member with `rank` members below it, or 0 if the word is empty.

    One subtraction compares all eight bytes with the rank, each borrowing from its own
    high bit; a table then finds the member within its byte.
    """
    passed = ((rank * _EACH_BYTE | _HIGH_BITS) - counts) & _HIGH_BITS
    shift = _BYTE_STARTS.take(np.bitwise_count(passed))
    below = (counts << _WORD(8)) >> shift  # its lowest byte; no other bit matters
    byte = (word >> shift) & _WORD(255)
    index = ((byte << _WORD(3)) | (rank - below) & _WORD(7)).view(np.int64)
    member: Numbers = _PLACES.take(index) + shift.view(np.int64)
    return member


def _places() -> Numbers:
    """Return a table: entry 8 b + r is the bit of byte b with r set bits below it."""
    table = np.zeros(256 * 8, np.int64)
    for byte in range(256):
        for rank, place in enumerate(place for place in range(8) if byte >> place & 1):
            table[8 * byte + rank] = place
    return table


_PLACES = _places()
