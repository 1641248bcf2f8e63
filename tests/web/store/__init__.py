"""Tests of `web/store`."""
