"""The parts that games bring besides their rules."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.games.kit import NORMAL_PLAY, part


@pytest.mark.parametrize("id", GAMES)
def test_what_is_about_normal_play_is_not_used_for_misere(id: str) -> None:
    """A theory, its reasons and its drawings are there for normal play only; misere has its own,
    if any, and words stay.
    """
    kind = GAMES[id]
    assert part(kind(), "theory") is part(kind, "theory") is not None
    misere = kind(ending="misere")
    assert part(misere, "theory") is part(kind, "misere")
    for name in NORMAL_PLAY - {"theory"}:
        assert part(misere, name) is part(kind, f"misere_{name}")
    assert {name for name in NORMAL_PLAY if part(misere, name)} <= {
        "theory",
        "certificate",
        "reasons",
    }
    assert part(kind(ending="misere"), "voice") is part(kind(), "voice") is not None
