"""Sums of two games: the rules, and what is proved about them."""
