"""Adapters to clients that are too heavy for every test run: `make clients` runs them."""

collect_ignore = [
    "src/divisor_duel/adapters/inspect.py",
    "src/divisor_duel/adapters/openenv.py",
    "src/divisor_duel/adapters/verifiers.py",
    "src/divisor_duel_verifiers",
]
