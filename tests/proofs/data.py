"""Proofs as JSON values, for tests that forge them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from divisor_duel import Player
from divisor_duel.game import AnyGame
from divisor_duel.proof import Checked
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.checker import check_proof
from divisor_duel.proofs.kinds import read_proof


def check_data(
    game: AnyGame,
    position: Any,
    winner: Player,
    data: Mapping[str, object],
    budget: CheckBudget | None = None,
) -> Checked:
    """Read a proof and check it."""
    return check_proof(game, position, winner, read_proof(game, data), budget)
