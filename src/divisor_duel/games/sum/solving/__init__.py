"""Exact play of sums: the theory, which combines those of both games."""
