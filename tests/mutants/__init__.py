"""Mutation testing: small changes of the rules and the checker that some test must notice.

`make mutants` runs it. cosmic-ray makes the mutants (`making.py`), each is tried in a forked
process with the tests of its module (`trying.py`), and what survives must be explained in
`explained.toml`: as a rule, because the mutant does the same as the original.
"""
