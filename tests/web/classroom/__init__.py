"""Tests of `web/classroom`."""
