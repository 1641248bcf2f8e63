"""What `make test` does not collect, since it needs packages of other commands.

`make clients` runs the adapters to heavy clients, `make mutants` the mutation tests.
"""

collect_ignore = [
    "src/divisor_duel/adapters/inspect.py",
    "src/divisor_duel/adapters/openenv.py",
    "src/divisor_duel/adapters/verifiers.py",
    "src/divisor_duel_verifiers",
    "tests/mutants",
]
