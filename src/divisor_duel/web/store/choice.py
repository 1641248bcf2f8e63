"""Choose the store for a database: SQLite for a file, PostgreSQL for its address."""

from __future__ import annotations

import re

from divisor_duel.extras import install_message
from divisor_duel.web.store.port import Store, StoreError


def open_store(database: str) -> Store:
    """Return the store for a path or a postgresql:// address, without opening it."""
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", database)
    if scheme and scheme[1].lower() in ("postgresql", "postgres"):
        try:
            from divisor_duel.web.store.postgres import PostgresStore
        except ImportError:
            raise StoreError(
                install_message("PostgreSQL needs one more package", "postgres")
            ) from None
        return PostgresStore(database)
    if scheme:
        problem = f"{scheme[1]} databases are not supported; name a file or postgresql://..."
        raise StoreError(problem)
    from divisor_duel.web.store.sqlite import SQLiteStore

    return SQLiteStore(database)
