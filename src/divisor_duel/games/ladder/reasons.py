"""Ladder: why somebody wins, in words."""

from __future__ import annotations

from math import gcd

from divisor_duel.engine.reasons import listed, replies_in_words
from divisor_duel.games.ladder.certificate import most_steps
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.theorem import doublings
from divisor_duel.proof import END, TREE, Proof


def tell(game: Ladder, position: LadderPosition, proof: Proof) -> str:
    """The sentence for a proof, to the player to move."""
    move = proof["move"]
    begin = f"Take {move}. " if move else ""
    lost = game.play(position, move) if move else position
    loser, winner = ("They", "you") if move else ("You", "they")
    if proof["kind"] == END:
        return f"{begin}{loser} own {lost.own}, and no multiple of {lost.own} is left."
    if proof["kind"] == TREE:
        return f"{begin}{_replies(game, lost, proof, loser, winner)}"
    told = _by_rule if proof["kind"] == "doubling" else _counted
    return begin + told(game, lost, proof, loser, winner)


def _counted(game: Ladder, lost: LadderPosition, proof: Proof, loser: str, winner: str) -> str:
    own, other = lost.own, lost.one + lost.two - lost.own
    most = most_steps(game, own)
    steps = "once more" if most == 1 else f"{most} more times"
    path = proof["path"][:most]
    kept = ", ".join(map(str, path))
    doubled = all(step == other << power for power, step in enumerate(path, 1))
    how = f"{winner} keep doubling {other}" if doubled and most > 1 else f"{winner} climb"
    return (
        f"{loser} own {own}, and every step at least doubles it, so within {game.high} "
        f"{loser.lower()} can climb {steps} at most. Meanwhile {how} from {other} to "
        f"{kept}: no multiples of {own}, so nobody can take them away."
    ).replace(f"doubling {other} from {other} to", f"doubling, from {other} to")


def _replies(game: Ladder, lost: LadderPosition, proof: Proof, loser: str, winner: str) -> str:
    """A tree in words, each branch with what decides it."""

    def note(replies: tuple[int, ...], after: Proof) -> str:
        if after["kind"] == END:
            return f", and no multiple of {either_own(replies)} is left"
        if after["kind"] == "count":
            return f" (and then {', '.join(map(str, after['path'])) or 'nothing'} is safe)"
        return ""

    def either_own(replies: tuple[int, ...]) -> str:
        return "it" if len(replies) == 1 else "them"

    begin = "Whatever they take is answered" if loser == "They" else "They answer whatever you take"
    return f"{begin}: {replies_in_words(game, proof, winner, note)}"


def _by_rule(game: Ladder, lost: LadderPosition, proof: Proof, loser: str, winner: str) -> str:
    """What answers every move from the start, or from where only 2 has been taken."""
    scale, other = gcd(lost.one, lost.two), lost.one + lost.two - lost.own
    limit, other = game.high // scale, other // scale
    answer, their, own = (
        ("Answer", "they", "your") if loser == "They" else ("They answer", "you", "their")
    )
    if other == 1 and limit == 3:
        return f"{answer} 2 with 3 and 3 with 2, and {their} cannot climb."
    told, count = f"{answer} ", doublings(limit)
    often = "once" if count == 1 else f"{count} times"
    decides = f"3 can be doubled {often} within {limit}"
    if other == 1:
        told += "a larger power of two than 2 with 3, anything else but 2 with 2, and 2 with 4. "
        limit, scale = limit // 2, 2
        told += f"After 2 and 4: {answer.lower()} " if limit >= 6 else ""
    if limit >= 6:
        told += listed(f"{what} with {number}" for what, number in answers(limit, scale))
        told += ". " + _again(limit, scale)
    return (
        f"{told}Otherwise double from there on, and take three times {own} number instead the "
        f"moment {their} take one that doubling would reach. What decides is that {decides}, "
        f"an {'odd' if count % 2 else 'even'} number."
    )


def answers(limit: int, scale: int) -> list[tuple[str, int]]:
    """What answers each number that the loser of P can take, with all numbers times `scale`."""
    found = [(f"{3 * scale}", 6 if is_close(limit) else 4)]
    found.append((f"{4 * scale}", 8 if limit >= 8 else 6))
    if limit >= 8:
        found.append((f"{4 * scale} doubled further", 6))
    return [(what, number * scale) for what, number in [*found, ("anything else", 4)]]


def is_close(limit: int) -> bool:
    """Whether doubling 2 is not enough against 3, so that 6 must be taken."""
    return limit < 4 << doublings(limit)


def _again(limit: int, scale: int) -> str:
    """Where the loser stands in P again, on a larger scale."""
    places = [f"{3 * scale} and {6 * scale}"] if is_close(limit) else []
    places += [f"{4 * scale} and {8 * scale}"] if limit >= 8 else []
    told = " or ".join(places)
    return f"After {told} all this holds again in proportion. " if places else ""
