"""Divider Duel's proofs in words."""

from __future__ import annotations

from divisor_duel.engine.reasons import common_reason, either, listed
from divisor_duel.games.divider.proofs import (
    Answers,
    DividerProof,
    Groups,
    Mirror,
    Parity,
    Step,
    ValuedGroup,
)
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.parts import Reasons
from divisor_duel.numbers import members, multiples
from divisor_duel.proof import Answered, End, Proof, Tree

LONGEST = 300
"""Longest list of answers, in characters, that also says what each answer leaves."""


def sentence(game: Divider, position: DividerPosition, proof: DividerProof) -> str:
    """Return the sentence for a proof, addressed to the player to move."""
    if isinstance(proof, Answered):
        return common_reason(game, position, proof)
    move = proof.move
    if isinstance(proof, End):
        if position.left.bit_count() == 1:
            return "There is one number left: take it and win."
        return f"Take {move}: nothing is left, so you win at once."
    lost = game.play(position, move) if move else position
    begin = f"Take {move}. " if move else ""
    return begin + _loss(game, lost, proof, "you" if move else "they")


def _loss(
    game: Divider, lost: DividerPosition, proof: Proof, winner: str, last: str = "the last"
) -> str:
    """Explain why the player to move loses.

    `last` is what the sentence calls an answer that leaves nothing.
    """
    if isinstance(proof, Parity):
        return _parity(len(members(lost.left)), winner)
    if isinstance(proof, Mirror):
        return _mirror(game, lost, proof, winner)
    if isinstance(proof, Tree):
        return _tree(game, lost, proof, winner, last)
    if isinstance(proof, Answers):
        return _answers(proof, winner)
    assert isinstance(proof, Groups)
    return _groups(proof.groups, winner)


def _parity(count: int, winner: str) -> str:
    """Explain why an even count of numbers, none of which divides another, is lost."""
    if count == 2:
        return f"Two numbers are left, and neither divides the other: {winner} take the last."
    return (
        f"None of the {count} numbers left divides another, so every move takes just one of them, "
        f"and {count} is even: {winner} take the last."
    )


def _mirror(game: Divider, lost: DividerPosition, proof: Mirror, winner: str) -> str:
    """Name the numbers that copy each other; explain why the other ones are lost."""
    swapped = {number for step in proof.steps for pair in step for number in pair}
    begin = _copied(proof.steps, winner)
    if proof.rest is None:
        loser = "they" if winner == "you" else "you"
        return (
            f"{begin} Every number has a partner: whatever {loser} take, {winner} take its partner."
        )
    unswapped = lost._replace(left=sum(1 << n for n in members(lost.left) if n not in swapped))
    numbers = " ".join(map(str, members(unswapped.left)))
    rest = _loss(game, unswapped, proof.rest, winner, "the last of these")
    return f"{begin} Besides these only {numbers} count. {rest}"


def _copied(steps: tuple[Step, ...], winner: str) -> str:
    return f"{winner.capitalize()} answer by copying: {listed(map(_step, steps))}."


def _step(step: Step) -> str:
    """Name one swap: ``13 26 with 17 34``, or unrelated pairs one by one."""
    ones, others = zip(*step, strict=True)
    first, second = step[0]
    column = all(one * second == other * first for one, other in step)
    if column or any(b % a == 0 for a in ones for b in ones if a < b):
        return f"{' '.join(map(str, ones))} with {' '.join(map(str, others))}"
    return listed(f"{one} with {other}" for one, other in step)


def _tree(game: Divider, lost: DividerPosition, tree: Tree, winner: str, last: str) -> str:
    """Name the answer to each number and, if the sentence stays short, what it leaves."""
    clauses = _branches(game, lost, tree, last, further=True)
    if sum(map(len, clauses)) > LONGEST:
        clauses = _branches(game, lost, tree, last, further=False)
    return f"{winner.capitalize()} answer {'; '.join(clauses)}."


def _branches(
    game: Divider, lost: DividerPosition, tree: Tree, last: str, *, further: bool
) -> list[str]:
    """Return a clause per branch of a tree; `further` adds what the answer leaves."""
    clauses = []
    for branch in tree.branches:
        replies, answer = branch.replies, branch.proof.move
        names = either(map(str, replies))
        gone = multiples(replies[0], game.high) | multiples(answer, game.high)
        rest = lost.left & ~gone
        left = "" if rest else f", {last}"
        if further and len(replies) == 1 and rest:
            numbers = " ".join(map(str, members(rest)))
            left = f", which leaves {numbers}{_short_reason(branch.proof)}"
        clauses.append(f"{names} with {answer}{left}")
    return clauses


def _answers(proof: Answers, winner: str) -> str:
    """Name the answer to each number."""
    replies = dict[int, list[str]]()
    for number, answer in proof.answers:
        replies.setdefault(answer, []).append(str(number))
    clauses = "; ".join(f"{either(numbers)} with {answer}" for answer, numbers in replies.items())
    sentence = f"{winner.capitalize()} answer {clauses}, and have an answer again every time."
    if not proof.steps:
        return sentence
    return f"{_copied(proof.steps, winner)} Of the rest {sentence[0].lower() + sentence[1:]}"


def _short_reason(proof: Proof) -> str:
    """Say in a few words why the position that an answer leaves is lost."""
    if isinstance(proof, Tree):
        answers = [
            f"{either(map(str, branch.replies))} with {branch.proof.move}"
            for branch in proof.branches
        ]
        return f" (and then {listed(answers)})"
    if isinstance(proof, Parity):
        return " (one by one)"
    if isinstance(proof, Mirror) and proof.rest is None:
        return f" (copy: {listed(_step(step) for step in proof.steps)})"
    return ""


def _groups(valued: tuple[ValuedGroup, ...], winner: str) -> str:
    """Explain why the player to move loses if the nim-values of the groups cancel."""
    alone = [numbers[0] for numbers, _ in valued if len(numbers) == 1]
    parts = [
        f"{' '.join(map(str, numbers))} (nim-value {nim})"
        for numbers, nim in valued
        if len(numbers) > 1
    ]
    if alone:
        each = "each nim-value 1" if len(alone) > 1 else "nim-value 1"
        parts.append(f"{' and '.join(map(str, alone))} alone ({each})")
    intro = f"They fall into groups that no move joins: {'; '.join(parts)}."
    powers = ", ".join(_powers_of_two(nim) for _, nim in valued if nim)
    if not powers:
        return f"{intro} Their nim-values are all 0: {winner} can answer any move in its own group."
    return (
        f"{intro} Their nim-values cancel: in powers of two ({powers}) each power comes an even "
        f"number of times. Whatever is done in one group, {winner} can make it so again, down to "
        "nothing."
    )


def _powers_of_two(number: int) -> str:
    """Return a number as a sum of powers of two: ``3 = 2+1``."""
    powers = [str(1 << power) for power in range(number.bit_length()) if number >> power & 1]
    return str(number) if len(powers) == 1 else f"{number} = {'+'.join(reversed(powers))}"


REASONS = Reasons(sentence)
