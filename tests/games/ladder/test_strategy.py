"""Ladder's rules and sentences: what they say, and that the numbers named are what is played."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Analysis, Player, Value, analyze
from divisor_duel.games.ladder.proofs import Count, most_moves
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.strategy import ClimbSafely, DoubleTheirs, DoubleYours, TripleYours
from divisor_duel.strategy import Strategy
from tests.contract.test_strategies import follow

MOST_WORDS, MOST_STEPS = 35, 4
"""Limits of a headline, and of the steps after *How to win*."""

ANSWER = re.compile(r"([\d, ]+(?:or \d+|and so on)?|anything else|everything) with (\d+)")
PATH = re.compile(r"(?:You|They) have ([\d, ]+ and (?:\d+|so on))\.$")
NAMES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def at(high: int, own: int, other: int, ending: str = "normal") -> Analysis:
    """Return the analysis of a position with the whole pool, in which Player 1 is to move."""
    game = GAMES["ladder"](high=high, ending=ending)
    return analyze(game, game.tidy(game.start()._replace(one=own, two=other)))


def analyses(high: int, ending: str = "normal") -> list[Analysis]:
    """Return analyses of positions of random games, half of which climb in small steps."""
    game, rng, found = Ladder(high=high, ending=ending), Random(high), dict[LadderPosition, None]()
    for _ in range(60):
        position, few = game.start(), rng.choice((2, 4, 10, high))
        while legal := game.legal_moves(position):
            found[position] = None
            position = game.play(position, rng.choice(legal[:few]))
    return [analyze(game, position) for position in found]


def strategy_of(analysis: Analysis) -> Strategy[LadderPosition]:
    """Return the strategy, which is always there."""
    assert analysis.strategy
    strategy: Strategy[Any] = analysis.strategy
    return strategy


@pytest.mark.parametrize(
    ("high", "own", "other", "reason"),
    [
        (
            *(100, 18, 27),
            "You are on 18, they are on 27. Take 36. They have one step left (54 or 81), you have "
            "72 after it.",
        ),
        (
            *(100, 27, 36),
            "You are on 27, they are on 36. You have one step left (54 or 81), they have 72 after "
            "it.",
        ),
        (
            *(50, 4, 12),
            "You are on 4, they are on 12. Take 8. They have at most two steps left, all multiples "
            "of 12. You have 16 and 32.",
        ),
        (
            *(50, 5, 6),
            "You are on 5, they are on 6. You have at most three steps left, all multiples of 5. "
            "They have 12, 24 and 48.",
        ),
        (
            *(100, 3, 2),
            "You are on 3, they are on 2. You have at most five steps left, all multiples of 3. "
            "They have 4, 8, 16 and so on.",
        ),
        (
            *(50, 1, 1),
            "Your opponent answers 2 with 4; 4, 8, 16 or 32 with 3; anything else with 2. You run "
            "out of steps first.",
        ),
        (
            *(100, 1, 1),
            "Take 2. Answer 4 with 8; 8, 16, 32 or 64 with 6; anything else with 4. They run out "
            "of steps first.",
        ),
        (
            *(100, 4, 3),
            "You are on 4, they are on 3. They answer 12, 24, 48 or 96 with 9; anything else with "
            "6. You have at most four steps left, they have five.",
        ),
        (
            *(100, 3, 4),
            "You are on 3, they are on 4. They answer everything with 8. You run out of steps "
            "first.",
        ),
        (
            *(13, 2, 4),
            "You are on 2, they are on 4. They answer 6 or 8 with 12; anything else with 8. You "
            "run out of steps first.",
        ),
        (50, 2, 25, "Take 50, and you win: no multiple of 25 is left."),
    ],
)
def test_the_headline(high: int, own: int, other: int, reason: str) -> None:
    """It names the players' numbers, the move, and the steps or the answers."""
    analysis = at(high, own, other)
    assert analysis.reason == strategy_of(analysis).reason == reason


