"""The `duel` command: it translates between people and the rules, and owns no rule."""
