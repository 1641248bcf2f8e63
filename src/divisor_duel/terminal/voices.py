"""What is said in the course of a game, in the rule books' own wording.

Each rule book shows a sample session; its lines are spoken here, so a game
played with the sample's inputs reads like the sample. A game without a voice
of its own is spoken for by the plain one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from divisor_duel.game import Game, Outcome, Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.numbers import members, ranges, span

G = TypeVar("G", bound=Game[Any])
P = TypeVar("P")
Names = Mapping[Player, str]
Lines = list[str]

RULE = "-" * 40


class Voice(Generic[G, P]):
    """Speaks for any game; the rule books' games override what theirs say otherwise."""

    prompt = "Enter your move: "
    """What is asked on a turn, on the line where the answer is typed."""

    def __init__(self, game: G, names: Names) -> None:
        self.game = game
        self.names = names

    def opening(self, position: P) -> Lines:
        """Said before the first turn."""
        return [self.game.title, ""]

    def recall(self, position: P) -> Lines:
        """Said when moves were taken back, if the next turn does not tell where the game is."""
        return []

    def turn(self, position: P) -> Lines:
        """Said when a player is to move, before the prompt."""
        return [f"{self.mover(position)}'s turn.", f"Position: {self.game.describe(position)}"]

    def question(self, position: P) -> str:
        """The prompt in this position."""
        return self.prompt

    def moved(self, before: P, move: int, after: P, who: str) -> Lines:
        """Said after a move by `who`, which is ``You`` or a name."""
        return [
            "" if self.game.outcome(after) is None else f"Position: {self.game.describe(after)}"
        ]

    def ended(self, position: P, outcome: Outcome) -> Lines:
        """Said when the rules have ended the game."""
        return [f"{outcome.reason[0].upper()}{outcome.reason[1:]}.", self.win(outcome)]

    def resigned(self, outcome: Outcome) -> Lines:
        """Said when a player has given up."""
        return [f"{self.names[outcome.winner.other]} resigns.", self.win(outcome)]

    def win(self, outcome: Outcome) -> str:
        """The closing line."""
        return f"{self.names[outcome.winner]} wins the game!"

    def mover(self, position: Any) -> str:
        """The name of the player to move."""
        return self.names[position.to_move]


class DividerVoice(Voice[Divider, DividerPosition]):
    """Divider Duel's sample session."""

    prompt = "Enter the number you wish to remove: "

    def opening(self, position: DividerPosition) -> Lines:
        return [f"Shared List: {list(members(position.left))}", ""]

    def recall(self, position: DividerPosition) -> Lines:
        return self.opening(position)

    def turn(self, position: DividerPosition) -> Lines:
        return [f"{self.mover(position)}, it's your turn."]

    def moved(self, before: DividerPosition, move: int, after: DividerPosition, who: str) -> Lines:
        return [
            "",
            f"{who} removed {move}.",
            f"Numbers divisible by {move} have been removed.",
            f"Updated Shared List: {list(members(after.left))}",
            "",
        ]

    def ended(self, position: DividerPosition, outcome: Outcome) -> Lines:
        return [self.win(outcome)]


class LadderVoice(Voice[Ladder, LadderPosition]):
    """Ladder's sample session."""

    def opening(self, position: LadderPosition) -> Lines:
        return []

    def _state(self, position: LadderPosition) -> Lines:
        return [
            f"Current Number Pool: [{self._pool(members(position.pool))}]",
            f"{self.names[Player.ONE]}'s Current Number: {position.one}",
            f"{self.names[Player.TWO]}'s Current Number: {position.two}",
            "",
        ]

    def _pool(self, pool: tuple[int, ...]) -> str:
        """Six numbers and the range of the rest, as in the sample; short pools in full."""
        if len(pool) <= 12:
            return ", ".join(map(str, pool))
        rest = pool[6:]
        gaps = rest[-1] - rest[0] + 1 > len(rest)
        note = " (excluding previously selected numbers)" if gaps else ""
        return f"{', '.join(map(str, pool[:6]))}, {rest[0]}-{rest[-1]}{note}"

    def turn(self, position: LadderPosition) -> Lines:
        return [
            *self._state(position),
            f"{self.mover(position)}, it's your turn.",
            f"Your Current Number: {position.own}",
        ]

    def question(self, position: LadderPosition) -> str:
        return f"Select a number that is a multiple of {position.own} from the pool:\n"

    def moved(self, before: LadderPosition, move: int, after: LadderPosition, who: str) -> Lines:
        return [
            f"{who} {'have' if who == 'You' else 'has'} selected {move}.",
            f"{move} is removed from the pool.",
            f"{self.mover(before)}'s Current Number is now {move}.",
            "",
        ]

    def ended(self, position: LadderPosition, outcome: Outcome) -> Lines:
        stuck = self.mover(position)
        return [
            *self._state(position),
            f"{stuck} cannot make a valid move: no multiple of {position.own} is left.",
            self.win(outcome),
        ]


