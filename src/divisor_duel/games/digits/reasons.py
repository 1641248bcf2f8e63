"""Digits' proofs in words, for normal play and for misere."""

from __future__ import annotations

from divisor_duel.engine.reasons import common_reason, either, listed
from divisor_duel.games.digits.proofs import (
    Answers,
    DigitsProof,
    Last,
    MisereDigitsProof,
    Partners,
    Safe,
    has_rare_multiples,
)
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.parts import Reasons
from divisor_duel.proof import Answered, End, Tree


def sentence(game: Digits, position: DigitsPosition, proof: DigitsProof) -> str:
    """Return the sentence for a proof, addressed to the player to move."""
    if isinstance(proof, Answered):
        return common_reason(game, position, proof)
    move = proof.move
    lost = game.play(position, move) if move else position
    if isinstance(proof, End):
        return f"{_multiple(game, position, move)}, so {game.format_move(move)} wins at once."
    if isinstance(proof, Tree):
        return _tree(game, lost, proof, move)
    if isinstance(proof, Partners):
        return _partners(game, lost, proof, move)
    if lost.left.bit_count() == 1:
        return _last(game, lost, move)
    return _rare(game, lost, move) if has_rare_multiples(game) else _safe(game, lost, proof, move)


def _multiple(game: Digits, position: DigitsPosition, digit: int) -> str:
    """Say which multiple of the target `digit` makes."""
    number = position.number * game.base + digit
    meant = "" if game.base == 10 else f"in base {game.base} is {number}, and that "
    return f"{game.written(number)} {meant}is {game.target} x {number // game.target}"


def _rare(game: Digits, lost: DigitsPosition, move: int) -> str:
    """Explain theorem 1: there is always a digit that nothing left can finish."""
    why = (
        f"at most one digit can be answered by a multiple of {game.target}, as two of them "
        f"would make {game.target} divide a difference below {game.base**2 - game.base - 1}"
    )
    if move:
        return (
            f"Write {game.format_move(move)}: nothing left can finish it. You can do so "
            f"every time: {why}. They write the last digit and lose."
        )
    return (
        "No digit makes a multiple now. From here on they write, each time, a digit that "
        f"nothing left can finish: {why}. The last digit is yours, and it loses."
    )


def _safe(game: Digits, lost: DigitsPosition, proof: Safe, move: int) -> str:
    """Explain the rule of a ``safe`` proof."""
    choice, count = _choice(game, lost, proof, "you" if move else "they"), lost.left.bit_count()
    if move:
        begin = f"Write {game.format_move(move)}: nothing left can finish it."
        rule = f"Finish when you can; else write {choice}."
        last = "There always is one, and the last digit is theirs: it loses."
        if count % 2 == 0:
            last = "There always is one, until you can finish."
    else:
        begin = "No digit makes a multiple now."
        rule = f"They finish when they can; else they write {choice}."
        last = "There always is one, and the last digit is yours: it loses."
        if count % 2 == 0:
            last = "There always is one, until they can finish."
    return f"{begin} {rule} {last}"


def _partners(game: Digits, lost: DigitsPosition, proof: Partners, move: int) -> str:
    """Explain digit sums: what a multiple is, the partners, and that they suffice."""
    modulus = proof.sum
    step = game.target // modulus
    last = either(map(game.format_move, range(step, game.base, step)))
    you, theirs = ("you", "theirs") if move else ("they", "yours")
    begin = f"Write {game.format_move(move)}. After that" if move else "From here on"
    end = f"{you} finish before the digits run out"
    if lost.left.bit_count() % 2:
        end = f"if the digits run out, the last one is {theirs} and loses"
    return (
        f"A number is a multiple of {game.target} exactly if its last digit is {last} and its "
        f"digits add up to a multiple of {modulus}. {begin} {you} answer a digit by finishing if "
        f"that can be, else with its partner: {_pairs(game, proof)}. Each answer makes the sum a "
        f"multiple of {modulus} again, and then no single digit finishes; {end}."
    )


def _pairs(game: Digits, proof: Partners) -> str:
    return ", ".join("-".join(map(game.format_move, pair)) for pair in proof.pairs)


