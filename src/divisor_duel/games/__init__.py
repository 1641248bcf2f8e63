"""The games: a folder for each; `registry.py` lists them, `parts.py` their parts."""
