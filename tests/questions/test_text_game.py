"""Games in words against a level: what is asked, and what each reply is worth."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.batch.exact_values import values
from divisor_duel.errors import OptionsError
from divisor_duel.questions.text_game import TextGame


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("second", [False, True])
def test_a_game_of_best_moves_gives_nothing_away(name: str, second: bool) -> None:
    """A model that always keeps the win gets no penalty, and wins what can be won."""
    game = GAMES[name](**GAMES[name].fair.options)
    text_game = TextGame(game, "easy", second=second, seed=5)
    could_win = False
    while not text_game.is_over:
        worth = values(game, text_game.position)
        best = max(worth, key=lambda move: worth[move] == "win")
        could_win = could_win or worth[best] == "win"
        at_stake = len(set(worth.values())) == 2
        assert text_game.answer(f"move: {game.format_move(best)}").reward == at_stake
    assert text_game.has_won == could_win
    assert text_game.player is (Player.TWO if second else Player.ONE)
    assert text_game.legal_moves == []


def test_the_question_is_told_from_the_players_side() -> None:
    """The prompt says who is asked, what the opponent did, and what is legal if that is shown."""
    game = GAMES["countdown"](start=60)
    told = TextGame(game, "perfect", [2, 2], second=True).prompt
    assert "You are Player 2." in told
    assert "your opponent 2, you 2, your opponent " in told
    assert "Your legal moves" in told
    assert "Your legal moves" not in TextGame(game, show_legal=False).prompt


def test_a_fault_loses_the_game() -> None:
    """A reply that names no move ends the game with -1, and nothing is played for it."""
    text_game = TextGame(GAMES["chain"](), "random")
    turn = text_game.answer("Hm.")
    assert (turn.move, turn.kind, turn.reward, turn.reply) == (None, "unreadable", -1, None)
    assert text_game.outcome is not None
    assert text_game.outcome.reason == "Player 1 forfeits (unreadable)"
    assert (text_game.is_over, text_game.has_won, text_game.played) == (True, False, [])


def test_an_opponent_may_win_at_once() -> None:
    """An opponent that begins and ends the game with one move leaves nothing to ask."""
    text_game = TextGame(GAMES["digits"](), "perfect", second=True)
    assert text_game.opening == 7
    assert (text_game.is_over, text_game.has_won, text_game.player) == (True, False, Player.TWO)


def test_there_are_only_so_many_levels() -> None:
    """An unknown opponent is refused with the levels that there are."""
    with pytest.raises(OptionsError, match="opponent must be one of random, easy"):
        TextGame(GAMES["chain"](), "grandmaster")
