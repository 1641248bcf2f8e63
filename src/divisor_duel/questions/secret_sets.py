"""Secret sets of bench positions: announced by a hash today, revealed and verified later.

The person who makes a set keeps the secret file and publishes the announcement: a hash of the
seed, a hash of the positions, the date and a canary. After the runs the secret file is
published as well. Then anyone can check that the seed is the announced one and that it
makes exactly these positions, so that none of them was picked to suit a player.

The canary is a random string for the page that publishes the set. A model that can repeat
it has seen that page.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypedDict, TypeVar

from msgspec import ValidationError, convert

from divisor_duel.errors import DuelError
from divisor_duel.files import RESULTS_FILE, read_bounded, write_atomic
from divisor_duel.game import brief
from divisor_duel.questions.bench_item import Item, hash_of
from divisor_duel.questions.bench_positions import (
    TIERS,
    VERSION,
    PositionSet,
    items_of_rows,
    make_set,
    open_forms,
    rows_of,
)
from divisor_duel.version import __version__

SECRET, PUBLIC = ".secret.json", ".public.json"
"""Endings of the two files of a set."""


class Announcement(TypedDict):
    """What is published when a set is made."""

    bench: str
    tier: str
    date: str
    package: str
    """The version of divisor-duel that made the set; another may choose other positions."""
    seed_hash: str
    set_hash: str
    positions: int
    canary: str


class Secret(Announcement):
    """What is published when a set is revealed: everything."""

    seed: str
    items: list[dict[str, object]]


SetFile = TypeVar("SetFile", Announcement, Secret)

Maker = Callable[[str, str, frozenset[str]], tuple[Item, ...]]
"""Makes the positions of a tier from a seed, without those forms."""


def make(tier: str, maker: Maker = make_set) -> Secret:
    """Make a secret set of a tier, which takes minutes."""
    if tier not in TIERS:
        raise DuelError(f"tier must be one of {', '.join(TIERS)}, not {brief(tier)}")
    seed = secrets.token_hex(32)
    items = maker(tier, seed, open_forms())
    return {
        "bench": VERSION,
        "tier": tier,
        "date": datetime.now(UTC).date().isoformat(),
        "package": __version__,
        "seed_hash": _hash(seed),
        "set_hash": hash_of(items),
        "positions": len(items),
        "canary": f"divisor-duel-bench-canary-{secrets.token_hex(16)}",
        "seed": seed,
        "items": [dict(row) for row in rows_of(items)],
    }


def announcement(secret: Secret) -> Announcement:
    """Return the part of a set that is published at once."""
    return {
        "bench": secret["bench"],
        "tier": secret["tier"],
        "date": secret["date"],
        "package": secret["package"],
        "seed_hash": secret["seed_hash"],
        "set_hash": secret["set_hash"],
        "positions": secret["positions"],
        "canary": secret["canary"],
    }


def files_of(name: str) -> tuple[Path, Path]:
    """Return the secret file and the announcement of a new set; DuelError if one exists."""
    private, public = Path(f"{name}{SECRET}"), Path(f"{name}{PUBLIC}")
    for path in (private, public):
        if path.exists():
            raise DuelError(f"{brief(str(path))} exists; a set is never overwritten")
    return private, public


def write(secret: Secret, name: str) -> tuple[Path, Path]:
    """Write the secret file, readable by its owner only, and the announcement."""
    private, public = files_of(name)
    try:
        write_atomic(private.resolve(), _text(secret), private=True)
        write_atomic(public.resolve(), _text(announcement(secret)))
    except OSError as error:
        raise DuelError(f"cannot write the set {brief(name)}: {error.strerror}") from None
    return private, public


def _text(value: Announcement) -> bytes:
    return f"{json.dumps(value, indent=1)}\n".encode()


def read_secret(path: Path) -> Secret:
    """Read a secret or revealed set; DuelError if it is none, or was changed."""
    secret = _read(path, Secret)
    if (
        hash_of(_items(secret)) != secret["set_hash"]
        or _hash(secret["seed"]) != secret["seed_hash"]
    ):
        raise DuelError(f"{brief(str(path))} was changed: its hashes do not match")
    return secret


def read_announcement(path: Path) -> Announcement:
    """Read the announcement of a set; DuelError if it is none."""
    return _read(path, Announcement)


def _read(path: Path, form: type[SetFile]) -> SetFile:
    try:
        return convert(json.loads(read_bounded(path, RESULTS_FILE)), form)
    except OSError as error:
        raise DuelError(f"cannot read the set {brief(str(path))}: {error.strerror}") from None
    except (ValueError, ValidationError, RecursionError):
        raise DuelError(f"{brief(str(path))} is not a set of positions") from None


def position_set_of(secret: Secret) -> PositionSet:
    """Return the positions of a secret set, named by its date and the start of its hash."""
    name = f"secret {secret['date']} {secret['set_hash'][:8]}"
    return PositionSet(secret["bench"], secret["tier"], name, _items(secret))


def _items(secret: Secret) -> tuple[Item, ...]:
    try:
        return items_of_rows(secret["items"])
    except ValueError:
        raise DuelError("the positions of the set are damaged") from None


def verify(public: Announcement, revealed: Secret, maker: Maker = make_set) -> str:
    """Check a revealed set against its announcement; DuelError names what is wrong.

    Returns the result as a sentence. This chooses all positions again, which takes minutes.
    """
    if announcement(revealed) != public:
        wrong = next(name for name, value in public.items() if revealed.get(name) != value)
        raise DuelError(f"this is not the announced set: its {wrong} differs")
    if _hash(revealed["seed"]) != public["seed_hash"]:
        raise DuelError("this is not the announced seed")
    if hash_of(maker(public["tier"], revealed["seed"], open_forms())) != public["set_hash"]:
        hint = "" if public["package"] == __version__ else f"; try version {public['package']}"
        raise DuelError(f"the seed does not make the announced positions{hint}")
    return f"The seed announced on {public['date']} makes exactly these positions."


def _hash(seed: str) -> str:
    return sha256(seed.encode()).hexdigest()
