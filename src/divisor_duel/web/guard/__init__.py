"""Limits on what one client may do."""
