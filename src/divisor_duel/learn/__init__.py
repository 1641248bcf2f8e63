"""Reviews, hints, lessons, puzzles, and a learner's progress."""
