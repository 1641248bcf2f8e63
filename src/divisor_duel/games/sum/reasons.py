"""The proofs of sums in words."""

from __future__ import annotations

from divisor_duel.engine.reasons import plain
from divisor_duel.games.parts import Reasons
from divisor_duel.games.sum.proofs import EQUAL
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.proof import Proof


def tell(game: Sum, position: SumPosition, proof: Proof) -> str:
    """Return the sentence for a proof, addressed to the player to move."""
    if proof["kind"] != EQUAL:
        return plain(game, position, proof)
    move, nim = proof["move"], proof["nim"]
    they, you, your = ("they", "you", "your") if move else ("you", "they", "their")
    begin = f"Play {game.format_move(move)}. " if move else ""
    if nim == 0:
        return (
            f"{begin}In each game by itself whoever moves now loses: {you} answer every move in "
            f"the game in which it was made, and so make the last one."
        )
    then = "Then both" if move else "Both"
    return (
        f"{begin}{then} games have the nim-value {nim}. Whatever {they} play makes them unequal, "
        f"and {your} answer makes them equal again, until neither has a move left."
    )


REASONS = Reasons(tell)
