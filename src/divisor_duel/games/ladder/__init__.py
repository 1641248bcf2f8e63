"""Ladder: its rules, and a module for each part of the package."""
