"""The games: one folder for each, the list of all in `registry.py`, their parts in `parts.py`."""
