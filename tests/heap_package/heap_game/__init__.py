"""A game of another package, with rules and nothing else."""
