"""The strategy behind a proof, for any game.

A game's `strategy.py` turns its own kinds of proof into rules. Endings and trees have the same
rules in every game. Where no rule is known, `Searched` solves each position again, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from divisor_duel.brute_force import Checked, count_checked
from divisor_duel.engine.clock import Budget
from divisor_duel.engine.theories import new_theory
from divisor_duel.engine.theory import AnyTheory
from divisor_duel.game import AnyGame, Game, P, Player, Position
from divisor_duel.games.parts import STRATEGY, Strategies, find
from divisor_duel.proof import Answered, Branch, End, Pair, Proof, Tree
from divisor_duel.strategy import FirstMove, Rule, Strategy, Table

PLAIN = Strategies[AnyGame, Position, Proof](
    lambda game, lost, proof: (), lambda game, position, move: f"play {game.format_move(move)}"
)
"""What a game without a `strategy.py` has."""


MOST_WORDS = 30
"""Most words of a tree in a headline; a longer one gives an example."""

MOST_LISTED = 6
"""Most answers listed in how to win where a search finds the others."""


SEARCH_SECONDS = 10.0
"""Time limit of the search for one answer, in seconds."""


@dataclass(frozen=True)
class Searched(Rule[Position]):
    """Solve the position again, whatever the opponent did.

    It gives no move where no answer is proved in time.
    """

    game: AnyGame
    """The game with its options."""
    lost: Position
    """The position that the opponent gets first."""
    answers: tuple[Pair, ...] = ()
    """The winner's answer to each reply, if they are known."""

    searches = True

    @cached_property
    def _theory(self) -> AnyTheory:
        return new_theory(self.game)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "_theory"}

    def move(self, position: Position) -> int:
        best = self._theory.best(position, Budget(SEARCH_SECONDS, 0))
        return best.moves[0] if best.proved else 0

    @cached_property
    def checked(self) -> Checked:
        """How many positions it takes to check the answers."""
        return count_checked(self.game, self.lost, self.answers)

    def words(self, position: Position) -> str:
        return f"Let the computer find {'all further answers' if self.answers else 'each answer'}."

    def because(self, position: Position, *, winning: bool) -> str:
        if not self.answers:
            return _checked_moves(len(self.game.legal_moves(self.lost)), winning=winning)
        single = self.checked == Checked(1, True)
        counted = "the only continuation" if single else f"{self.checked} continuations"
        reply, answer = self.answers[0]
        example = _clause(self.game, self.lost, (reply,), answer, winning=winning)
        return f"The computer checked {counted}; for example, {example}."


def _checked_moves(count: int, *, winning: bool) -> str:
    """Say that each of `count` moves of the loser was checked."""
    if winning:
        return f"The computer checked {f'all {count} replies' if count > 1 else 'the only reply'}."
    if count > 1:
        return f"The computer checked all {count} moves: they lose."
    return "The computer checked your only move: it loses."


def strategy_of(game: Game[P], position: P, winner: Player, proof: Proof) -> Strategy[P]:
    """Return the strategy that a proof describes, for the winner of `position`."""
    if not proof.move:
        rules = rules_after(game, position, proof, winning=False)
        return Strategy(game, position, winner, rules)
    after = game.play(position, proof.move)
    rules = rules_after(game, after, proof, winning=True)
    return Strategy(game, position, winner, (_first(game, position, proof.move), *rules))


def explanation(game: AnyGame, position: Position, proof: Proof) -> str:
    """Say why the position is won or lost, to the player to move."""
    winner = position.to_move if proof.move else position.to_move.other
    return strategy_of(game, position, winner, proof).reason


def explanation_after(game: AnyGame, position: Position, proof: Proof) -> str:
    """Like `explanation`, for readers who know the proof's move, so that need not be repeated."""
    strategy = strategy_of(game, position, position.to_move, proof)
    first, *others = strategy.rules
    if first == FirstMove(position, proof.move, _bare(game, position, proof.move)):
        strategy = replace(strategy, rules=tuple(others))
    return strategy.reason


