"""Facts about long lists, kept in the user's cache folder so that they are found only once.

A file holds the components of positions and, for each, the set of nim-values
it may still have: two columns of 64-bit numbers. It is only ever an aid: a file
that is missing, damaged or of another version is as good as none.
"""

from __future__ import annotations

import contextlib
import zlib
from array import array
from typing import TypeAlias

from divisor_duel.files import cache_folder, write_whole

FEWEST = 20_000
MOST = 4_000_000
_HEAD = b"divisor-duel facts 1\n"

Facts: TypeAlias = "tuple[array[int], array[int]]"


def kept_facts(name: str) -> Facts | None:
    """What was kept under `name`, if anything usable was."""
    with contextlib.suppress(OSError, ValueError, zlib.error):
        data = (cache_folder() / f"{name}.facts").read_bytes()
        if data.startswith(_HEAD):
            numbers = array("Q", zlib.decompress(data[len(_HEAD) :]))
            half = len(numbers) // 2
            if numbers and len(numbers) % 2 == 0 and all(numbers[half:]):
                return numbers[:half], numbers[half:]
    return None


def keep_facts(name: str, components: array[int], values: array[int]) -> None:
    """Keep facts under `name`; a full disk only costs time later."""
    if len(components) > MOST:
        return
    data = _HEAD + zlib.compress((components + values).tobytes(), 1)
    with contextlib.suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        write_whole(cache_folder() / f"{name}.facts", data)
