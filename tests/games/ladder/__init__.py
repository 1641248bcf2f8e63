"""Ladder, part by part."""
