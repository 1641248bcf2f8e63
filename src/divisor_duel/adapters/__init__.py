"""The games where agents already live: PettingZoo, Gymnasium and OpenSpiel.

Each module needs the library that it is named after; the extra ``rl`` installs
the first two and NumPy. In all of them an action is the move itself, the legal
ones come as a mask, and what an agent sees is the row of zeros and ones that
`encoding` makes.
"""
