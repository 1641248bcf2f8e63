"""Tests of the checks of proofs."""
