"""Tests of `terminal/lines`."""
