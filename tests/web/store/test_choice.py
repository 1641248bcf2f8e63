"""Which store a database gets."""

from __future__ import annotations

import sys

import pytest

from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import StoreError
from divisor_duel.web.store.postgres import PostgresStore
from divisor_duel.web.store.sqlite import SQLiteStore


def test_databases_of_unknown_kinds_are_refused() -> None:
    """An address that is neither a file nor PostgreSQL is refused, not taken for a file."""
    for address in ("mysql://host/duel", "redis://host", "HTTP://host"):
        with pytest.raises(StoreError, match="name a file or postgresql"):
            open_store(address)


def test_the_address_chooses_the_store() -> None:
    """PostgreSQL's addresses get its store, in any spelling; everything else is a file."""
    for address in ("postgresql://host/duel", "postgres://host", "PostgreSQL://host"):
        assert isinstance(open_store(address), PostgresStore)
    for path in ("games.sqlite3", ":memory:", "/var/lib/duel", "C:\\games"):
        assert isinstance(open_store(path), SQLiteStore)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without asyncpg, PostgreSQL is refused in a sentence that says what to install."""
    monkeypatch.setitem(sys.modules, "divisor_duel.web.store.postgres", None)
    with pytest.raises(StoreError, match=r"PostgreSQL needs one more package: .* asyncpg"):
        open_store("postgresql://host/duel")
