"""Exact play of Chain: its theory, and the searches behind it."""
