"""Adapters of the games to training libraries and language-model harnesses.

Each module needs the library it is named after; an extra installs it. In Gymnasium,
PettingZoo and OpenSpiel an action is the move itself, legal actions come as a mask, and
an observation is the array of zeros and ones from `encoding`. The other adapters prompt
models with the text of `divisor_duel.questions`.
"""
