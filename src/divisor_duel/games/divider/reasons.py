"""Divider Duel: why somebody wins, in words."""

from __future__ import annotations

from divisor_duel.engine.reasons import either, listed
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.parts import Reasons
from divisor_duel.numbers import members, multiples
from divisor_duel.proof import END, TREE, Proof, branches

LONGEST = 300
"""Answers that would take more letters are told without what they leave."""


def tell(game: Divider, position: DividerPosition, proof: Proof) -> str:
    """The sentence for a proof, to the player to move."""
    move = proof["move"]
    if proof["kind"] == END:
        if position.left.bit_count() == 1:
            return "There is one number left: take it and win."
        return f"Take {move}: nothing is left, so you win at once."
    lost = game.play(position, move) if move else position
    begin = f"Take {move}. " if move else ""
    return begin + _lost(game, lost, proof, "you" if move else "they")


def _lost(
    game: Divider, lost: DividerPosition, proof: Proof, winner: str, last: str = "the last"
) -> str:
    """Explain why the player to move loses; `last` names a number that leaves nothing."""
    kind = proof["kind"]
    if kind == "parity":
        return _one_by_one(len(members(lost.left)), winner)
    if kind == "mirror":
        return _mirrored(game, lost, proof, winner)
    if kind == TREE:
        return _answered(game, lost, proof, winner, last)
    if kind == "answers":
        return _by_table(proof, winner)
    return _cancelling(proof["groups"], winner)


def _one_by_one(count: int, winner: str) -> str:
    """Why numbers that divide one another nowhere are lost."""
    if count == 2:
        return f"Two numbers are left, and neither divides the other: {winner} take the last."
    return (
        f"None of the {count} numbers left divides another, so every move takes just one of them, "
        f"and {count} is even: {winner} take the last."
    )


def _mirrored(game: Divider, lost: DividerPosition, proof: Proof, winner: str) -> str:
    """Copying, and what else there is."""
    swapped = {number for step in proof["steps"] for pair in step for number in pair}
    begin = _copied(proof["steps"], winner)
    if proof["rest"] is None:
        loser = "they" if winner == "you" else "you"
        return (
            f"{begin} Every number has a partner: whatever {loser} take, {winner} take its partner."
        )
    kept = lost._replace(left=sum(1 << n for n in members(lost.left) if n not in swapped))
    numbers = " ".join(map(str, members(kept.left)))
    rest = _lost(game, kept, proof["rest"], winner, "the last of these")
    return f"{begin} Besides these only {numbers} count. {rest}"


def _copied(steps: list[list[list[int]]], winner: str) -> str:
    return f"{winner.capitalize()} answer by copying: {listed(map(_step, steps))}."


def _step(step: list[list[int]]) -> str:
    """One swap: ``13 26 with 17 34``; pairs that have nothing to do with each other apart."""
    ones, others = zip(*step, strict=True)
    first, second = step[0]
    column = all(one * second == other * first for one, other in step)
    if column or any(b % a == 0 for a in ones for b in ones if a < b):
        return f"{' '.join(map(str, ones))} with {' '.join(map(str, others))}"
    return listed(f"{one} with {other}" for one, other in step)


def _answered(game: Divider, lost: DividerPosition, proof: Proof, winner: str, last: str) -> str:
    """A tree: what answers each number, and what that leaves as far as a sentence holds it."""
    told = _answers(game, lost, proof, last, further=True)
    if sum(map(len, told)) > LONGEST:
        told = _answers(game, lost, proof, last, further=False)
    return f"{winner.capitalize()} answer {'; '.join(told)}."


def _answers(
    game: Divider, lost: DividerPosition, proof: Proof, last: str, *, further: bool
) -> list[str]:
    told = []
    for replies, after in branches(proof):
        names = either(map(str, replies))
        gone = multiples(replies[0], game.high) | multiples(after["move"], game.high)
        rest = lost.left & ~gone
        left = "" if rest else f", {last}"
        if further and len(replies) == 1 and rest:
            left = f", which leaves {' '.join(map(str, members(rest)))}{_why(after)}"
        told.append(f"{names} with {after['move']}{left}")
    return told


def _by_table(proof: Proof, winner: str) -> str:
    """What answers each number."""
    told = dict[int, list[str]]()
    for number, answer in proof["answers"]:
        told.setdefault(answer, []).append(str(number))
    said = "; ".join(f"{either(numbers)} with {answer}" for answer, numbers in told.items())
    table = f"{winner.capitalize()} answer {said}, and have an answer again every time."
    if not proof["steps"]:
        return table
    return f"{_copied(proof['steps'], winner)} Of the rest {table[0].lower() + table[1:]}"


def _why(proof: Proof) -> str:
    """In few words why what an answer leaves is lost."""
    if proof["kind"] == TREE:
        answers = [
            f"{either(map(str, replies))} with {after['move']}"
            for replies, after in branches(proof)
        ]
        return f" (and then {listed(answers)})"
    if proof["kind"] == "parity":
        return " (one by one)"
    if proof["kind"] == "mirror" and proof["rest"] is None:
        return f" (copy: {listed(_step(step) for step in proof['steps'])})"
    return ""


def _cancelling(valued: list[tuple[list[int], int]], winner: str) -> str:
    """Why groups whose nim-values cancel are lost for the player to move."""
    alone = [numbers[0] for numbers, _ in valued if len(numbers) == 1]
    parts = [
        f"{' '.join(map(str, numbers))} (nim-value {nim})"
        for numbers, nim in valued
        if len(numbers) > 1
    ]
    if alone:
        each = "each nim-value 1" if len(alone) > 1 else "nim-value 1"
        parts.append(f"{' and '.join(map(str, alone))} alone ({each})")
    told = f"They fall into groups that no move joins: {'; '.join(parts)}."
    powers = ", ".join(_powers_of_two(nim) for _, nim in valued if nim)
    if not powers:
        return f"{told} Their nim-values are all 0: {winner} can answer any move in its own group."
    return (
        f"{told} Their nim-values cancel: in powers of two ({powers}) each power comes an even "
        f"number of times. Whatever is done in one group, {winner} can make it so again, down to "
        "nothing."
    )


def _powers_of_two(number: int) -> str:
    """A number as a sum of powers of two: ``3 = 2+1``."""
    powers = [str(1 << power) for power in range(number.bit_length()) if number >> power & 1]
    return str(number) if len(powers) == 1 else f"{number} = {'+'.join(reversed(powers))}"


REASONS = Reasons(tell)
