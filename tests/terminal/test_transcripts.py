"""Line mode speaks like the rule books: whole sessions, pinned line by line.

Each file under data/transcripts is a session as a rule book's sample has it:
the inputs of the sample, and what must be printed for them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel import GAMES
from tests.conftest import Run

FOLDER = Path(__file__).parent.parent / "data" / "transcripts"
SESSIONS = {
    "divider": ("divider", "5 3 2 7"),
    "ladder": ("ladder", "5 7 10 14 20"),
    "countdown": ("countdown", "15 15 10 5 5 2 4 2"),
    "chain": ("chain", "15 5 20 10 30 6 12 3 9 18 36 4 24 8 16 2 14 7 21 42"),
    "digits": ("digits", "5 2 1 4 7 3 6 8"),
    "digits-used-up": ("digits --target 1000003", "5 2 1 4 7 3 6 8 9"),
    "digits-example-1": ("digits", "1 4"),
    "digits-example-2": ("digits --target 5", "2 3 1 9 5"),
    "countdown-prime": ("countdown --start 13", ""),
    "match": ("digits --rounds 2 --name1 Ann --name2 Ben", "1 4 7"),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_session(name: str, duel: Run) -> None:
    """The session prints exactly the pinned transcript."""
    command, moves = SESSIONS[name]
    typed = "".join(f"{move}\n" for move in moves.split())
    done = duel("play", *command.split(), typed=typed)
    assert done.stdout == (FOLDER / f"{name}.txt").read_text()
    assert done.stderr == ""
    assert done.returncode == 0


def test_every_game_has_a_transcript() -> None:
    """No rule book is without its pinned session, and no pinned file is without a test."""
    assert set(GAMES) <= set(SESSIONS)
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SESSIONS)


def test_the_pool_lists_only_what_is_there(duel: Run) -> None:
    """Ladder's list leaves out numbers that are taken."""
    out = duel("play", "ladder", typed="5\n7\n10\n14\n20\n28\n").stdout
    assert "Pool: [2, 3, 4, 6, 8, 9, 11-13, 15-19, 21-27, 29-50]\n" in out
