"""Tests of `terminal/cli`."""
