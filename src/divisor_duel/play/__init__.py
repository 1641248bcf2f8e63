"""Matches, their records, and positions set up by hand."""
