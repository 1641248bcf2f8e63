"""How Digits is won: make a multiple, or leave your opponent no digit that makes one.

In misere it is the reverse: the winner always has a digit that makes no multiple. Each rule plays
itself out against every reply before it applies, unless a theorem says that it wins.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.digits.proofs import (
    Answers,
    Last,
    Partners,
    Safe,
    SafeRule,
    State,
    after,
    finishers,
    follow_partners,
    has_rare_multiples,
    last_digit_decides,
)
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.digits.solving.theory import orders
from divisor_duel.games.parts import Strategies
from divisor_duel.numbers import members
from divisor_duel.proof import Pair, partners, require
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.strategy import Rule

DigitsRule = Rule[DigitsPosition]


@dataclass(frozen=True)
class MakeMultiple(DigitsRule):
    """Write a digit that makes a multiple, which wins at once."""

    game: Digits
    lost: DigitsPosition
    """The position that the opponent gets first."""

    def move(self, position: DigitsPosition) -> int:
        return _finisher(self.game, position)

    def words(self, position: DigitsPosition) -> str:
        return f"If a digit makes a multiple of {self.game.target}, write it."

    def because(self, position: DigitsPosition, *, winning: bool) -> str:
        """Say that every reply is finished at once, if so, with the first as an example."""
        game, reply = self.game, members(self.lost.left)[0]
        if not _always_finishes(game, self.lost):
            return ""
        reached = game.play(self.lost, reply)
        digit = _finisher(game, reached)
        example = f"write {game.format_move(digit)}: {_product(game, game.play(reached, digit))}"
        if winning:
            return (
                f"Whatever your opponent writes, you can make a multiple of {game.target} at once. "
                f"After {game.format_move(reply)}, {example}."
            )
        return (
            f"Whatever you write, your opponent can make a multiple of {game.target} at once. "
            f"After {game.format_move(reply)}, they {example}."
        )


@dataclass(frozen=True)
class Followed(DigitsRule):
    """A rule that applies where following it to the end wins."""

    game: Digits
    lost: DigitsPosition
    """The position that the opponent gets first."""

    def move(self, position: DigitsPosition) -> int:
        digit = self.choose(position)
        return digit if digit and self._wins(position, digit) else 0

    def _wins(self, position: DigitsPosition, digit: int) -> bool:
        reached = after(self.game, _state(self.game, position), digit)
        if reached not in self._won:
            if self.wins_by_theorem(position):
                return True
            with suppress(CertificateError):
                self._won.update(self.follow(reached, CheckBudget(Limits(None, None, None))))
                self._won.add(reached)
        return reached in self._won

    @cached_property
    def _won(self) -> set[State]:
        """States that the rule leaves to the opponent, and wins."""
        return set()

    @abstractmethod
    def choose(self, position: DigitsPosition) -> int:
        """Return the digit that the rule names, or 0; the digit can be a losing one."""

    @abstractmethod
    def wins_by_theorem(self, position: DigitsPosition) -> bool:
        """Return whether a theorem says that the rule wins from here on."""

    @abstractmethod
    def follow(self, lost: State, budget: CheckBudget) -> set[State]:
        """Play the rule from `lost` on; CertificateError if it fails.

        Return all states that it leaves to the opponent.
        """

    def reader_loses(self, position: DigitsPosition) -> bool:
        """Return whether the reader, who sees `position`, is the opponent of the winner."""
        return position.left == self.lost.left

    def last_digit(self, subject: str) -> str:
        """Say who writes the last digit."""
        count = self.game.base - 1
        named = f"{ORDINALS[count]} and last" if count < len(ORDINALS) else "last"
        return f"{subject} write the {named} digit"

    @property
    def loser_writes_last(self) -> bool:
        """Whether the digits run out with a digit of the opponent."""
        return self.lost.left.bit_count() % 2 == 1


ORDINALS = (
    *("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
)
"""Names of places, by number."""


LAST_IS_LOST = "the last digit is the winner's own"


@dataclass(frozen=True)
class WriteSafe(Followed):
    """Write the first digit in an order after which the opponent cannot make a multiple."""

    order: tuple[int, ...]
    """The order in which digits are tried."""
    ahead: int
    """With 2, the winner must also be able to answer every reply in this way."""

    @cached_property
    def _rule(self) -> SafeRule:
        return SafeRule(self.game, self.order, self.ahead)

    def choose(self, position: DigitsPosition) -> int:
        return self._rule.digit(*_state(self.game, position))

    def wins_by_theorem(self, position: DigitsPosition) -> bool:
        return has_rare_multiples(self.game) and position.left.bit_count() % 2 == 0

    def follow(self, lost: State, budget: CheckBudget) -> set[State]:
        require(lost[0] > 0, LAST_IS_LOST)
        require(not finishers(self.game, lost), "a digit left makes a multiple")
        chosen = self._rule.walk(lost, budget)
        return {after(self.game, state, self._rule.digit(*state)) for state in chosen}

    def words(self, position: DigitsPosition) -> str:
        you, they, opponent = _people(self.reader_loses(position))
        again = f" and lets {you} do either again, whatever {they} write" if self.ahead > 1 else ""
        digit = _first_of(self.game, self.order, self.lost)
        return f"Otherwise write {digit} that leaves {opponent} no such digit{again}."

    def because(self, position: DigitsPosition, *, winning: bool) -> str:
        target = self.game.target
        if winning:
            can = "You can always write a digit after which your opponent cannot make a multiple"
            end = "until you make one yourself."
        else:
            can = "Your opponent can always write a digit after which you cannot make a multiple"
            end = "until they make one themselves."
        if not self.loser_writes_last:
            return f"{can} of {target}, {end}"
        return f"{can} of {target}. {self.last_digit('They' if winning else 'You')}, and lose."


MOST_PAIRS = 7
"""Most pairs in a headline."""


@dataclass(frozen=True)
class WritePartner(Followed):
    """Write the partner of the digit just written, so that the digit sum is a multiple again."""

    modulus: int
    """What divides the digit sum after each partner."""
    pairs: tuple[Pair, ...]
    """The partners."""

    @cached_property
    def _partners(self) -> dict[int, int]:
        return partners(self.pairs)

    def choose(self, position: DigitsPosition) -> int:
        partner = self._partners.get(position.number % self.game.base, 0)
        return partner if position.left >> partner & 1 else 0

    def wins_by_theorem(self, position: DigitsPosition) -> bool:
        return False

    def follow(self, lost: State, budget: CheckBudget) -> set[State]:
        require(lost[0] > 0, LAST_IS_LOST)
        return follow_partners(self.game, lost, self._partners, budget)

    def words(self, position: DigitsPosition) -> str:
        return f"Otherwise write the partner of the digit just written: {self._named}."

    def because(self, position: DigitsPosition, *, winning: bool) -> str:
        target, total = self.game.target, f"the digit sum is a multiple of {self.modulus}"
        named = f": {self._named}" if len(self.pairs) <= MOST_PAIRS else ""
        if winning:
            return (
                f"Then make a multiple of {target} or write their digit's partner{named}. "
                f"After a partner, {total}, and they cannot finish."
            )
        return (
            f"Your opponent makes a multiple of {target} or writes your digit's partner"
            f"{named}. After a partner, {total}, and you cannot finish."
        )

    @property
    def _named(self) -> str:
        return ", ".join("-".join(map(self.game.format_move, pair)) for pair in self.pairs)


def rules(game: Digits, lost: DigitsPosition, proof: Safe | Partners) -> tuple[DigitsRule, ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move."""
    finish = MakeMultiple(game, lost)
    if _always_finishes(game, lost):
        return (finish,)
    if isinstance(proof, Partners):
        return finish, WritePartner(game, lost, proof.sum, proof.pairs)
    return finish, WriteSafe(game, lost, proof.order, proof.ahead)