def test_how_to_win_by_counting() -> None:
    """The safe steps are listed in order, with why they are safe."""
    assert strategy_of(at(50, 5, 6)).steps == (
        "Climb to 12, then 24, then 48. These steps are safe, since they are not multiples of 5.",
    )
    assert strategy_of(at(100, 18, 27)).steps == (
        "Take 36.",
        "Climb to 72. It is safe, since it is not a multiple of 27.",
    )


def test_how_to_win_by_doubling() -> None:
    """The rules are listed for the general case, in the order in which they are tried."""
    assert strategy_of(at(100, 1, 1)).steps == (
        "Take 2.",
        "If their number is 4, 8, 16, 32, ... times yours, triple yours.",
        "If their number is twice yours, double their number; if that is above 100, triple yours. "
        "Also double their number if it is one and a half times yours, and both can be doubled "
        "only once more.",
        "Otherwise double yours. If that number is gone, double again.",
    )


def test_the_loser_reads_the_rules_too() -> None:
    """To the loser, "your number" is the loser's, and the winner's is "theirs"."""
    triple, _, double = strategy_of(at(50, 1, 1)).steps
    assert triple.startswith("If your number is 4, 8, 16, 32, ... times theirs")
    assert triple.endswith("triple theirs.")
    assert double.startswith("Otherwise double theirs.")


def check_answers(strategy: Strategy[LadderPosition], lost: LadderPosition) -> bool:
    """Check every answer that the headline names; return whether it names any."""
    game, named = strategy.game, dict[int, int]()
    found = ANSWER.findall(strategy.reason)
    legal = game.legal_moves(lost)
    for replies, answer in found:
        numbers = [int(number) for number in re.findall(r"\d+", replies)]
        while "and so on" in replies and 2 * numbers[-1] in legal:
            numbers.append(2 * numbers[-1])
        rest = [reply for reply in legal if reply not in named]
        named |= dict.fromkeys(numbers or rest, int(answer))
    for reply, answer in named.items():
        assert strategy.answer(game.play(lost, reply)) == answer, strategy.reason
    assert not found or set(named) == set(legal)
    return bool(found)


def check_path(strategy: Strategy[LadderPosition], lost: LadderPosition) -> bool:
    """Check that the named steps are what the winner takes; return whether any are named."""
    found = PATH.search(strategy.reason)
    if not found:
        return False
    position, game = lost, strategy.game
    for number in re.findall(r"\d+", found[1]):
        legal = game.legal_moves(position)
        if not legal:
            break
        position = game.play(position, legal[0])
        assert strategy.answer(position) == int(number)
        position = game.play(position, int(number))
    return True


@pytest.mark.parametrize("high", [9, 13, 24, 31, 50, 63, 100, 127, 200, 255])
def test_every_number_named_is_played(high: int) -> None:
    """Headlines are short, need no search, and name what the rules play."""
    answers = paths = 0
    for analysis in analyses(high):
        strategy = strategy_of(analysis)
        assert analysis.reason == strategy.reason
        assert len(analysis.reason.split()) <= MOST_WORDS
        assert len(strategy.steps) <= MOST_STEPS
        assert strategy.by_rules
        lost: Any = analysis.position
        if analysis.value is Value.WIN:
            lost = strategy.game.play(lost, strategy.answer(lost))
        answers += check_answers(strategy, lost)
        paths += check_path(strategy, lost)
    assert answers > 1
    assert paths > 1 or high < 24


def test_the_steps_counted_are_right() -> None:
    """Where doubling is blocked, the sentence says how often both can double."""
    counted = 0
    for analysis in analyses(255):
        found = re.search(
            r"have at most (\w+) steps? left, (?:they|you) have (\w+)\.", analysis.reason
        )
        if not found:
            continue
        counted += 1
        lost: Any = analysis.position
        if analysis.value is Value.WIN:
            lost = analysis.game.play(lost, strategy_of(analysis).answer(lost))
        other = lost.one + lost.two - lost.own
        most = [NAMES[most_moves(255, number)] for number in (lost.own, other)]
        assert [found[1], found[2]] == most
    assert counted > 3


