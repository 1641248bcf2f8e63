"""Divider Duel, part by part."""
