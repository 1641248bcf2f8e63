"""Tests of the adapters, by the checks that the libraries themselves ship."""
