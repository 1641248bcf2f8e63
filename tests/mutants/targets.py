"""The modules whose mutants are tried, each with the tests that are about it."""

from __future__ import annotations

GAMES = ("divider", "ladder", "countdown", "chain", "digits")

RULES = ["tests/reference/test_agreement.py", "tests/test_game.py"]

TARGETS = {
    **{
        f"games/{game}/rules.py": [
            f"src/divisor_duel/games/{game}/rules.py",
            *RULES,
        ]
        for game in GAMES
    },
    "games/sum/rules.py": [
        "src/divisor_duel/games/sum/rules.py",
        "tests/games/sum/test_rules.py",
        "tests/games/sum/test_theory.py",
        *RULES,
    ],
}
"""Paths below `src/divisor_duel`, and what pytest runs."""
