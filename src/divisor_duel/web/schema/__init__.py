"""The messages of the API, as types."""
