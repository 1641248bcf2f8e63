"""Chain's strategy as a diagram."""

from __future__ import annotations

from divisor_duel import GAMES, analyze
from divisor_duel.diagram import Arcs, Replies
from divisor_duel.drawing.diagrams import diagrams_of


def test_pairs_where_play_is_are_bold_and_the_number_left_over_is_ringed() -> None:
    """After 16 and 2 the winner takes 6; the answers to 6 are in thick pairs."""
    game = GAMES["chain"](high=30, opening="even")
    position = game.play(game.play(game.start(), 16), 2)
    strategy = analyze(game, position).strategy
    assert strategy
    (arcs,) = diagrams_of(strategy, position)
    assert isinstance(arcs, Arcs)
    assert arcs.ringed == 6
    assert arcs.bold == ((3, 18), (12, 24), (15, 30))
    after = game.play(game.play(position, 6), 12)
    (later,) = diagrams_of(strategy, after)
    assert isinstance(later, Arcs)
    assert later.ringed == 24
    assert {*later.pairs} == {*arcs.pairs} - {(12, 24)}


def test_answers_without_a_rule_are_lists_of_replies() -> None:
    """In misère, where Chain has no theory, the answers found are drawn."""
    game = GAMES["chain"](high=12, ending="misere")
    position = game.play(game.start(), 6)
    strategy = analyze(game, position).strategy
    assert strategy
    (replies,) = diagrams_of(strategy, position)
    assert isinstance(replies, Replies)
    assert {reply for line in replies.lines for reply in line[0]} == {2, 3, 12}
    assert all(
        line[1] == (strategy.answer(game.play(position, line[0][0])),) for line in replies.lines
    )
