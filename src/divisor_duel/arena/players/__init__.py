"""Every kind of player, and how to ask it for a move."""
