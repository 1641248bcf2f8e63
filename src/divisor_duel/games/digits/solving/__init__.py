"""Exact play of Digits: its theory, and the searches behind it."""