def _state(game: Digits, position: DigitsPosition) -> State:
    return position.left, position.number % game.target


def _finisher(game: Digits, position: DigitsPosition) -> int:
    """Return the first digit that makes a multiple at once, or 0."""
    return next(iter(finishers(game, _state(game, position))), 0)


def _always_finishes(game: Digits, lost: DigitsPosition) -> bool:
    """Return whether every reply lets the winner make a multiple at once."""
    return all(_finisher(game, game.play(lost, reply)) for reply in game.legal_moves(lost))


def _people(reader_loses: bool) -> tuple[str, str, str]:
    """Return what a reader calls the winner, the opponent, and the opponent in full."""
    return ("them", "you", "you") if reader_loses else ("you", "they", "your opponent")


def _first_of(game: Digits, order: tuple[int, ...], lost: DigitsPosition) -> str:
    """Name the first digit of an order: ``the smallest digit``."""
    left = [digit for digit in order if lost.left >> digit & 1]
    if left == sorted(left):
        return "the smallest digit"
    if left == sorted(left, reverse=True):
        return "the largest digit"
    return f"the first of {' '.join(map(game.format_move, left))}"


LARGEST_PRODUCT = 999_999_999
"""Largest number written as a product, all of base 10 included; few check a larger one by hand."""


def _product(game: Digits, position: DigitsPosition) -> str:
    """Say which multiple of the target is written: ``147 = 7 x 21``."""
    number = position.number
    written = game.written(number)
    if number > LARGEST_PRODUCT:
        return f"{game.target} divides {written}"
    product = f"{number} = {game.target} x {number // game.target}"
    return product if written == str(number) else f"{written} in base {game.base} is {product}"


