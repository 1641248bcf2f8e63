"""Tests of `web/play`."""
