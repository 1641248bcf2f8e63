"""Exact play of Digits: the theory, and the searches behind it."""
