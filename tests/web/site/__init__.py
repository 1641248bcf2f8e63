"""Tests of `web/site`."""
