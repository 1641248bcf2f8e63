"""Tests of `web/offline`."""
