"""Tests of questions in plain text."""
