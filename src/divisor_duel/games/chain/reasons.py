"""Chain: why somebody wins, in words.

The partners that the next reply may ask for come first, and all of them are told; of those that
come up later only so many as a sentence holds. `tell_all` tells them all.
"""

from __future__ import annotations

from divisor_duel.engine.reasons import plain
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.parts import Reasons
from divisor_duel.proof import END, TREE, Proof

MOST_TOLD = 16
"""Of the pairs that only come up later, no more are told than make so many in all."""


def tell(game: Chain, position: ChainPosition, proof: Proof) -> str:
    """The sentence for a proof, to the player to move."""
    return _told(game, position, proof, MOST_TOLD)


def tell_all(game: Chain, position: ChainPosition, proof: Proof) -> str:
    """The same with every pair."""
    return _told(game, position, proof, game.high)


def _told(game: Chain, position: ChainPosition, proof: Proof, most: int) -> str:
    move = proof["move"]
    if proof["kind"] == END:
        return f"Take {move}: it has no factor or multiple left, so they cannot answer."
    if proof["kind"] == TREE:
        return plain(game, position, proof)
    lost = game.play(position, move) if move else position
    told = _partners(game, lost, proof, most)
    if move:
        return (
            f"Take {move}, then answer each number with its partner: {told}. "
            "Whatever they take has a free partner, so you never run out."
        )
    return (
        f"They answer each number with its partner: {told}. Whatever you take has "
        "a free partner, so they never run out."
    )


def _partners(game: Chain, lost: ChainPosition, proof: Proof, most: int) -> str:
    """Pairs, those that matter next first."""
    now = set(game.legal_moves(lost))
    pairs = [(one, other) for one, other in proof["pairs"]]
    first = [pair for pair in pairs if now & set(pair)]
    later = [pair for pair in pairs if not now & set(pair)]
    words = [f"{one}-{other}" for one, other in first]
    if not later:
        return ", ".join(words)
    kept = later[: max(most - len(first), 0)]
    hidden = len(later) - len(kept)
    rest = [f"{one}-{other}" for one, other in kept]
    rest += [f"{hidden} more pairs" if hidden > 1 else "one more pair"] if hidden else []
    return f"{', '.join(words)}; and later {', '.join(rest)}"


REASONS = Reasons(tell, tell_all)
