"""Tests of `proofs`."""
