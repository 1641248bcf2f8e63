"""The proofs of sums in words."""

from __future__ import annotations

from divisor_duel.engine.reasons import common_reason
from divisor_duel.games.parts import Reasons
from divisor_duel.games.sum.proofs import Equal, SumProof
from divisor_duel.games.sum.rules import Sum, SumPosition


def sentence(game: Sum, position: SumPosition, proof: SumProof) -> str:
    """Return the sentence for a proof, addressed to the player to move."""
    if not isinstance(proof, Equal):
        return common_reason(game, position, proof)
    move, nim = proof.move, proof.nim
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


REASONS = Reasons(sentence)
