"""Tests of `learn`."""
