"""Facts about long lists, cached in a folder that the engine's owner chose.

A file holds the components of positions and, for each, the set of nim-values
it may still have: two columns of 64-bit numbers. What the numbers mean depends on
how positions are encoded, so a file begins with a fingerprint of the encoding. It ends
with a checksum of the numbers, which version 0.1.0 did not write. A file that is missing,
damaged or of another encoding is ignored: it only saves time.
"""

from __future__ import annotations

import contextlib
import zlib
from array import array
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

from divisor_duel.files import FileLimit, read_bounded, write_atomic
from divisor_duel.games.divider.solving.columns import Encoding

FEWEST_SAVED = 20_000
"""With fewer components known, nothing is saved."""

MOST = 4_000_000
"""Most components in a file."""

FACTS_FILE = FileLimit(80_000_000, "delete it, and the engine writes a new one")
"""Room for `MOST` pairs of 8-byte numbers, compressed or not."""

_HEAD = b"divisor-duel facts 2\n"

Facts: TypeAlias = "tuple[array[int], array[int]]"
"""Components, and for each the bit set of the nim-values it may still have."""


def fingerprint(enc: Encoding) -> bytes:
    """Return a hash of the encoding: facts with the same hash mean the same."""
    tables = (enc.low, enc.high, enc.core, enc.types, enc.up, enc.cut, enc.own, enc.small)
    return blake2b(repr(tables).encode(), digest_size=16).hexdigest().encode() + b"\n"


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).hexdigest().encode()


def load_facts(folder: Path, enc: Encoding) -> Facts | None:
    """Return the facts saved about a list, or None if there are no usable ones."""
    with contextlib.suppress(OSError, ValueError, zlib.error):
        head, data = _HEAD + fingerprint(enc), read_bounded(_file(folder, enc), FACTS_FILE)
        if data.startswith(head):
            unzip = zlib.decompressobj()
            content = unzip.decompress(data[len(head) :], 16 * MOST + 1)
            if not unzip.eof or unzip.unused_data not in (b"", _checksum(content)):
                return None  # truncated, altered, or more than `MOST` facts
            numbers = array("Q", content)
            half = len(numbers) // 2
            if numbers and len(numbers) % 2 == 0 and all(numbers[half:]):
                return numbers[:half], numbers[half:]
    return None


def save_facts(folder: Path, enc: Encoding, components: array[int], values: array[int]) -> None:
    """Save facts about a list; ignore a failure to write, which only costs time later."""
    if len(components) > MOST:
        return
    content = (components + values).tobytes()
    data = _HEAD + fingerprint(enc) + zlib.compress(content, 1) + _checksum(content)
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(_file(folder, enc), data)


def _file(folder: Path, enc: Encoding) -> Path:
    return folder / f"divider-{enc.low}-{enc.high}.facts"
