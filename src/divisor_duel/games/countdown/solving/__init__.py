"""Exact play of Countdown: its theory, and the searches behind it."""
