"""Digits' rules and sentences: all they say, played by the words alone."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Analysis, analyze
from divisor_duel.engine import Engine
from divisor_duel.engine.strategies import explanation
from divisor_duel.games.digits.proofs import Answers, Last, Partners, Safe
from divisor_duel.games.digits.rules import SYMBOLS, Digits, DigitsPosition
from divisor_duel.games.digits.strategy import MakeNoMultiple, WriteSafe, misere_rules
from divisor_duel.numbers import members
from divisor_duel.play.random_games import random_game
from divisor_duel.strategy import FirstMove, Strategy, Table

CHOICE = r"(?:the (?P<end>smallest|largest) digit|the first of (?P<order>[\w ]+?))"
FINISH = re.compile(r"If a digit makes a multiple of (\d+), write it\.")
SAFE = re.compile(
    rf"Otherwise write {CHOICE} that leaves (?:you|your opponent) no such digit"
    r"(?P<ahead> and lets (?:you|them) do either again, whatever (?:they|you) write)?\."
)
PARTNER = re.compile(r"Otherwise write the partner of the digit just written: (.*)\.")
CALM = re.compile(
    rf"Write {CHOICE} that makes no multiple of (?P<target>\d+)(?:, and after which (?:you|they) "
    r"can write (?P<more>another such digit|two more such digits), whatever (?:they|you) write)?\."
)
MORE = {None: 1, "another such digit": 2, "two more such digits": 3}


class Reader:
    """Plays Digits by the steps of a strategy, as someone who only reads them."""

    def __init__(self, game: Digits, steps: tuple[str, ...]) -> None:
        self.game, self.steps = game, steps

    def digit(self, left: set[int], number: int) -> int:
        """Return the digit that the first step that fits tells to write."""
        for step in self.steps:
            if digit := self.obey(step, left, number):
                return digit
        raise AssertionError(f"no step fits {number} with {left}: {self.steps}")

    def obey(self, step: str, left: set[int], number: int) -> int:
        """Return the digit that one step tells to write, or 0."""
        if found := FINISH.fullmatch(step):
            assert int(found[1]) == self.game.target
            return self.finish(left, number)
        if found := PARTNER.fullmatch(step):
            pairs = [
                (SYMBOLS.index(pair[0]), SYMBOLS.index(pair[2])) for pair in found[1].split(", ")
            ]
            both = dict(pairs) | {other: one for one, other in pairs}
            return both[number % self.game.base]
        if found := SAFE.fullmatch(step):
            fits = [d for d in left if self.is_safe(left, number, d, bool(found["ahead"]))]
        else:
            found = CALM.fullmatch(step)
            assert found, step
            assert int(found["target"]) == self.game.target
            fits = [d for d in left if self.is_calm(left, number, d, MORE[found["more"]])]
        order = [*map(SYMBOLS.index, (found["order"] or "").split())]
        order = order or sorted(left, reverse=found["end"] == "largest")
        return next((digit for digit in order if digit in fits), 0)

    def after(self, number: int, digit: int) -> int:
        """Return the number with one more digit."""
        return number * self.game.base + digit

    def divided(self, number: int) -> bool:
        """Return whether a number is a multiple."""
        return number % self.game.target == 0

    def finish(self, left: set[int], number: int) -> int:
        """Return a digit that makes a multiple, or 0."""
        return next((d for d in sorted(left) if self.divided(self.after(number, d))), 0)

    def is_safe(self, left: set[int], number: int, digit: int, again: bool) -> bool:
        """Return whether the opponent cannot finish after a digit, and one can do so again."""
        left, number = left - {digit}, self.after(number, digit)
        if self.finish(left, number):
            return False
        return not again or all(self.goes_on(left - {d}, self.after(number, d)) for d in left)

    def goes_on(self, left: set[int], number: int) -> bool:
        """Return whether there is a digit to finish with, or a safe one, or none is left."""
        fine = not left or bool(self.finish(left, number))
        return fine or any(self.is_safe(left, number, d, False) for d in left)

    def is_calm(self, left: set[int], number: int, digit: int, more: int) -> bool:
        """Return whether a digit makes no multiple, and enough others follow that make none."""
        left, number = left - {digit}, self.after(number, digit)
        if self.divided(number):
            return False
        return more == 1 or all(
            self.divided(self.after(number, reply))
            or any(
                self.is_calm(left - {reply}, self.after(number, reply), d, more - 1)
                for d in left - {reply}
            )
            for reply in left
        )


def obeyed(strategy: Strategy[Any]) -> int:
    """Check that the words are what is played, against every reply; return the positions."""
    game, winner = strategy.game, strategy.winner
    assert isinstance(game, Digits)
    waiting, seen = [strategy.position], set[Any]()
    if isinstance(strategy.rules[0], FirstMove):
        written = game.format_move(strategy.rules[0].first)
        assert re.fullmatch(rf"Write {written}(?:: .*, and you win)?\.", strategy.steps[0])
        waiting = [game.play(strategy.position, strategy.rules[0].first)]
    reader = Reader(game, strategy.steps[len(strategy.rules) - len(rules_after(strategy)) :])
    while waiting:
        position = waiting.pop()
        if game.outcome(position) or position in seen:
            continue
        seen.add(position)
        moves = game.legal_moves(position)
        if position.to_move == winner:
            told = reader.digit(set(members(position.left)), position.number)
            assert told == strategy.answer(position)
            moves = (told,)
        waiting += [game.play(position, move) for move in moves]
    return len(seen)


def rules_after(strategy: Strategy[Any]) -> list[Any]:
    """Return the rules without the first move."""
    return [rule for rule in strategy.rules if not isinstance(rule, FirstMove)]


def sampled(options: dict[str, Any], count: int = 4) -> list[Analysis]:
    """Return analyses of the start and of positions of a random game."""
    game, rng = GAMES["digits"](**options), Random(str(options))
    positions = [position for _, position, _ in random_game(game, rng)]
    chosen = [game.start(), *rng.sample(positions, min(count, len(positions)))]
    return [analyze(game, position) for position in chosen if not game.outcome(position)]


def some_options(ending: str, base: int) -> list[dict[str, Any]]:
    """Return set-ups in a base, below and above the target from which a theorem decides."""
    rng = Random(base)
    most = base**2 if ending == "normal" else (base**2 - 1) * max(base - 2, 1) + 9
    targets = {*rng.sample(range(2, most), min(5, most - 2)), base, base + 2, most}
    return [{"target": target, "base": base, "ending": ending} for target in sorted(targets)]


def check_headline(analysis: Analysis) -> None:
    """A headline is short, and its move, its product and its last digit are right."""
    reason, game = analysis.reason, analysis.game
    assert len(reason.split()) <= 35, reason
    written = re.match(r"Write (\w)\b", reason)
    assert bool(written) == (analysis.value == "win")
    if written:
        assert SYMBOLS.index(written[1]) in analysis.winning
    for number, target, factor in re.findall(r"(\d+) = (\d+) x (\d+)", reason):
        assert int(number) == int(target) * int(factor)
        assert int(target) == int(game.options["target"])
    for text, base, number in re.findall(r"(\w+) in base (\d+) is (\d+) =", reason):
        assert int(text, int(base)) == int(number)
        assert int(base) == int(game.options["base"])
    for who, place in re.findall(r"(You|They) write the (\w+) and last digit", reason):
        assert place == PLACES[int(game.options["base"]) - 1]
        assert (who == "You") == (len(analysis.moves) % 2 == 1)


PLACES = (
    *("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
)


@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize("base", range(5, 13))
def test_what_is_read_is_what_is_played(base: int, ending: str) -> None:
    """In positions of random games, each step read literally names the digit that is played."""
    positions = 0
    for options in some_options(ending, base):
        for analysis in sampled(options):
            check_headline(analysis)
            strategy = analysis.strategy
            assert strategy is not None
            assert len(strategy.steps) <= 4
            tables = any(isinstance(rule, Table) for rule in strategy.rules)
            if strategy.by_rules and not tables and base <= 10:
                positions += obeyed(strategy)
    assert positions > 0 or base > 10


def test_nearly_everything_is_won_by_rules() -> None:
    """Rules decide every sampled position of normal play, and nearly all of misere."""
    counts = Counter[tuple[str, bool]]()
    for base in range(2, 13):
        for ending in ("normal", "misere"):
            for options in some_options(ending, base)[-3:]:
                for analysis in sampled(options, 3):
                    assert analysis.strategy is not None
                    counts[ending, analysis.strategy.by_rules] += 1
    assert counts["normal", False] == 0
    assert counts["normal", True] > 50
    assert counts["misere", True] > 19 * counts["misere", False]
    assert counts["misere", True] > 50


@pytest.mark.parametrize("target", range(10, 89))
def test_base_ten_is_won_by_two_steps(target: int) -> None:
    """Every target from 10 to 88 has an order of digits, also 12, which the first player wins."""
    game = GAMES["digits"](target=target)
    analysis = analyze(game, game.start())
    assert isinstance(analysis.proof, Safe)
    assert (analysis.value == "win") == (target == 12)


@pytest.mark.parametrize(
    ("options", "digits", "reason", "steps"),
    [
        (
            {"target": 18},
            "",
            "Your opponent can always write a digit after which you cannot make a multiple of 18. "
            "You write the ninth and last digit, and lose.",
            [
                "If a digit makes a multiple of 18, write it.",
                "Otherwise write the first of 2 4 6 8 1 3 5 7 9 that leaves you no such digit.",
            ],
        ),
        (
            {"target": 12},
            "",
            "Write 6. You can always write a digit after which your opponent cannot make a "
            "multiple of 12, until you make one yourself.",
            [
                "Write 6.",
                "If a digit makes a multiple of 12, write it.",
                "Otherwise write the first of 1 2 3 4 7 8 9 5 that leaves your opponent no such "
                "digit.",
            ],
        ),
        (
            {"target": 7},
            "1",
            "Write 4: 14 = 7 x 2, and you win.",
            ["Write 4: 14 = 7 x 2, and you win."],
        ),
        (
            {"target": 7, "base": 6},
            "15",
            "Write 4: 154 in base 6 is 70 = 7 x 10, and you win.",
            ["Write 4: 154 in base 6 is 70 = 7 x 10, and you win."],
        ),
        (
            {"target": 97},
            "3",
            "Write 1. You can always write a digit after which your opponent cannot make a "
            "multiple of 97. They write the ninth and last digit, and lose.",
            [
                "Write 1.",
                "If a digit makes a multiple of 97, write it.",
                "Otherwise write the smallest digit that leaves your opponent no such digit.",
            ],
        ),
        (
            {"target": 27},
            "1",
            "Write 2. You can always write a digit after which your opponent cannot make a "
            "multiple of 27. They write the ninth and last digit, and lose.",
            [
                "Write 2.",
                "If a digit makes a multiple of 27, write it.",
                "Otherwise write the smallest digit that leaves your opponent no such digit and "
                "lets you do either again, whatever they write.",
            ],
        ),
        (
            {"target": 21, "base": 15},
            "",
            "Your opponent makes a multiple of 21 or writes your digit's partner: 1-6, 2-5, 3-4, "
            "7-E, 8-D, 9-C, A-B. After a partner, the digit sum is a multiple of 7, and you cannot "
            "finish.",
            [
                "If a digit makes a multiple of 21, write it.",
                "Otherwise write the partner of the digit just written: 1-6, 2-5, 3-4, 7-E, 8-D, "
                "9-C, A-B.",
            ],
        ),
        (
            {"target": 20, "base": 16},
            "",
            "Write 5. Then make a multiple of 20 or write their digit's partner: 1-4, 2-3, 6-9, "
            "7-8, A-F, B-E, C-D. After a partner, the digit sum is a multiple of 5, and they "
            "cannot finish.",
            [
                "Write 5.",
                "If a digit makes a multiple of 20, write it.",
                "Otherwise write the partner of the digit just written: 1-4, 2-3, 6-9, 7-8, A-F, "
                "B-E, C-D.",
            ],
        ),
        (
            {"target": 793, "ending": "misere"},
            "",
            "Write 1. You can always write a digit that makes no multiple of 793. You write the "
            "ninth and last digit, and win.",
            [
                "Write 1.",
                "Write the smallest digit that makes no multiple of 793, and after which you can "
                "write another such digit, whatever they write.",
            ],
        ),
        (
            {"target": 9, "ending": "misere"},
            "",
            "Your opponent can always write a digit that makes no multiple of 9. You cannot, and "
            "so lose.",
            ["Write the smallest digit that makes no multiple of 9."],
        ),
        (
            {"target": 18, "ending": "misere"},
            "5",
            "Write 1. You can always write a digit that makes no multiple of 18. Your opponent "
            "cannot, and so loses.",
            ["Write 1.", "Write the first of 3 7 9 2 4 6 8 that makes no multiple of 18."],
        ),
        (
            {"target": 13, "ending": "misere"},
            "12345678",
            "Write 9: it is the last digit and makes no multiple of 13, and you win.",
            ["Write 9: it is the last digit and makes no multiple of 13, and you win."],
        ),
    ],
)
def test_examples(options: dict[str, Any], digits: str, reason: str, steps: list[str]) -> None:
    """Headlines and steps, word for word."""
    game = GAMES["digits"](**options)
    *_, position = game.positions(tuple(map(SYMBOLS.index, digits)))
    analysis = analyze(game, position)
    assert analysis.strategy is not None
    assert (analysis.reason, [*analysis.strategy.steps]) == (reason, steps)


def set_up(game: Digits, left: tuple[int, ...], number: int) -> DigitsPosition:
    """Return a position with these digits left."""
    return game.start()._replace(left=sum(1 << digit for digit in left), number=number)


def test_when_every_reply_is_finished_the_headline_says_so() -> None:
    """A multiple after every digit needs no second rule, and the headline shows the first."""
    game = Digits(3)
    lost = set_up(game, (1, 4, 7), 1)
    assert explanation(game, lost, Safe(0, tuple(range(1, 10)), 1)) == (
        "Whatever you write, your opponent can make a multiple of 3 at once. After 1, they write "
        "4: 114 = 3 x 38."
    )
    analysis = analyze(game, lost)
    assert analysis.strategy is not None
    assert analysis.strategy.steps == ("If a digit makes a multiple of 3, write it.",)
    assert obeyed(analysis.strategy) == 4
    won = set_up(game, (1, 4, 7, 8), 2)
    assert explanation(game, won, Safe(8, tuple(range(1, 10)), 1)) == (
        "Write 8. Whatever your opponent writes, you can make a multiple of 3 at once. After 1, "
        "write 4: 2814 = 3 x 938."
    )


def test_a_rule_applies_only_where_it_wins() -> None:
    """Where the words name a digit that loses, or none, the rule does not apply."""
    game, rng, refused = Digits(27), Random(7), 0
    start = game.start()
    rule = WriteSafe(game, start, (1, 2, 3, 4, 5, 6, 7, 8, 9), 1)
    for _ in range(60):
        for _, position, _ in random_game(game, rng):
            digit = 0 if game.outcome(position) else rule.move(position)
            if digit:
                reached = game.play(position, digit)
                outcome = game.outcome(reached)
                assert outcome is None or outcome.winner == position.to_move
                assert outcome or analyze(game, reached).value == "loss"
            elif not game.outcome(position) and rule.choose(position):
                refused += 1
    assert refused > 0
    assert rule.move(start) == 0  # nine digits: the last would be the winner's


@pytest.mark.parametrize(("ahead", "applies"), [(1, False), (2, True)])
def test_the_last_digit_needs_one_look_ahead(ahead: int, applies: bool) -> None:
    """With three digits left of a large target, the smallest digit that makes no multiple fails."""
    game = Digits(target=1000003 * 3, base=10, ending="misere")
    number = next(n for n in range(10**8, 10**9) if (n * 1000 + 132) % game.target == 0)
    position = set_up(game, (1, 2, 3), number)
    rule = MakeNoMultiple(game, position, (1, 2, 3, 4, 5, 6, 7, 8, 9), ahead)
    assert rule.choose(position) == (1 if ahead == 1 else 2)
    assert bool(rule.move(position)) is applies


def test_a_large_target_needs_no_walk() -> None:
    """By the theorems the rules apply at once, however many digits there are."""
    game = Digits(target=10**9, base=36)
    start = game.start()
    proof = Safe(0, tuple(range(1, 36)), 1)
    assert explanation(game, start, proof).endswith("You write the last digit, and lose.")
    misere = Digits(target=10**9, base=36, ending="misere")
    assert explanation(misere, misere.start(), Last(1)).endswith("write the last digit, and win.")
    for large in (game, misere):
        strategy = analyze(large, large.start()).strategy
        assert strategy is not None
        assert strategy.by_rules
        position = large.play(large.start(), strategy.answer(large.start()) if large.misere else 5)
        if large.misere:
            position = large.play(position, 5)
        assert strategy.answer(position)


def test_many_partners_are_left_to_the_steps() -> None:
    """A headline names up to seven pairs; the steps name all."""
    game = Digits(target=20, base=16)
    pairs = tuple((digit, 16 + digit) for digit in range(1, 9))
    assert "partner. After" in explanation(game, game.start(), Partners(0, 5, pairs))
    assert "partner: 1-" in explanation(game, game.start(), Partners(0, 5, pairs[:7]))


def test_where_no_rule_is_found_the_computer_searches() -> None:
    """Misere with target 15 after 6 and 1 has no order that wins, and the answers say so."""
    game = Digits(target=15, ending="misere")
    *_, lost = game.positions((6, 1))
    analysis = Engine().analyze(game, lost)
    assert isinstance(analysis.proof, Answers)
    assert misere_rules(game, lost, analysis.proof) == ()
    assert analysis.strategy is not None
    assert not analysis.strategy.by_rules
