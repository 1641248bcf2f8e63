"""Sums, part by part."""
