"""The modules whose mutants are tried, each with the tests that are about it."""

from __future__ import annotations

GAMES = ("divider", "ladder", "countdown", "chain", "digits")

RULES = [
    "tests/test_game.py",
    "tests/reference/test_agreement.py::test_whole_trees_agree",
]

FORMS = "tests/proofs/test_kinds.py"

FUZZ = "tests/proofs/test_certificate_fuzz.py::test_no_forgery_is_accepted[0]"
"""It takes seconds, so it is run last."""


VERDICTS = "tests/proofs/test_certificate.py::test_what_is_checked_of_each_kind_stays_the_same"


def _proofs(game: str) -> list[str]:
    return [
        VERDICTS,
        FORMS,
        f"tests/proofs/test_reasons_hold.py::test_ten_thousand_reasons_hold[{game}]",
        FUZZ,
    ]


RETRYING = [
    "tests/games/divider/test_retrying.py",
    "tests/games/divider/test_certificate.py",
    VERDICTS,
    "--deselect=tests/games/divider/test_retrying.py::test_long_lists_are_worked_out_again",
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
    "proof.py": ["tests/test_proof.py"],
    **{
        f"proofs/{name}.py": [f"src/divisor_duel/proofs/{name}.py", f"tests/proofs/test_{name}.py"]
        for name in ("brute_force", "budget", "certificate", "checker", "kinds", "prover")
    },
    "games/sum/proofs.py": ["tests/games/sum/test_certificate.py", VERDICTS, FORMS, FUZZ],
    **{
        f"games/{game}/certificate.py": [
            f"tests/games/{game}/test_certificate.py",
            *_proofs(game),
        ]
        for game in GAMES
    },
    **{
        f"games/{game}/misere_certificate.py": [
            f"tests/games/{game}/test_certificate.py",
            f"tests/games/{game}/test_misere.py",
            *_proofs(game),
        ]
        for game in ("countdown", "digits")
    },
    "games/divider/proofs/brute_force.py": RETRYING,
    **{
        f"play/{name}.py": [f"src/divisor_duel/play/{name}.py", f"tests/play/test_{name}.py"]
        for name in ("match", "notation", "record")
    },
    "web/game/table.py": ["tests/web/game/test_table.py"],
}
"""Paths below `src/divisor_duel`, and what pytest runs."""
