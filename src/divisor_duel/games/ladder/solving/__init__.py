"""Exact play of Ladder: the theory, and the searches behind it."""
