"""Builds the static site: a folder that any file host can serve, at any path."""
