"""Small pieces of wording that commands, line mode and the full screen share."""

from __future__ import annotations

from divisor_duel.game import Option


def as_sentence(text: object) -> str:
    """Return an error or another text as a sentence.

    >>> as_sentence("low must not be above high")
    'Low must not be above high.'
    """
    words = str(text)
    return f"{words[0].upper()}{words[1:]}."


def allowed_values(spec: Option) -> str:
    """Return the values that an option may have, in a few characters."""
    if not spec.is_number:
        return " or ".join(spec.choices) or "one word"
    return f"{spec.least} to {spec.most}"