def _bare(game: AnyGame, position: Position, move: int) -> str:
    """Return a move as an instruction that says nothing else: ``Take 3.``"""
    verb = _part(game).move_words(game, position, move).partition(" ")[0]
    return capitalized(f"{verb} {game.format_move(move)}")


def searched(game: Game[P], position: P, winner: Player, move: int) -> Strategy[P]:
    """Return the strategy of a player who is known to win by a search alone.

    `move` is the move that wins now; 0 if the opponent is to move.
    """
    first = (_first(game, position, move),) if move else ()
    lost = game.play(position, move) if move else position
    return Strategy(game, position, winner, (*first, Searched(game, lost)))


def rules_after(
    game: AnyGame, lost: Position, proof: Proof, *, winning: bool
) -> tuple[Rule[Position], ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move.

    `winning` says whether the reader is the winner.
    """
    if isinstance(proof, End):
        return ()
    if isinstance(proof, Answered):
        return _answered(game, lost, proof, winning=winning)
    if isinstance(proof, Tree) and not _part(game).trees:
        return _tree(game, lost, proof, winning=winning)
    return _part(game).rules(game, lost, proof) or (Searched(game, lost),)


def _part(game: AnyGame) -> Strategies[AnyGame, Position, Proof]:
    return find(game, STRATEGY) or PLAIN


def _first(game: Game[P], position: P, move: int) -> FirstMove[P]:
    return FirstMove(position, move, capitalized(move_in_words(game, position, move)))


def move_in_words(
    game: AnyGame, position: Position, move: int, subject: str = "", *, brief: bool = False
) -> str:
    """Return a move as a clause, with why it wins if it ends the game: ``take 3 to leave 57``.

    With a `subject`, such as ``they``, the subject makes the move. If `brief`, it does not say
    why the game ends.
    """
    words = _part(game).move_words(game, position, move)
    verb, _, rest = words.partition(" ")
    if subject:
        words = f"{subject} {verb if subject in ('you', 'they') else f'{verb}s'} {rest}"
    outcome = game.outcome(game.play(position, move))
    if not outcome:
        return words
    if brief:
        return f"{words} and win"
    end_words = _part(game).end_words
    if end_words:
        why = end_words(game, position, move)
        return f"{words}: {why}, and {'win' if subject else 'you win'}"
    return f"{words}{' and win' if subject else ', and you win'}: {outcome.reason}"


def capitalized(clause: str) -> str:
    """Return a clause as a sentence."""
    return f"{clause[0].upper()}{clause[1:]}."


def either(words: Iterable[str]) -> str:
    """Return a choice in words: ``1, 2 or 3``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def reply_in_words(game: AnyGame, lost: Position, reply: int, answer: int, *, winning: bool) -> str:
    """Return the winner's answer to one reply as a sentence: ``If they take 9, take 6.``

    `answer` is 0 if the reply ends the game; `winning` says whether the reader is the winner.
    """
    return capitalized(_clause(game, lost, (reply,), answer, winning=winning))


def _answered(
    game: AnyGame, lost: Position, proof: Answered, *, winning: bool
) -> tuple[Rule[Position], ...]:
    """Return a table of the first answers, and a search after them."""
    replies = dict[int, list[int]]()
    for reply, answer in proof.answers:
        replies.setdefault(answer, []).append(reply)
    table = {game.play(lost, reply): answer for reply, answer in proof.answers if answer}
    steps = (
        capitalized(_clause(game, lost, tuple(together), answer, winning=winning))
        for answer, together in list(replies.items())[:MOST_LISTED]
    )
    return Table[Position](" ".join(steps), table), Searched(game, lost, proof.answers)


def _tree(
    game: AnyGame, lost: Position, tree: Tree, *, winning: bool
) -> tuple[Rule[Position], ...]:
    """Return a table of the answers in a tree, and the rules of the proofs at its leaves."""
    table = dict(_tree_answers(game, lost, tree))
    leaves = [
        rule
        for after, leaf in _leaves(game, lost, tree)
        for rule in rules_after(game, after, leaf, winning=winning)
    ]
    steps = headline = _tree_in_words(game, lost, tree, winning=winning)
    if len(headline.split()) > MOST_WORDS:
        branch = tree.branches[0]
        example = _clause(game, lost, branch.replies[:1], branch.proof.move, winning=winning)
        have = "You have" if winning else "Your opponent has"
        headline = f"{have} an answer to every reply; for example, {example}."
    return Table[Position](steps, table, headline), *dict.fromkeys(leaves)


def _tree_answers(game: AnyGame, lost: Position, tree: Tree) -> Iterator[tuple[Position, int]]:
    """Yield the winner's move after each reply in a tree, by position."""
    for branch in tree.branches:
        for reply in branch.replies:
            reached, move = game.play(lost, reply), branch.proof.move
            if move:
                yield reached, move
                if isinstance(branch.proof, Tree):
                    yield from _tree_answers(game, game.play(reached, move), branch.proof)


def _leaves(game: AnyGame, lost: Position, tree: Tree) -> Iterator[tuple[Position, Proof]]:
    """Yield the proofs at which a tree ends, each with the lost position that it is about."""
    for branch in tree.branches:
        for reply in branch.replies:
            if not branch.proof.move or isinstance(branch.proof, End):
                continue
            after = game.play(game.play(lost, reply), branch.proof.move)
            if isinstance(branch.proof, Tree):
                yield from _leaves(game, after, branch.proof)
            else:
                yield after, branch.proof.with_move(0)


def _tree_in_words(game: AnyGame, lost: Position, tree: Tree, *, winning: bool) -> str:
    """Return a tree as sentences, in the order of play."""
    return " ".join(map(capitalized, _clauses(game, lost, tree, winning=winning)))


def _clauses(game: AnyGame, lost: Position, tree: Tree, *, winning: bool) -> Iterator[str]:
    """Yield the lines of a tree; if there is one reply, yield it and what follows in turn."""
    for branch in tree.branches:
        if len(game.legal_moves(lost)) == 1:
            clauses = [*_forced(game, lost, branch, winning=winning)]
        else:
            clauses = [_clause(game, lost, branch.replies, branch.proof.move, winning=winning)]
        if isinstance(branch.proof, Tree):
            after = game.play(game.play(lost, branch.replies[0]), branch.proof.move)
            clauses += _clauses(game, after, branch.proof, winning=winning)
        if len(tree.branches) > 1:
            yield "; then ".join(clauses)
        else:
            yield from clauses


def _forced(game: AnyGame, lost: Position, branch: Branch, *, winning: bool) -> Iterator[str]:
    """Yield the only reply, and its answer: ``they can only take 3``, ``take 3 to leave 3``."""
    (reply,), move = branch.replies, branch.proof.move
    only = _part(game).move_words(game, lost, reply)
    end = "" if move else f", and {_ended(game, winning=winning)}"
    yield f"{'they' if winning else 'you'} can only {only}{end}"
    if move:
        yield move_in_words(game, game.play(lost, reply), move, "" if winning else "they")


def _clause(
    game: AnyGame, lost: Position, replies: tuple[int, ...], answer: int, *, winning: bool
) -> str:
    """Return one answer in words: ``if they take 2 or 3, take 5``."""
    verb = _part(game).move_words(game, lost, replies[0]).partition(" ")[0]
    names = either(game.format_move(reply) for reply in replies)
    condition = f"if {'they' if winning else 'you'} {verb} {names}"
    if len(replies) == len(game.legal_moves(lost)) > 1:
        condition = f"whatever {'they' if winning else 'you'} {verb}"
    if not answer:
        return f"{condition}, {_ended(game, winning=winning)}"
    if len(replies) == 1:
        after = game.play(lost, replies[0])
        words = move_in_words(game, after, answer, "" if winning else "they", brief=True)
    else:
        words = f"{'' if winning else 'they '}{verb} {game.format_move(answer)}"
    return f"{condition}, {words}"


def _ended(game: AnyGame, *, winning: bool) -> str:
    """Say that the winner has won after a reply, with the reason if the game gives one."""
    winner, stuck = "you" if winning else "they", _part(game).stuck
    return f"{winner} {stuck}, so {winner} win" if stuck else f"{winner} win"
