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


BRUTE_FORCE = "tests/games/divider/proofs/test_brute_force.py"
LONG_LISTS = f"{BRUTE_FORCE}::test_long_lists_are_worked_out_again"
"""It takes minutes, so it is left out."""


def _proofs(game: str) -> list[str]:
    return [
        VERDICTS,
        FORMS,
        f"tests/proofs/test_reasons_hold.py::test_ten_thousand_reasons_hold[{game}]",
        FUZZ,
    ]


TARGETS = {
    **{
        f"games/{game}/rules.py": [
            f"src/divisor_duel/games/{game}/rules.py",
            f"tests/games/{game}/test_rules.py",
            *RULES,
            f"tests/contract/test_presets.py::test_the_first_game_can_be_won[{game}]",
        ]
        for game in GAMES
    },
    "games/sum/rules.py": [
        "src/divisor_duel/games/sum/rules.py",
        "tests/games/sum/test_rules.py",
        "tests/games/sum/solving/test_theory.py",
        "--deselect=tests/games/sum/test_rules.py::test_a_sum_is_played_in_line_mode",
    ],
    "proof.py": ["src/divisor_duel/proof.py", "tests/test_proof.py", FORMS],
    "brute_force.py": ["tests/test_brute_force.py", "tests/proofs/test_brute_force.py"],
    **{
        f"proofs/{name}.py": [f"src/divisor_duel/proofs/{name}.py", f"tests/proofs/test_{name}.py"]
        for name in ("brute_force", "budget", "certificate", "checker", "kinds", "prover")
    },
    "games/sum/proofs.py": ["tests/games/sum/test_proofs.py", VERDICTS, FORMS, FUZZ],
    **{
        f"games/{game}/proofs.py": [f"tests/games/{game}/test_proofs.py", *_proofs(game)]
        for game in ("ladder", "chain")
    },
    **{
        f"games/{game}/proofs.py": [
            f"tests/games/{game}/test_proofs.py",
            f"tests/games/{game}/solving/test_misere.py",
            *_proofs(game),
        ]
        for game in ("countdown", "digits")
    },
    "games/divider/proofs/__init__.py": [
        "tests/games/divider/test_proofs.py",
        *_proofs("divider"),
    ],
    "games/divider/proofs/brute_force.py": [
        BRUTE_FORCE,
        "tests/games/divider/test_proofs.py",
        VERDICTS,
        f"--deselect={LONG_LISTS}",
    ],
    **{
        f"play/{name}.py": [f"src/divisor_duel/play/{name}.py", f"tests/play/test_{name}.py"]
        for name in ("match", "notation", "record")
    },
    "web/game/table.py": ["tests/web/game/test_table.py"],
}
"""Paths below `src/divisor_duel`, and what pytest runs."""
