"""Tests of `web/static_site`."""
