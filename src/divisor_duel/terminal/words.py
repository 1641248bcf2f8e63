"""Small pieces of wording that commands, line mode and the full screen share."""

from __future__ import annotations


def as_sentence(text: object) -> str:
    """Return an error or another text as a sentence.

    >>> as_sentence("low must not be above high")
    'Low must not be above high.'
    """
    words = str(text)
    return f"{words[0].upper()}{words[1:]}."
