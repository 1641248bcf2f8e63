"""Ladder's proofs in words."""

from __future__ import annotations

from math import gcd

from divisor_duel.engine.reasons import common_reason, either, replies_in_words
from divisor_duel.games.ladder.proofs import Count, Doubling, LadderProof, most_moves
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.solving.theorem import doublings
from divisor_duel.games.parts import Reasons
from divisor_duel.proof import Answered, End, Proof, Tree


def sentence(game: Ladder, position: LadderPosition, proof: LadderProof) -> str:
    """Return the sentence for a proof, addressed to the player to move."""
    if isinstance(proof, Answered):
        return common_reason(game, position, proof)
    move = proof.move
    begin = f"Take {move}. " if move else ""
    lost = game.play(position, move) if move else position
    loser, winner = ("They", "you") if move else ("You", "they")
    if isinstance(proof, End):
        return f"{begin}{loser} own {lost.own}, and no multiple of {lost.own} is left."
    if isinstance(proof, Tree):
        return f"{begin}{_replies(game, proof, loser, winner)}"
    if isinstance(proof, Doubling):
        return f"{begin}{_by_rule(game, lost, loser, winner)}"
    return f"{begin}{_counted(game, lost, proof, loser, winner)}"


def _counted(game: Ladder, lost: LadderPosition, proof: Count, loser: str, winner: str) -> str:
    own, other = lost.own, lost.one + lost.two - lost.own
    most = most_moves(game.high, own)
    steps = "once more" if most == 1 else f"{most} more times"
    path = proof.path[:most]
    steps_named = ", ".join(map(str, path))
    no_multiple, them = ("no multiple", "it") if len(path) == 1 else ("no multiples", "them")
    doubled = all(step == other << power for power, step in enumerate(path, 1))
    how = f"{winner} keep doubling {other}" if doubled and most > 1 else f"{winner} climb"
    return (
        f"{loser} own {own}, and every step at least doubles it, so within {game.high} "
        f"{loser.lower()} can climb {steps} at most. Meanwhile {how} from {other} to "
        f"{steps_named}: {no_multiple} of {own}, so {loser.lower()} cannot take {them}."
    ).replace(f"doubling {other} from {other} to", f"doubling, from {other} to")


def _replies(game: Ladder, tree: Tree, loser: str, winner: str) -> str:
    """Put a tree in words, each branch with what decides it."""

    def note(replies: tuple[int, ...], after: Proof) -> str:
        if isinstance(after, End):
            return f", and no multiple of {it_or_them(replies)} is left"
        if isinstance(after, Count):
            safe = "is" if len(after.path) == 1 else "are"
            return f" (and then {', '.join(map(str, after.path))} {safe} safe)"
        return ""

    def it_or_them(replies: tuple[int, ...]) -> str:
        return "it" if len(replies) == 1 else "them"

    begin = "Whatever they take is answered" if loser == "They" else "They answer whatever you take"
    return f"{begin}: {replies_in_words(game, tree, winner, note)}"


def _by_rule(game: Ladder, lost: LadderPosition, loser: str, winner: str) -> str:
    """Name the winner's answer to each number, and how play continues.

    Some answers lead to a position that the theorem covers again, with a smaller limit. The
    answers there depend on that limit, so the sentence says only that they change.
    """
    scale, taken = gcd(lost.one, lost.two), lost.one + lost.two - lost.own
    limit = game.high // scale
    answers, again = _answers_to_two(limit) if taken > scale else _answers_to_all(limit)
    parts = [f"{_numbers(replies, scale)} with {answer * scale}" for answer, replies in answers]
    you = winner == "you"
    begin = "Answer" if you else "They answer"
    first = f"{begin} {', '.join(parts[:-1])}, and {parts[-1]}."
    if limit < FIRST_SECOND_STEP:
        return f"{first} After that {loser.lower()} cannot climb."
    double = f"{'' if you else 'they '}double {'your' if you else 'their'} number each turn"
    if limit < FIRST_BLOCKED:
        return f"{first} Then {double}. {loser} run out of steps first."
    places = " or ".join(f"{one * scale} and {other * scale}" for one, other in again)
    return (
        f"{first} After {places}, {'your' if you else 'their'} answers change. Otherwise {double}, "
        f"or triple it if {loser.lower()} have just taken a number that doubling would reach. "
        f"{loser} run out of steps first."
    )


FIRST_SECOND_STEP = 8
"""Below this limit the loser cannot climb after the winner's first answer."""

FIRST_BLOCKED = 12
"""Below this limit the loser cannot take a number that the winner reaches by doubling."""

MOST_LISTED = 6
"""Longest list of doublings that a sentence spells out."""

Answers = tuple[list[tuple[int, list[int]]], list[tuple[int, int]]]
"""The winner's answers, each with its replies (none: all others); then the pairs of a reply and
its answer after which the theorem applies again.
"""


def _answers_to_all(limit: int) -> Answers:
    """Return the answers to the first number of a game that the first player loses."""
    if limit == 3:
        return [(3, [2]), (2, [])], []
    return [(3, _doublings_of(4, limit)), (4, [2]), (2, [])], [(2, 4)]


def _answers_to_two(limit: int) -> Answers:
    """Return the answers of a player who owns 2 to one who owns 1.

    Multiples of 2 and 1 by the same number have the same answers, multiplied by it.
    """
    again = [(3, 6)] if limit < 4 << doublings(limit) else []  # doubling 2 would not outlast 3
    three = [(6, [3])] if again else []
    if limit < 8:
        return [*three, (6, [4]), (4, [])], again
    return [(6, _doublings_of(8, limit)), *three, (8, [4]), (4, [])], [*again, (4, 8)]


def _doublings_of(number: int, limit: int) -> list[int]:
    return [number << power for power in range((limit // number).bit_length())]


def _numbers(replies: list[int], scale: int) -> str:
    """Name the replies: ``8, 16 or 32``, or ``any other number`` if none are listed."""
    names = [str(number * scale) for number in replies]
    if len(names) > MOST_LISTED:
        return f"{', '.join(names[:MOST_LISTED])} and so on"
    return either(names) if names else "any other number"


REASONS = Reasons(sentence)
