"""Exact play of Sums: the theory, and the searches behind it."""
