"""Small pieces of wording that commands, line mode and the full screen share."""

from __future__ import annotations


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return a count with its noun; `nouns` is a plural that does not just add an s.

    >>> plural(1, "move"), plural(2, "move"), plural(3, "try", "tries")
    ('1 move', '2 moves', '3 tries')
    """
    return f"{count} {noun if count == 1 else nouns or f'{noun}s'}"


def as_sentence(text: object) -> str:
    """Return an error or another text as a sentence.

    >>> as_sentence("low must not be above high")
    'Low must not be above high.'
    """
    words = str(text)
    return f"{words[0].upper()}{words[1:]}."
