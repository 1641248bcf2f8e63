"""Slow, obvious twins of the five games, to check the real ones against."""
