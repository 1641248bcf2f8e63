"""Tests of `web/game`."""
