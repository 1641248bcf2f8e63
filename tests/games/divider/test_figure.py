"""Divider Duel's strategy as diagrams."""

from __future__ import annotations

from divisor_duel import GAMES, analyze
from divisor_duel.diagram import Arcs, Copies, Diagram, Heap, Heaps, Replies, Searched, Singles
from divisor_duel.drawing.diagrams import diagrams_of
from divisor_duel.game import Player
from divisor_duel.games.divider.figure import diagrams
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.strategy.heaps import BalanceHeaps
from divisor_duel.strategy import Strategy


def drawn(high: int, *moves: int) -> tuple[Diagram, ...]:
    """Draw how to win after some moves."""
    game = Divider(high=high)
    position = game.start()
    for move in moves:
        position = game.play(position, move)
    strategy = analyze(game, position).strategy
    assert strategy
    return diagrams_of(strategy, position)


def test_partners_are_arcs_over_the_numbers_left() -> None:
    """If every number has a partner, the row is these numbers and the winner's move."""
    assert drawn(9) == (Arcs((2, 3, 4, 5, 6, 7, 9), ((2, 3), (5, 7), (6, 9)), ringed=4),)


def test_equal_parts_are_side_by_side() -> None:
    """Partners in parts with the same lines between their numbers are drawn as copies."""
    arcs, copies, _ = drawn(20, 15)
    assert arcs == Arcs((11, 13, 17, 19, 20), ((11, 13), (17, 19)), ringed=20)
    assert copies == Copies((5, 10), (7, 14), ((0, 1),))


def test_numbers_that_only_a_search_answers_are_apart() -> None:
    """They are drawn with the example that the words give."""
    arcs, searched = drawn(24, 10)
    assert isinstance(arcs, Arcs)
    assert isinstance(searched, Searched)
    assert not {*arcs.numbers} & {*searched.numbers}
    assert (searched.reply, searched.answer) == (2, 9)


def test_singles_and_lists_of_answers() -> None:
    """Numbers that divide no other are singles; a list of answers is drawn as replies."""
    assert drawn(11, 2) == (Singles((3, 5, 7, 11), 9),)
    (replies,) = drawn(10)
    assert isinstance(replies, Replies)
    assert replies.move == 7
    assert ((5, 6), (4,)) in replies.lines


def test_after_a_listed_answer_its_partners_are_drawn() -> None:
    """Following a list of answers leads to the diagram of the rules that come next."""
    game = GAMES["divider"](high=10)
    strategy = analyze(game, game.start()).strategy
    assert strategy
    position = game.play(game.play(game.start(), 7), 5)
    (arcs,) = diagrams_of(strategy, position)
    assert isinstance(arcs, Arcs)
    assert arcs.ringed == 4
    assert arcs.pairs == ((2, 3), (6, 9))


def test_small_groups_are_heaps() -> None:
    """Groups of a few numbers are drawn as the heaps that they are worth."""
    groups = (1 << 2 | 1 << 4, 1 << 3 | 1 << 9, 1 << 5, 1 << 7)
    position = DividerPosition(sum(groups), Player.ONE)
    strategy = Strategy(Divider(high=9), position, Player.TWO, (BalanceHeaps(groups),))
    assert diagrams(strategy, position) == (
        Heaps((Heap(2, (2, 4)), Heap(2, (3, 9)), Heap(1, (5,)), Heap(1, (7,)))),
    )
