"""Questions in words, and what is made of the replies."""
