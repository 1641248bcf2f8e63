"""A game on the server as a value: pure functions from one table to the next."""
