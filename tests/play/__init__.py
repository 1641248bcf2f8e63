"""Tests of `play`."""
