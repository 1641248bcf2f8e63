"""Tests of `web/ops`."""
