"""A class in a room: who is there, who plays whom, and how it stands. Pure values and functions."""
