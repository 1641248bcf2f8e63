"""Facts in a folder: read back equal, or ignored."""

from __future__ import annotations

import zlib
from array import array
from copy import copy
from pathlib import Path

import pytest

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.fact_cache import load_facts, save_facts
from divisor_duel.games.divider.solving.search import PlainSearch
from divisor_duel.numbers import span


def test_facts_are_kept_and_used_again(tmp_path: Path) -> None:
    """What a search found is written to the folder, read back equal, and used."""
    enc = encoding(2, 36)
    search = PlainSearch(enc)
    assert search.grundy(enc.encode(span(2, 36)), Clock()) == 8
    facts = search.facts()
    save_facts(tmp_path, enc, *facts)
    assert load_facts(tmp_path, enc) == facts
    again = PlainSearch(enc)
    again.learn(*facts)
    assert again.grundy(enc.encode(span(2, 36)), Clock(0)) == 8
    compiled = CompiledSearch(enc)
    compiled.learn(*facts)
    assert compiled.grundy(enc.encode(span(2, 36)), Clock()) == 8
    assert set(compiled.facts()[0]) >= set(facts[0])


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"divisor-duel facts 2\nnonsense"])
def test_damaged_facts_are_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    """A broken file is ignored."""
    (tmp_path / "divider-2-36.facts").write_bytes(damage)
    assert load_facts(tmp_path, encoding(2, 36)) is None


@pytest.mark.parametrize("cut", [10, 0])
def test_facts_that_are_cut_or_too_many_are_as_good_as_none(tmp_path: Path, cut: int) -> None:
    """A small file that unpacks to far more than is ever stored is ignored, as is half a file."""
    enc = encoding(2, 36)
    save_facts(tmp_path, enc, array("Q", [3]), array("Q", [1]))
    (file,) = tmp_path.glob("*.facts")
    head = b"".join(file.read_bytes().splitlines(keepends=True)[:2])
    packed = zlib.compress(bytes(10**8))
    file.write_bytes(head + packed[: len(packed) - cut])
    assert load_facts(tmp_path, enc) is None
    file.write_bytes(head + zlib.compress(bytes(range(1, 17)) * 1000)[:-6])
    assert load_facts(tmp_path, enc) is None


def test_facts_of_another_encoding_are_ignored(tmp_path: Path) -> None:
    """A file whose numbers mean other positions is as good as none."""
    save_facts(tmp_path, encoding(2, 36), array("Q", [3]), array("Q", [1]))
    changed = copy(encoding(2, 36))
    changed.core = changed.core[::-1]
    assert load_facts(tmp_path, encoding(2, 36)) is not None
    assert load_facts(tmp_path, changed) is None


def test_altered_facts_are_as_good_as_none(tmp_path: Path) -> None:
    """A file with other numbers in the right form does not have their checksum."""
    enc = encoding(2, 36)
    save_facts(tmp_path, enc, array("Q", [3]), array("Q", [1]))
    (file,) = tmp_path.glob("*.facts")
    before = file.read_bytes()
    head = b"".join(before.splitlines(keepends=True)[:2])
    same, other = (zlib.compress(array("Q", [3, nim]).tobytes(), 1) for nim in (1, 2))
    assert before.startswith(head + same)
    file.write_bytes(before.replace(same, other))
    assert load_facts(tmp_path, enc) is None
    file.write_bytes(head + same)  # as version 0.1.0 wrote it
    assert load_facts(tmp_path, enc) == (array("Q", [3]), array("Q", [1]))