class CountdownVoice(Voice[Countdown, CountdownPosition]):
    """Countdown's sample session."""

    prompt = "Enter your chosen divisor: "

    def opening(self, position: CountdownPosition) -> Lines:
        return [RULE, "Welcome to Divisor Duel!", "", f"Starting Number: {self.game.begin}", ""]

    def turn(self, position: CountdownPosition) -> Lines:
        return [
            f"{self.mover(position)}'s Turn",
            f"Current Number: {position.number}",
            f"Divisors available: {list(self.game.legal_moves(position))}",
        ]

    def moved(
        self, before: CountdownPosition, move: int, after: CountdownPosition, who: str
    ) -> Lines:
        return [f"New Current Number is {after.number}", ""]

    def ended(self, position: CountdownPosition, outcome: Outcome) -> Lines:
        return [*self.turn(position), "No valid moves available!", self.win(outcome), RULE]

    def resigned(self, outcome: Outcome) -> Lines:
        return [*super().resigned(outcome), RULE]


class ChainVoice(Voice[Chain, ChainPosition]):
    """Chain's sample session."""

    prompt = "- Enter your chosen number: "

    def opening(self, position: ChainPosition) -> Lines:
        pool = span(self.game.low, self.game.high)
        return [f"Shared Numbers: {self._shortened(members(pool))}", ""]

    def _shortened(self, numbers: tuple[int, ...]) -> str:
        """Five numbers, dots and the last, as in the sample; short lists in full."""
        if len(numbers) <= 7:
            return str(list(numbers))
        return f"[{', '.join(map(str, numbers[:5]))}, ..., {numbers[-1]}]"

    def turn(self, position: ChainPosition) -> Lines:
        taken = members(span(self.game.low, self.game.high) & ~position.pool)
        excluding = f" (excluding {', '.join(map(str, taken))})" if taken else ""
        available = self._shortened(members(position.pool))
        return [
            f"{self.mover(position)}'s Turn:",
            f"- Last Opponent Number: {position.last or None}",
            f"- Available Numbers: {available}{excluding}",
            *self._choices(position),
        ]

    def _choices(self, position: ChainPosition) -> Lines:
        legal = ", ".join(map(str, self.game.legal_moves(position))) or "none"
        if position.last:
            return [f"- Valid choices (factors/multiples of {position.last}): {legal}"]
        return [f"- Valid choices (even numbers): {legal}"] if self.game.opening == "even" else []

    def moved(self, before: ChainPosition, move: int, after: ChainPosition, who: str) -> Lines:
        return [""]

    def ended(self, position: ChainPosition, outcome: Outcome) -> Lines:
        return [
            *self.turn(position),
            f"{self.mover(position)} has no valid choice and loses.",
            self.win(outcome),
        ]


class DigitsVoice(Voice[Digits, DigitsPosition]):
    """Digits' sample session."""

    prompt = "Select a digit: "

    def _digits(self, position: DigitsPosition) -> str:
        return " ".join(self.game.format_move(digit) for digit in members(position.left))

    def opening(self, position: DigitsPosition) -> Lines:
        base = [] if self.game.base == 10 else [f"Base: {self.game.base}"]
        return [
            f"Target Divisor: {self.game.target}",
            *base,
            *self.recall(position),
        ]

    def recall(self, position: DigitsPosition) -> Lines:
        return [
            f"Available Digits: {self._digits(position)}",
            f"Current Number: {self.game.written(position.number)}",
            "",
        ]

    def turn(self, position: DigitsPosition) -> Lines:
        return [f"{self.mover(position)}'s turn."]

    def moved(self, before: DigitsPosition, move: int, after: DigitsPosition, who: str) -> Lines:
        written = f"Current Number: {self.game.written(after.number)}"
        if self.game.outcome(after) is None:
            return [written, f"Available Digits: {self._digits(after)}", self._check(after), ""]
        if after.number % self.game.target == 0:
            return [written, self._check(after), ""]
        return [written, self._check(after), "", "Final Digit Pool: Empty", written]

    def _check(self, position: DigitsPosition) -> str:
        """How the division comes out; from four digits on with decimals, as in the sample."""
        number, target = position.number, self.game.target
        text = self.game.written(number)
        quotient, remainder = divmod(number, target)
        if remainder == 0:
            return f"{text} ÷ {target} = {quotient} (no remainder)"
        if len(text) < 4 or self.game.base != 10:
            return f"{text} is not divisible by {target}."
        decimals = remainder * 1000 // target
        return f"{text} ÷ {target} = {quotient}.{decimals:03} (remainder ≠ 0)"

    def ended(self, position: DigitsPosition, outcome: Outcome) -> Lines:
        winner = self.names[outcome.winner]
        if position.number % self.game.target == 0:
            return [f"Result: {winner} wins."]
        loser = self.names[outcome.winner.other]
        return [
            f"No player has created a number divisible by {self.game.target}.",
            f"Result: The last player to move ({loser}) loses. {winner} wins.",
        ]


_VOICES: dict[str, type[Voice[Any, Any]]] = {
    "divider": DividerVoice,
    "ladder": LadderVoice,
    "countdown": CountdownVoice,
    "chain": ChainVoice,
    "digits": DigitsVoice,
}


def voice_for(game: Game[Any], names: Names) -> Voice[Any, Any]:
    """The voice that speaks for `game`."""
    return _VOICES.get(game.id, Voice)(game, names)


def legal_text(game: Game[Any], position: Any) -> str:
    """The legal moves as people write them; neighbours joined when there are many."""
    moves = game.legal_moves(position)
    if len(moves) > 30 and game.format_move(moves[0]) == str(moves[0]):
        return ranges(moves)
    return ", ".join(game.format_move(move) for move in moves)
