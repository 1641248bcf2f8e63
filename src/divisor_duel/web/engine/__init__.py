"""Worker processes: analyses, computer moves, puzzles and pictures."""
