"""Tests of divisor_duel.sweep."""
