"""Agents that learn the games, small enough to be read in one sitting."""
