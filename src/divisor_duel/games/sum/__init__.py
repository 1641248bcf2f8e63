"""Sums of two games: their rules, exact play, proofs and page."""
