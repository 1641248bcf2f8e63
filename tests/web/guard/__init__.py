"""Tests of `web/guard`."""
