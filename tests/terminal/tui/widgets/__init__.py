"""Tests of `terminal/tui/widgets`."""
