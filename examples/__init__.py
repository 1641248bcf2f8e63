"""Example players: learning agents, a search and simple heuristics."""
