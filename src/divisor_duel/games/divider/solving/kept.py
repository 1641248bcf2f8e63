"""Facts about long lists, kept in a folder that the engine's owner chose, to be found only once.

A file holds the components of positions and, for each, the set of nim-values
it may still have: two columns of 64-bit numbers. What the numbers mean depends on
how positions are encoded, so a file begins with a fingerprint of that. It is only
ever an aid: one that is missing, damaged or of another encoding is as good as none.
"""

from __future__ import annotations

import contextlib
import zlib
from array import array
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

from divisor_duel.files import FileLimit, read_bounded, write_whole
from divisor_duel.games.divider.solving.columns import Encoding

FEWEST = 20_000
MOST = 4_000_000
FACTS_FILE = FileLimit(80_000_000, "delete it, and the engine writes a new one")
"""`MOST` pairs of 8-byte numbers, compressed or not."""
_HEAD = b"divisor-duel facts 2\n"

Facts: TypeAlias = "tuple[array[int], array[int]]"


def fingerprint(enc: Encoding) -> bytes:
    """A short text that differs wherever facts about positions would mean something else."""
    tables = (enc.low, enc.high, enc.core, enc.types, enc.up, enc.cut, enc.own, enc.small)
    return blake2b(repr(tables).encode(), digest_size=16).hexdigest().encode() + b"\n"


def kept_facts(folder: Path, enc: Encoding) -> Facts | None:
    """What was kept about a list, if anything usable was."""
    with contextlib.suppress(OSError, ValueError, zlib.error):
        head, data = _HEAD + fingerprint(enc), read_bounded(_file(folder, enc), FACTS_FILE)
        if data.startswith(head):
            unpacking = zlib.decompressobj()
            numbers = array("Q", unpacking.decompress(data[len(head) :], 16 * MOST + 1))
            if not unpacking.eof:  # cut off, or more than `MOST` facts
                return None
            half = len(numbers) // 2
            if numbers and len(numbers) % 2 == 0 and all(numbers[half:]):
                return numbers[:half], numbers[half:]
    return None


def keep_facts(folder: Path, enc: Encoding, components: array[int], values: array[int]) -> None:
    """Keep facts about a list; a full disk only costs time later."""
    if len(components) > MOST:
        return
    data = _HEAD + fingerprint(enc) + zlib.compress((components + values).tobytes(), 1)
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(_file(folder, enc), data)


def _file(folder: Path, enc: Encoding) -> Path:
    return folder / f"divider-{enc.low}-{enc.high}.facts"
