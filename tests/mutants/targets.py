"""The modules whose mutants are tried, each with the tests that are about it."""

from __future__ import annotations

GAMES = ("divider", "ladder", "countdown", "chain", "digits")

RULES = ["tests/reference/test_agreement.py", "tests/test_game.py", "tests/contract/test_laws.py"]

TARGETS = {
    **{
        f"games/{game}/rules.py": [
            f"src/divisor_duel/games/{game}/rules.py",
            *RULES,
        ]
        for game in GAMES
    },
}
"""Paths below `src/divisor_duel`, and what pytest runs."""