def _last(game: Digits, lost: DigitsPosition, move: int) -> str:
    """Explain that only one digit is left, which loses for the player to move."""
    digit = game.format_move(lost.left.bit_length() - 1)
    why = f"is the last digit and makes no multiple of {game.target}"
    if move:
        return f"Write {game.format_move(move)}: then {digit} {why}. They must write it and lose."
    return f"{digit} {why}: you must write it and lose."


def _choice(game: Digits, lost: DigitsPosition, proof: Safe, winner: str) -> str:
    """Name the digit that the rule writes where nothing finishes."""
    order = _order(game, lost, proof.order)
    if proof.ahead == 1:
        return order
    loser, left = ("they", "you") if winner == "you" else ("you", "them")
    return f"{order} and leaves {left} a finish or another such digit, whatever {loser} write"


def _order(game: Digits, lost: DigitsPosition, order: tuple[int, ...]) -> str:
    """Name the first safe digit: ``the smallest digit that nothing left can finish``."""
    left = [digit for digit in order if lost.left >> digit & 1]
    safe = "that nothing left can finish"
    if left == sorted(left):
        return f"the smallest digit {safe}"
    if left == sorted(left, reverse=True):
        return f"the largest digit {safe}"
    return f"the first digit of {' '.join(map(game.format_move, left))} {safe}"


def _tree(game: Digits, lost: DigitsPosition, tree: Tree, move: int) -> str:
    """Explain a tree: the answer to each digit."""
    finished = all(isinstance(branch.proof, End) and branch.proof.move for branch in tree.branches)
    answers = _answers(game, lost, tree, "you" if move else "they")
    if not move:
        begin = (
            "Whatever you write, they finish at once" if finished else "Every digit has its answer"
        )
        return f"{begin}: {answers}."
    who = "you finish at once" if finished else "you have an answer"
    return (
        f"Write {game.format_move(move)}: whatever they write, {who}. "
        f"{answers[0].upper() + answers[1:]}."
    )


def _answers(game: Digits, lost: DigitsPosition, tree: Tree, winner: str) -> str:
    """Say what answers each digit, and why; digits with the same rule come together."""
    clauses, ruled = list[str](), dict[str, list[str]]()
    for branch in tree.branches:
        replies, after = branch.replies, branch.proof
        names, answer = either(map(game.format_move, replies)), game.format_move(after.move)
        reached = game.play(lost, replies[0])
        if not after.move:
            clauses.append(f"{names} is the last digit and makes no multiple")
        elif isinstance(after, End):
            made = [_multiple(game, game.play(lost, reply), after.move) for reply in replies]
            clauses.append(f"{names} is met by {answer} ({listed(made)})")
        elif isinstance(after, Tree):
            inner = _answers(game, game.play(reached, after.move), after, winner)
            clauses.append(f"{names} is met by {answer} (then {inner})")
        elif isinstance(after, Partners):
            partners = f"finishing if that can be, else by its partner: {_pairs(game, after)}"
            clauses.append(f"{names} is met by {answer}, and from then on each digit by {partners}")
        else:
            assert isinstance(after, Safe)
            choice = _choice(game, game.play(reached, after.move), after, winner)
            ruled.setdefault(choice, []).append(f"{names} is met by {answer}")
    for choice, pairs in ruled.items():
        then = f"after that {winner} finish when {winner} can, else write {choice}"
        clauses.append(f"{listed(pairs)}, and {then}")
    return "; ".join(clauses)


def misere_sentence(game: Digits, position: DigitsPosition, proof: MisereDigitsProof) -> str:
    """Return the sentence for a misere proof, addressed to the player to move."""
    if isinstance(proof, Answers):
        return common_reason(game, position, Answered(proof.move, proof.answers))
    if not isinstance(proof, Last):
        return common_reason(game, position, proof)
    move = proof.move
    begin = f"Write {game.format_move(move)}, which makes no multiple. " if move else ""
    whose = "You write" if move else "They write"
    winner = "you" if move else "they"
    return (
        f"{begin}{whose} the last digit. At any moment at most one digit makes a multiple of "
        f"{game.target}, so nobody is forced to before there is only one left. When {winner} have "
        f"three to choose from, at most one makes a multiple, and at most one lets the last two "
        f"make one, since {game.target} is too large for more: the third wins."
    )


REASONS = Reasons(sentence)
MISERE_REASONS = Reasons(misere_sentence)
