"""Tests of the diagrams in their places."""
