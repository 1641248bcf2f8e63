"""The state of Divider for the page, so that its script computes no rule."""

from __future__ import annotations

from divisor_duel import GAMES
from divisor_duel.engine import Engine, analyze
from divisor_duel.games.divider.page import drawing, view
from divisor_duel.games.divider.proofs import Answers, Groups, Mirror, Pairing
from divisor_duel.games.divider.rules import Divider
from divisor_duel.play.match import Round
from divisor_duel.proof import Answered, Branch, End, Proof, Tree
from tests.games.subjects import no_default_engine


def test_rows_and_lines_follow_the_primes() -> None:
    """A number's row counts its prime factors; a line joins two numbers left, a prime apart."""
    game = GAMES["divider"](high=12)
    played = Round(game, moves=(5, 4))
    told = view(played, game.legal_moves(played.position))
    assert dict(zip(told.numbers, told.ranks, strict=True))[12] == 3
    assert told.covers == [(2, 6), (3, 6), (3, 9)]
    assert told.swept == (4, 8, 12)
    assert told.sweeps["3"] == (3, 6, 9)
    large = GAMES["divider"](high=200)
    assert view(Round(large), large.legal_moves(large.start())).covers == []


def test_the_drawing_is_of_the_proof_that_is_told() -> None:
    """Copies answer each other, the rest as its proof says, and the groups are the proof's."""
    game = Divider(high=40)
    lost = game.play(game.play(game.start(), 2), 3)
    why = analyze(game, lost).proof
    assert why
    drawn = drawing(game, lost, why, None, Engine())
    assert drawn.answers
    assert (drawn.answers[11], drawn.answers[13], drawn.answers[25]) == (13, 11, 35)
    told = Mirror(0, (), Groups(0, (((5, 7), 1), ((11,), 1))))
    groups = drawing(game, lost, told, None, Engine()).groups or ()
    assert [group.numbers for group in groups] == [(5, 7), (11,)]


def test_a_list_of_answers_is_drawn_too() -> None:
    """The page draws the answers of a proof, and computes the groups."""
    game = Divider(high=20)
    lost = game.play(game.start(), 4)
    answers = {2: 3, 3: 2, 5: 6, 6: 5, 7: 2, 9: 7, 10: 18, 14: 18, 15: 18, 18: 10}
    why = Answers(4, (((11, 13),), ((17, 19),)), tuple(answers.items()))
    with no_default_engine():
        drawn = drawing(game, lost, why, 4, Engine())
    assert drawn.answers == {11: 13, 13: 11, 17: 19, 19: 17} | answers
    assert len(drawn.groups or ()) == 5


def test_the_answers_of_the_rest_are_drawn_beside_its_mirrors() -> None:
    """A rest may be a tree, a list of answers or another mirror; a proof may also be missing."""
    game = Divider(high=9)
    lost = game.play(game.start(), 4)
    tree = Tree(0, (Branch((2, 3), End(6)), Branch((9,), End(0))))
    steps, other = (((5, 7),),), (((2, 3),),)
    cases: list[tuple[Proof | None, dict[int, int] | None]] = [
        (tree, {2: 6, 3: 6}),
        (Mirror(0, steps, tree), {5: 7, 7: 5, 2: 6, 3: 6}),
        (Mirror(0, steps, None), {5: 7, 7: 5}),
        (Mirror(0, steps, Mirror(0, other, None)), {5: 7, 7: 5, 2: 3, 3: 2}),
        (Mirror(0, steps, Answers(0, other, ((6, 9),))), {5: 7, 7: 5, 2: 3, 3: 2, 6: 9}),
        (Pairing(0, ((5, 7), (2, 3)), None), {5: 7, 7: 5, 2: 3, 3: 2}),
        (Pairing(0, ((5, 7),), tree), {5: 7, 7: 5, 2: 6, 3: 6}),
        (Pairing(0, ((5, 7),), Pairing(0, ((2, 3),), None)), {5: 7, 7: 5, 2: 3, 3: 2}),
        (Answered(0, ((2, 6), (3, 0))), {2: 6, 3: 0}),
        (None, None),
    ]
    for proof, answers in cases:
        assert drawing(game, lost, proof, None, Engine()).answers == answers
