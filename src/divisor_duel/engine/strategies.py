"""The strategy behind a proof, for any game.

A game's `strategy.py` turns its own kinds of proof into rules. Endings and trees have the same
rules in every game. Where no rule is known, `Searched` solves each position again, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from divisor_duel.engine.clock import Budget
from divisor_duel.engine.theories import new_theory
from divisor_duel.engine.theory import Theory
from divisor_duel.game import Game, Player
from divisor_duel.games.parts import STRATEGY, Strategies, find
from divisor_duel.proof import Answered, End, Proof, Tree
from divisor_duel.strategy import FirstMove, Rule, Strategy, Table

PLAIN = Strategies(lambda game, lost, proof: (), lambda game, position, move: "", "play")
"""What a game without a `strategy.py` has."""


@dataclass(frozen=True)
class Searched(Rule[Any]):
    """Solve the position again, whatever the opponent did."""

    game: Game[Any]
    """The game with its options."""
    example: str = ""
    """An answer as an example: ``if your opponent takes 9, take 7``."""

    searches = True

    @cached_property
    def _theory(self) -> Theory[Any, Any]:
        return new_theory(self.game)

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "example": self.example}

    def move(self, position: Any) -> int:
        best = self._theory.best(position, Budget(None, 0))
        return best.moves[0]

    def words(self, position: Any) -> str:
        example = f"; for example, {self.example}" if self.example else ""
        return f"Let the computer find each answer{example}."

    def because(self, position: Any, *, winning: bool) -> str:
        example = f"; for example, {self.example}" if self.example else ""
        return f"The computer checked every continuation{example}."


def strategy_of(game: Game[Any], position: Any, winner: Player, proof: Proof) -> Strategy[Any]:
    """Return the strategy that a proof describes, for the winner of `position`."""
    own = find(game, STRATEGY) or PLAIN
    if not proof.move:
        rules = _rules_after(game, position, proof, winning=False)
        return Strategy(game, position, winner, rules)
    text = own.first_move(game, position, proof.move) or _plain_first(game, own, proof.move)
    first = FirstMove[Any](position, proof.move, text)
    after = game.play(position, proof.move)
    rules = _rules_after(game, after, proof, winning=True)
    return Strategy(game, position, winner, (first, *rules))


def searched(game: Game[Any], position: Any, winner: Player, move: int) -> Strategy[Any]:
    """Return the strategy of a player who is known to win by a search alone.

    `move` is the move that wins now; 0 if the opponent is to move.
    """
    rules: tuple[Rule[Any], ...] = (Searched(game),)
    if move:
        own = find(game, STRATEGY) or PLAIN
        text = own.first_move(game, position, move) or _plain_first(game, own, move)
        rules = (FirstMove(position, move, text), *rules)
    return Strategy(game, position, winner, rules)


def _plain_first(game: Game[Any], own: Strategies, move: int) -> str:
    return f"{own.verb.capitalize()} {game.format_move(move)}."


def _rules_after(
    game: Game[Any], lost: Any, proof: Proof, *, winning: bool
) -> tuple[Rule[Any], ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move.

    `winning` says whether the reader is the winner.
    """
    own = find(game, STRATEGY) or PLAIN
    if isinstance(proof, End):
        return ()
    if isinstance(proof, Answered):
        table = {game.play(lost, reply): answer for reply, answer in proof.answers if answer}
        words = _answers_in_words(game, own, proof, winning=winning)
        example = next(iter(words), "")
        return (
            Table[Any](_sentences(_answers_in_words(game, own, proof, winning=True)), table),
            Searched(game, example),
        )
    if isinstance(proof, Tree):
        table = dict(_answers(game, lost, proof))
        steps = _sentences(_tree_in_words(game, own, proof, winning=True))
        headline = _sentences(_tree_in_words(game, own, proof, winning=winning))
        leaves = [
            rule
            for after, leaf in _leaves(game, lost, proof)
            for rule in _rules_after(game, after, leaf, winning=winning)
        ]
        return (Table[Any](steps, table, headline), *dict.fromkeys(leaves))
    return own.rules(game, lost, proof) or (Searched(game),)


def _answers(game: Game[Any], lost: Any, tree: Tree) -> Iterator[tuple[Any, int]]:
    """Yield the winner's move after each reply in a tree, by position."""
    for branch in tree.branches:
        for reply in branch.replies:
            reached = game.play(lost, reply)
            if branch.proof.move:
                yield reached, branch.proof.move
                if isinstance(branch.proof, Tree):
                    yield from _answers(game, game.play(reached, branch.proof.move), branch.proof)


def _leaves(game: Game[Any], lost: Any, tree: Tree) -> Iterator[tuple[Any, Proof]]:
    """Yield the proofs at which a tree ends, each with the lost position that it is about."""
    for branch in tree.branches:
        for reply in branch.replies:
            if not branch.proof.move:
                continue
            after = game.play(game.play(lost, reply), branch.proof.move)
            if isinstance(branch.proof, Tree):
                yield from _leaves(game, after, branch.proof)
            elif not isinstance(branch.proof, End):
                yield after, branch.proof.with_move(0)


def _answers_in_words(
    game: Game[Any], own: Strategies, proof: Answered, *, winning: bool
) -> list[str]:
    """Return a clause for each answer, replies with the same answer together."""
    replies = dict[int, list[int]]()
    for reply, answer in proof.answers:
        replies.setdefault(answer, []).append(reply)
    return [
        _clause(game, own, tuple(together), answer, winning=winning)
        for answer, together in replies.items()
    ]


def _tree_in_words(game: Game[Any], own: Strategies, tree: Tree, *, winning: bool) -> list[str]:
    """Return a clause for each branch of a tree, in the order of play."""
    clauses = []
    for branch in tree.branches:
        clause = _clause(game, own, branch.replies, branch.proof.move, winning=winning)
        if isinstance(branch.proof, Tree):
            then = _tree_in_words(game, own, branch.proof, winning=winning)
            clause += f", and then, {'; '.join(then)}"
        clauses.append(clause)
    return clauses


def _clause(
    game: Game[Any], own: Strategies, replies: tuple[int, ...], answer: int, *, winning: bool
) -> str:
    """Return one answer in words: ``if your opponent takes 2 or 3, take 5``."""
    names = either([game.format_move(reply) for reply in replies])
    reply = f"your opponent {own.verb}s" if winning else f"you {own.verb}"
    if not answer:
        return f"{names} ends the game, and {'you win' if winning else 'your opponent wins'}"
    verb = own.verb if winning else f"they {own.verb}"
    return f"if {reply} {names}, {verb} {game.format_move(answer)}"


def _sentences(clauses: list[str]) -> str:
    return " ".join(f"{clause[0].upper()}{clause[1:]}." for clause in clauses)


def either(words: list[str]) -> str:
    """Return a choice in words: ``1, 2 or 3``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
