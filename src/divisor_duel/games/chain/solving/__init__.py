"""Exact play of Chain: the theory, and the searches behind it."""
