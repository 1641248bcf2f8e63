"""The codes of rooms, and the first names that pupils type."""

from __future__ import annotations

import re
import secrets
from unicodedata import normalize

from divisor_duel.game import brief
from divisor_duel.text import clean_text
from divisor_duel.web.game.table import RefusedError

LETTERS = "BCDFGHJKMNPQRTVWXZ"
"""No vowels, so that no code is a word, and no I, L, O or S, which look like digits."""

LENGTH = 6
"""How many letters a code has."""

LONGEST_NAME = 20
"""Length limit of a first name, in characters."""


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """Return a code as it is stored, whatever case and spaces it was typed with.

    >>> read_code(" bcd-fgh ")
    'BCDFGH'
    """
    code = re.sub(r"[\s-]", "", text).upper()
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise RefusedError(f"a room's code has {LENGTH} letters, not {brief(text)}")
    return code


def read_first_name(text: str) -> str:
    r"""Return a first name as it is shown: on one line and without invisible characters.

    >>> read_first_name("  Ann \t B. ")
    'Ann B.'
    """
    name = " ".join(clean_text(normalize("NFC", text)).split())
    if not any(character.isalnum() for character in name):
        raise RefusedError("type your first name")
    if len(name) > LONGEST_NAME:
        raise RefusedError(f"a name can have at most {LONGEST_NAME} characters")
    return name
