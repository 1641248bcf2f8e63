"""Metrics, logs, and background work that restarts."""
