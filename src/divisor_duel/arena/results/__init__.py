"""Scores, ratings and reports of a tournament."""
