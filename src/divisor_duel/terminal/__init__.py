"""The `duel` command: input and output only, no game rules."""
