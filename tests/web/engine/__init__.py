"""Tests of `web/engine`."""
