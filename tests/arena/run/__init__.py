"""Tests of `arena/run`."""
