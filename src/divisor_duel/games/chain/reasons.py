"""Chain's proofs in words.

A sentence first names every pair that the next reply can need, then as many later pairs as fit.
`full_sentence` names every pair.
"""

from __future__ import annotations

from divisor_duel.engine.reasons import common_reason
from divisor_duel.games.chain.proofs import ChainProof, Pairs
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.parts import Reasons
from divisor_duel.proof import Answered, End, Tree

MAX_PAIRS = 16
"""Most pairs in a sentence, unless the next reply can need more."""


def sentence(game: Chain, position: ChainPosition, proof: ChainProof) -> str:
    """Return the sentence for a proof, addressed to the player to move."""
    return _sentence(game, position, proof, MAX_PAIRS)


def full_sentence(game: Chain, position: ChainPosition, proof: ChainProof) -> str:
    """Return the same sentence with every pair."""
    return _sentence(game, position, proof, game.high)


def _sentence(game: Chain, position: ChainPosition, proof: ChainProof, most: int) -> str:
    move = proof.move
    if isinstance(proof, End):
        return f"Take {move}: it has no factor or multiple left, so they cannot answer."
    if isinstance(proof, Tree | Answered):
        return common_reason(game, position, proof)
    lost = game.play(position, move) if move else position
    pairs = _pair_list(game, lost, proof, most)
    if move:
        return (
            f"Take {move}, then answer each number with its partner: {pairs}. "
            "Whatever they take has a free partner, so you never run out."
        )
    return (
        f"They answer each number with its partner: {pairs}. Whatever you take has "
        "a free partner, so they never run out."
    )


def _pair_list(game: Chain, lost: ChainPosition, proof: Pairs, most: int) -> str:
    """Return the pairs in words, those that the next reply can need first."""
    legal = set(game.legal_moves(lost))
    first = [pair for pair in proof.pairs if legal & set(pair)]
    later = [pair for pair in proof.pairs if not legal & set(pair)]
    words = [f"{one}-{other}" for one, other in first]
    if not later:
        return ", ".join(words)
    shown = later[: max(most - len(first), 0)]
    hidden = len(later) - len(shown)
    rest = [f"{one}-{other}" for one, other in shown]
    rest += [f"{hidden} more pairs" if hidden > 1 else "one more pair"] if hidden else []
    return f"{', '.join(words)}; and later {', '.join(rest)}"


REASONS = Reasons(sentence, full_sentence)
