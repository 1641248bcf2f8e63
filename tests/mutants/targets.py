"""The modules whose mutants are tried, each with the tests that are about it."""

from __future__ import annotations

GAMES = ("divider", "ladder", "countdown", "chain", "digits")

RULES = [
    "tests/test_game.py",
    "tests/reference/test_agreement.py::test_whole_trees_agree",
    "--deselect=tests/test_game.py::test_numbers_are_read_only_in_plain_digits",
]

TARGETS = {
    **{
        f"games/{game}/rules.py": [
            f"src/divisor_duel/games/{game}/rules.py",
            f"tests/games/{game}/test_rules.py",
            *RULES,
        ]
        for game in GAMES
    },
    "games/sum/rules.py": [
        "src/divisor_duel/games/sum/rules.py",
        "tests/games/sum/test_rules.py",
        "tests/games/sum/test_theory.py",
        "--deselect=tests/games/sum/test_rules.py::test_a_sum_is_played_in_line_mode",
    ],
}
"""Paths below `src/divisor_duel`, and what pytest runs."""
