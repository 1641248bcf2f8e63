"""Tests of `terminal/tui/screens`."""
