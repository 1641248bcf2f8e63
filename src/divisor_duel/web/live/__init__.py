"""Live connections, and which players are present."""