def move_words(game: Digits, position: DigitsPosition, move: int) -> str:
    """Return a move as an instruction."""
    return f"write {game.format_move(move)}"


def end_words(game: Digits, position: DigitsPosition, move: int) -> str:
    """Say why a move wins at once."""
    if game.misere:
        return f"it is the last digit and makes no multiple of {game.target}"
    return _product(game, game.play(position, move))


STRATEGY = Strategies(rules, move_words, end_words)


MOST_FOLLOWED = 60_000
"""Most positions in which rules are tried out before one is chosen."""


@dataclass(frozen=True)
class MakeNoMultiple(Followed):
    """Write the first digit in an order that makes no multiple."""

    order: tuple[int, ...]
    """The order in which digits are tried."""
    ahead: int
    """How many digits in turn the winner must be sure to have, whatever the opponent writes."""

    def choose(self, position: DigitsPosition) -> int:
        return self._digit(_state(self.game, position))

    def _digit(self, state: State) -> int:
        left = [digit for digit in self.order if state[0] >> digit & 1]
        return next((digit for digit in left if self._is_calm(state, digit, self.ahead)), 0)

    def _is_calm(self, state: State, digit: int, ahead: int) -> bool:
        """Return whether this digit makes no multiple, and `ahead` - 1 more can follow."""
        reached = after(self.game, state, digit)
        if reached[1] == 0:
            return False
        return ahead == 1 or all(
            self._answered(after(self.game, reached, reply), ahead - 1)
            for reply in members(reached[0])
        )

    def _answered(self, state: State, ahead: int) -> bool:
        """Return whether the winner, who is to move in `state`, has a calm digit or has won."""
        left, remainder = state
        return remainder == 0 or any(self._is_calm(state, digit, ahead) for digit in members(left))

    def wins_by_theorem(self, position: DigitsPosition) -> bool:
        odd = position.left.bit_count() % 2 == 1
        return odd and self.ahead > 1 and last_digit_decides(self.game, position)

    def follow(self, lost: State, budget: CheckBudget) -> set[State]:
        waiting, chosen, left = [lost], set[State](), {lost}
        while waiting:
            state = waiting.pop()
            for reply in members(state[0]):
                reached = after(self.game, state, reply)
                if reached[1] == 0 or reached in chosen:
                    continue  # the opponent made a multiple, or it was seen
                budget.spend()
                chosen.add(reached)
                digit = self._digit(reached)
                require(digit > 0, f"no digit is left after {reply} that makes no multiple")
                waiting.append(after(self.game, reached, digit))
                left.add(waiting[-1])
        return left

    def words(self, position: DigitsPosition) -> str:
        game = self.game
        digit = f"{_first_of(game, self.order, self.lost)} that makes no multiple of {game.target}"
        if self.ahead == 1:
            return f"Write {digit}."
        you, they = ("they", "you") if self.reader_loses(position) else ("you", "they")
        more = {2: "another such digit", 3: "two more such digits"}[self.ahead]
        return f"Write {digit}, and after which {you} can write {more}, whatever {they} write."

    def because(self, position: DigitsPosition, *, winning: bool) -> str:
        winner, they = ("You", "Your opponent") if winning else ("Your opponent", "You")
        can = f"{winner} can always write a digit that makes no multiple of {self.game.target}."
        if self.loser_writes_last:
            return f"{can} {they} cannot, and so {'lose' if they == 'You' else 'loses'}."
        return f"{can} {self.last_digit('You' if winning else 'They')}, and win."


def misere_rules(
    game: Digits, lost: DigitsPosition, proof: Last | Answers
) -> tuple[DigitsRule, ...]:
    """Return the winner's rules in misere from `lost` on; none if only a search is known."""
    if isinstance(proof, Last):
        return (MakeNoMultiple(game, lost, tuple(range(1, game.base)), 2),)
    state, budget = _state(game, lost), CheckBudget(Limits(MOST_FOLLOWED, None, None))
    with suppress(OverBudgetError):
        for order, ahead in _trials(game.base):
            rule = MakeNoMultiple(game, lost, order, ahead)
            with suppress(CertificateError):
                rule.follow(state, budget)
                return (rule,)
    return ()


def _trials(base: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield orders and how far ahead to make sure of digits, the simplest first."""
    up, down, *others = orders(base)
    yield from product((up, down), (1, 2))
    yield from product(others, (1, 2))
    yield from product((up, down, *others), (3,))


MISERE_STRATEGY = Strategies(misere_rules, move_words, end_words)
