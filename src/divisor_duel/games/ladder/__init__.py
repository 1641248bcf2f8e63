"""Ladder: the rules, and what each part of the package shows of them."""
