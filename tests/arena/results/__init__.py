"""Tests of `arena/results`."""
