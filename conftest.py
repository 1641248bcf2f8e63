"""What `make test` does not collect.

`make clients` runs the adapters to heavy clients, `make mutants` the mutation tests. Modules
without examples in their docstrings have nothing to collect: each process would only import them,
and what they need, before its first test.
"""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).with_name("src")

collect_ignore = [
    "src/divisor_duel/adapters/inspect.py",
    "src/divisor_duel/adapters/openenv.py",
    "src/divisor_duel/adapters/verifiers.py",
    "src/divisor_duel_verifiers",
    "tests/contract/import_trace",
    "tests/mutants",
]


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out modules of the package that have no example."""
    if collection_path.suffix == ".py" and SOURCE in collection_path.parents:
        return ">>>" not in collection_path.read_text() or None
    return None
