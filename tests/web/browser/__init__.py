"""A real browser plays against a real server."""
