"""Listed replies: how to win names each, the headline a few, and the list is played."""

from __future__ import annotations

from divisor_duel import analyze
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.divider.strategy.partners import TakeAny, TakePartner
from divisor_duel.games.divider.strategy.replies import Replies
from divisor_duel.numbers import without_multiples
from tests.games.divider.strategy.placed import placed


def test_every_reply_is_listed_with_its_answer() -> None:
    """How to win 2..12 names every reply and its answer, in short sentences."""
    game = Divider(high=12)
    strategy = analyze(game, game.start()).strategy
    assert strategy
    first, partners, replies = strategy.steps
    assert first == "Take 12."
    assert partners == "If the number just taken has a partner, take that. Partners: 7-11."
    assert replies == (
        "Answer 2 with 9. Answer 3 with 8. Answer 4 with 5. "
        "Answer 5 or 6 with 4. Answer 8 with 3. Answer 9 with 2. "
        "Answer 10 with 6. "
        "Then use the partners, or the answers, in the new position."
    )


def test_a_list_leads_on_by_the_rules_after_each_answer() -> None:
    """It answers the replies of its start, and then what its answers leave."""
    _, position = placed("2-5,8,9")
    after = (TakeAny(1 << 3 | 1 << 5),)
    answers = ((2, 9), (9, 2))
    rule = Replies(position.left, answers, (after, after))
    assert rule.is_complete
    assert rule.depth == 1
    assert rule.is_lost(position.left)
    assert rule.answer(without_multiples(position.left, 2)) == 9
    assert rule.answer(1 << 5) == 5
    assert rule.answer(position.left) == 0
    assert rule.because(position, winning=True) == (
        "Answer 2 with 9; 9 with 2. Then every number left has a partner."
    )
    assert rule.words(position) == (
        "Answer 2 with 9. Answer 9 with 2. Then use the partners in the new position."
    )


def test_a_long_list_is_counted_in_the_headline() -> None:
    """Beside partners it is about the remaining numbers, otherwise about all."""
    _, position = placed("2-30")
    numbers = (11, 13, 17, 19, 23, 29)
    answers = tuple(zip(numbers, reversed(numbers), strict=True))
    rest = tuple((TakePartner(((11, 29),)),) for _ in numbers)
    left = sum(1 << number for number in numbers)
    assert Replies(left, answers, rest).because(position, winning=True) == (
        "You can answer each of the 6 numbers: 11 with 29, for example. "
        "Then every number left has a partner."
    )
    assert Replies(left, answers, rest, beside=True).because(position, winning=False) == (
        "Your opponent can answer each of the remaining 6 numbers: 11 with 29, for example. "
        "Then every number left has a partner."
    )


def test_an_incomplete_list_leaves_the_headline_to_the_search() -> None:
    """How to win lists the first answers; the headline is that of the search."""
    _, position = placed("2-30")
    numbers = (11, 13, 17, 19, 23, 29, 7, 5)
    left = sum(1 << number for number in numbers)
    answers = tuple(zip(numbers, reversed(numbers), strict=True))
    rule = Replies(left, answers, ((),) * len(answers))
    assert not rule.is_complete
    assert rule.because(position, winning=True) == ""
    assert rule.words(position).count("Answer ") == 6
