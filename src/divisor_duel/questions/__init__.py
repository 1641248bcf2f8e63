"""Questions in plain text: build prompts, parse replies and grade them exactly.

The arena uses them to ask language models. Libraries that bring their own model use
them through `grading` and `text_game`.
"""
