"""Tests of Divider Duel's rules, one file for each kind."""
