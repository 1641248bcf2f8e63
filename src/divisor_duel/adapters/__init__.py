"""The games where agents already live: training libraries and harnesses of language models.

Each module needs the library that it is named after; an extra installs it. For
Gymnasium, PettingZoo and OpenSpiel an action is the move itself, the legal ones come as
a mask, and what an agent sees is the row of zeros and ones that `encoding` makes. The
others ask models in the words of `divisor_duel.words`.
"""
