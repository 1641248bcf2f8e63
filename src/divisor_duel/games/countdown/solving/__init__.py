"""Exact play of Countdown: the theory, and the searches behind it."""
