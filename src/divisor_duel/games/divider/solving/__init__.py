"""Exact play of Divider Duel: the theory, and the searches behind it."""
