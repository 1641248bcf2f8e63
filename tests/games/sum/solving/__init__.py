"""Tests of exact play."""
