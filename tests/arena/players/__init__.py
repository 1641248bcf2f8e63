"""Tests of `arena/players`."""
