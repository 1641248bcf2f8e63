"""How Chain is won: every number that the opponent can take has a partner.

The pairs are those of the proof, and stay the same to the end of the game, so one rule plays it:
take the partner of the number just taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from divisor_duel.games.chain.proofs import ChainProof, Pairs
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.parts import Strategies
from divisor_duel.proof import CommonProof, Pair, partners
from divisor_duel.strategy import Rule

MOST_PAIRS = 6
"""Most pairs in a headline."""


@dataclass(frozen=True)
class TakePartner(Rule[ChainPosition]):
    """Take the partner of the number that was just taken."""

    pairs: tuple[Pair, ...]
    """The partners: of each pair, one divides the other."""
    soon: tuple[Pair, ...]
    """Those of them that the opponent's next move can need."""

    @cached_property
    def _partners(self) -> dict[int, int]:
        return partners(self.pairs)

    def move(self, position: ChainPosition) -> int:
        partner = self._partners.get(position.last, 0)
        return partner if partner and position.pool >> partner & 1 else 0

    def words(self, position: ChainPosition) -> str:
        return f"Take the partner of the number just taken. Partners: {_named(self.pairs)}."

    def because(self, position: ChainPosition, *, winning: bool) -> str:
        named = f": {_named(self.soon)}" if len(self.soon) <= MOST_PAIRS else ""
        if winning:
            return (
                f"Now every number your opponent can take has a partner{named}. "
                "Whatever they take, take its partner."
            )
        return (
            f"Every number you can take has a partner{named}. "
            "Whatever you take, your opponent takes its partner."
        )


def _named(pairs: tuple[Pair, ...]) -> str:
    return ", ".join(f"{one}-{other}" for one, other in pairs)


def rules(game: Chain, lost: ChainPosition, proof: ChainProof) -> tuple[Rule[ChainPosition], ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move."""
    assert isinstance(proof, Pairs)
    legal = set(game.legal_moves(lost))
    soon = tuple(pair for pair in proof.pairs if legal & set(pair))
    return (TakePartner(proof.pairs, soon),)


def move_words(game: Chain, position: ChainPosition, move: int) -> str:
    """Return a move as an instruction."""
    return f"take {move}"


def misere_rules(
    game: Chain, lost: ChainPosition, proof: CommonProof
) -> tuple[Rule[ChainPosition], ...]:
    """Return no rules: misere Chain has no kinds of proof of its own."""
    return ()


STRATEGY = Strategies(rules, move_words)
MISERE_STRATEGY = Strategies(misere_rules, move_words)
