"""Every kind of player, and how it is asked for a move."""
