"""Questions in words: what is asked, how it is told, how replies are read and what they are worth.

The arena asks its language models with them, and so do libraries that bring the model.
"""
