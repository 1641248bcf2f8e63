"""Misere Digits: why somebody wins, in words."""

from __future__ import annotations

from divisor_duel.engine.reasons import plain
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.proof import ANSWERED, Proof


def tell(game: Digits, position: DigitsPosition, proof: Proof) -> str:
    """The sentence for a proof, to the player to move."""
    if proof["kind"] == "remainders":
        return plain(game, position, {**proof, "kind": ANSWERED})
    if proof["kind"] != "last":
        return plain(game, position, proof)
    move = proof["move"]
    begin = f"Write {game.format_move(move)}, which makes no multiple. " if move else ""
    whose = "You write" if move else "They write"
    winner = "you" if move else "they"
    return (
        f"{begin}{whose} the last digit. At any moment at most one digit makes a multiple of "
        f"{game.target}, so nobody is forced to before there is only one left. When {winner} have "
        f"three to choose from, at most one makes a multiple, and at most one lets the last two "
        f"make one, since {game.target} is too large for more: the third wins."
    )
