"""Answers are checked by rules alone."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.errors import CertificateError
from divisor_duel.game import Player
from divisor_duel.proof import Answered
from divisor_duel.proofs.checker import check_proof


def test_answers_that_do_not_win_are_refused() -> None:
    """Each reply needs an answer that wins; data of any other form is not a proof."""
    game = GAMES["divider"](high=5, ending="misere")
    lost = game.play(game.start(), 2)  # 3 and 5 are left, and taking the last one loses
    for answers, words in (
        (((5, 3),), "3 has no answer"),
        (((3, 0), (5, 3)), "3 has no answer"),
        (((3, 5), (3, 5), (5, 3)), "a reply has two answers"),
        (((3, 5), (5, 3)), "5 does not win after 3"),
    ):
        with pytest.raises(CertificateError, match=words):
            check_proof(game, lost, Player.ONE, Answered(0, answers))


def test_replies_after_one_that_ends_the_game_need_answers_too() -> None:
    """In misere Digits 2 loses at once, and that says nothing about 3; nothing else is answered."""
    game = GAMES["digits"](base=4, target=2, ending="misere")
    all_of_them = ((1, 3), (2, 0), (3, 1))
    assert check_proof(game, game.start(), Player.TWO, Answered(0, all_of_them)).what.startswith(
        "Answers: 3;"
    )
    with pytest.raises(CertificateError, match="3 has no answer"):
        check_proof(game, game.start(), Player.TWO, Answered(0, all_of_them[:2]))
    with pytest.raises(CertificateError, match=r": \[7\] is answered and cannot be played"):
        check_proof(game, game.start(), Player.TWO, Answered(0, (*all_of_them, (7, 1), (8, 1))))
