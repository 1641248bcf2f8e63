"""The state of Chain for the page, so that its script computes no rule."""

from __future__ import annotations

from divisor_duel.engine import Engine
from divisor_duel.games.chain.page import drawing, view
from divisor_duel.games.chain.proofs import Pairs
from divisor_duel.games.chain.rules import Chain
from divisor_duel.play.match import Round
from divisor_duel.proof import Answered, Branch, End, Proof, Tree
from divisor_duel.web.schema.analysis import ProofDrawing


def test_every_answer_is_told_as_a_product() -> None:
    """Of a factor and of a multiple it is said how it divides; an opening has nothing to divide."""
    game = Chain(high=30)
    played = Round(game, moves=(12,))
    told = view(played, game.legal_moves(played.position)).told
    assert told == {
        "2": "12 = 6 × 2.",
        "3": "12 = 4 × 3.",
        "4": "12 = 3 × 4.",
        "6": "12 = 2 × 6.",
        "24": "24 = 2 × 12.",
    }
    assert view(Round(game), game.legal_moves(game.start())).told == {}


def drawn(proof: Proof | None) -> ProofDrawing:
    """The drawing of a proof after the winner's move 12."""
    game = Chain(high=30)
    return drawing(game, game.play(game.start(), 12), proof, 12, Engine())


def test_the_board_draws_pairs_and_the_answers_of_a_tree() -> None:
    """Each number of a pair answers the other one; other kinds of proof have no drawing."""
    assert drawn(Pairs(12, ((2, 4), (3, 6)), ())) == ProofDrawing(
        {2: 4, 4: 2, 3: 6, 6: 3}, [(2, 4), (3, 6)], after=12
    )
    tree = Tree(12, (Branch((2, 3), End(6)), Branch((24,), End(0))))
    assert drawn(tree) == ProofDrawing({2: 6, 3: 6}, after=12)
    for proof in (None, End(12), Answered(12, ((2, 4),))):
        assert drawn(proof) == ProofDrawing()
