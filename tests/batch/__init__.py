"""Tests of `batch`."""