def test_a_path_is_climbed_only_where_it_wins() -> None:
    """Off the path, on a blocked path, and when too few steps are left, the rule has no move."""
    game = Ladder(high=50)
    lost = game.tidy(game.start()._replace(one=5, two=6))
    rule = ClimbSafely(game, lost, (12, 24, 48))
    after = game.play(lost, 10)
    assert rule.move(after) == 12
    assert rule.move(after._replace(two=7)) == 0
    assert rule.move(after._replace(pool=after.pool ^ 1 << 24)) == 0
    assert rule.move(after._replace(one=8)) == 0
    assert rule.move(after._replace(one=5)) == 0
    assert rule.move(after._replace(two=48)) == 0


def test_rules_of_doubling_apply_only_where_they_win() -> None:
    """3 against 4 is lost, so doubling has no move; each other rule needs its own numbers."""
    game = Ladder(high=100)
    lost = game.start()
    rules = TripleYours(game, lost), DoubleTheirs(game, lost), DoubleYours(game, lost)

    def moves(own: int, other: int) -> list[int]:
        position = game.tidy(game.start()._replace(one=own, two=other))
        return [rule.move(position) for rule in rules]

    assert moves(3, 4) == [0, 0, 0]
    assert moves(3, 12) == [9, 0, 6]
    assert moves(3, 6) == [0, 0, 0]
    assert moves(2, 4) == [0, 8, 8]
    assert moves(2, 3) == [0, 0, 4]
    assert moves(30, 45) == [0, 90, 0]
    assert moves(7, 13) == [0, 0, 14]
    assert moves(60, 7) == [0, 0, 0]


def test_any_position_set_up_by_hand_is_won_by_its_strategy() -> None:
    """Whatever the pool, the strategy wins and its headline is short."""
    rng, kinds = Random(1), set[str]()
    for _ in range(500):
        game = Ladder(high=rng.choice((12, 24, 40)), ending=rng.choice(("normal", "misere")))
        often = rng.choice((0.3, 0.6, 0.9, 0.97))
        pool = sum(1 << number for number in range(2, game.high + 1) if rng.random() < often)
        one, two = rng.choice((1, 2, 3, 4, 6, 9)), rng.choice((1, 2, 3, 4, 8, 12))
        position = game.tidy(LadderPosition(pool, one, two, rng.choice(list(Player))))
        analysis = analyze(game, position)
        if analysis.proof:
            follow(strategy_of(analysis))
            assert len(analysis.reason.split()) <= MOST_WORDS, analysis.reason
            kinds.add(type(analysis.proof).__name__)
    assert kinds == {"Answered", "Count", "Doubling", "End", "Tree"}


def test_a_leaf_of_a_tree_adds_a_step_but_no_headline() -> None:
    """What a rule says about a later position is not said about this one."""
    game = Ladder(high=100)
    lost = game.tidy(game.start()._replace(one=27, two=36))
    rule = ClimbSafely(game, lost, (72,))
    later = game.play(lost, 54)
    assert rule.because(later, winning=True) == rule.setting(later) == ""
    assert rule.words(later).startswith("After that, climb by safe steps")
    rules = DoubleTheirs(game, lost), DoubleYours(game, lost)
    assert all(rule.because(later, winning=True) == rule.setting(later) == "" for rule in rules)


@pytest.mark.parametrize("high", [9, 40, 255])
def test_misere(high: int) -> None:
    """Every reply ends the game, so one sentence is enough, and no search is needed."""
    for analysis in analyses(high, "misere"):
        strategy = strategy_of(analysis)
        assert strategy.by_rules
        follow(strategy)
        winner, loser = ("you", "they") if analysis.value is Value.WIN else ("they", "you")
        assert re.fullmatch(
            rf"(?:Take \d+\. )?"
            rf"(?:Whatever {loser} take,|{loser.capitalize()} can only take \d+, and) "
            rf"{winner} cannot climb, so {winner} win\.",
            analysis.reason,
        )


def test_a_proof_by_counting_is_preferred() -> None:
    """It says more than two lines of play that end the game."""
    assert at(100, 18, 27).proof == Count(36, (72,))
    assert at(100, 27, 36).proof == Count(0, (72,))
