"""Tests of `web/schema`."""
