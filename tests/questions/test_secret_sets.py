"""Secret sets: announced by hashes, revealed later, and verified by anyone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.questions import secret_sets
from divisor_duel.questions.bench_item import Item, hash_of
from divisor_duel.questions.bench_positions import frozen_items, open_forms
from divisor_duel.questions.secret_sets import Secret


def maker(tier: str, seed: str, taken: frozenset[str]) -> tuple[Item, ...]:
    """A stand-in for the choice of positions, which takes minutes: three that depend on a seed."""
    assert taken == open_forms()
    number = int(seed[:8], 16) % 500
    return frozen_items()[number : number + 3]


@pytest.fixture
def secret() -> Secret:
    """A set of three positions."""
    return secret_sets.make("small", maker)


def test_the_announcement_tells_nothing_but_hashes(secret: Secret, tmp_path: Path) -> None:
    """It has the hash of the seed and of the positions, a date and a canary; never the seed."""
    private, public = secret_sets.write(secret, str(tmp_path / "autumn"))
    text = public.read_text()
    assert secret["seed"] not in text
    assert "played" not in text
    assert secret_sets.read_announcement(public) == secret_sets.announcement(secret)
    assert json.dumps(secret_sets.read_secret(private)) == json.dumps(secret)
    assert private.stat().st_mode & 0o077 == 0
    assert secret["canary"].startswith("divisor-duel-bench-canary-")
    with pytest.raises(DuelError, match="exists; a set is never overwritten"):
        secret_sets.write(secret, str(tmp_path / "autumn"))
    with pytest.raises(DuelError, match="cannot write the set"):
        secret_sets.write(secret, str(tmp_path / "no" / "folder"))


def test_a_revealed_set_is_verified(secret: Secret) -> None:
    """The announced seed must make the announced positions."""
    public = secret_sets.announcement(secret)
    assert secret_sets.verify(public, secret, maker).endswith("makes exactly these positions.")
    other = secret_sets.make("small", maker)
    with pytest.raises(DuelError, match="not the announced set: its seed_hash differs"):
        secret_sets.verify(public, other, maker)
    with pytest.raises(DuelError, match="this is not the announced seed"):
        secret_sets.verify(public, {**secret, "seed": other["seed"]}, maker)
    with pytest.raises(DuelError, match="does not make the announced positions"):
        secret_sets.verify(public, secret, lambda *_: frozen_items()[:1])
    older: Secret = {**secret, "package": "0.0.1"}
    with pytest.raises(DuelError, match=r"positions; try version 0\.0\.1"):
        secret_sets.verify(secret_sets.announcement(older), older, lambda *_: ())


def test_changed_and_foreign_files_are_refused(secret: Secret, tmp_path: Path) -> None:
    """Positions that were swapped later do not match the hash in the file."""
    path = tmp_path / "a.secret.json"
    path.write_text(json.dumps({**secret, "items": secret["items"][:1]}))
    with pytest.raises(DuelError, match="its hashes do not match"):
        secret_sets.read_secret(path)
    path.write_text(json.dumps({**secret, "items": [{}]}))
    with pytest.raises(DuelError, match="the positions of the set are damaged"):
        secret_sets.read_secret(path)
    path.write_text("[]")
    with pytest.raises(DuelError, match="is not a set of positions"):
        secret_sets.read_secret(path)
    with pytest.raises(DuelError, match="cannot read the set"):
        secret_sets.read_announcement(tmp_path / "none")
    with pytest.raises(DuelError, match="tier must be one of"):
        secret_sets.make("huge", maker)


def test_a_set_is_named_by_its_date(secret: Secret) -> None:
    """Its positions are those of the file."""
    chosen = secret_sets.position_set_of(secret)
    assert chosen.seed == f"secret {secret['date']} {secret['set_hash'][:8]}"
    assert (chosen.version, chosen.tier, chosen.hash) == ("2", "small", secret["set_hash"])
    assert hash_of(chosen.items) == secret["set_hash"]
