"""Prompts: all that a player must know, from that player's point of view."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.arena import Question
from divisor_duel.arena.run.referee import referee
from divisor_duel.questions.prompts import history, messages, question_text, refusal_text
from divisor_duel.questions.question import Refusal
from tests.arena.playing import make_plan

CHAIN = GAMES["chain"]()


def question(show_legal: bool = True, refused: tuple[Refusal, ...] = ()) -> Question:
    """A position of Chain in which 15 was just taken."""
    position = CHAIN.play(CHAIN.start(), 15)
    return Question(CHAIN, position, (15,), 5.0, 1, show_legal, refused)


def test_the_prompt_has_the_rules_the_position_and_the_legal_moves() -> None:
    """All that a player must know is said, and the switch leaves out nothing but the moves."""
    told, untold = question_text(question()), question_text(question(False))
    assert CHAIN.rules() in told
    assert "You are Player 2. Moves so far, the first one first: your opponent 15." in told
    assert "your opponent's last one, is 15; numbers left: " in told
    assert "Your legal moves: 3, 5, 30, 45." in told
    assert told.replace("Your legal moves: 3, 5, 30, 45.\n", "") == untold


def test_a_refusal_does_not_leak_the_legal_moves() -> None:
    """If legal moves are hidden, the reason for a refusal does not list them either."""
    problem = "9 is no factor of 15"
    refused = (Refusal("move: 9", f"{problem}; choose one of 3, 5, 30, 45", problem),)
    assert "choose one of 3" in refusal_text(question(True, refused))
    assert "30" not in refusal_text(question(False, refused))


@pytest.mark.parametrize("id", GAMES)
def test_prompts_say_who_you_are_after_odd_and_even_openings(id: str) -> None:
    """Player 1 decides first after any opening, and reads all moves from Player 1's side."""
    for task in make_plan(["random", "easy"], id, rounds=6, starts="sampled").tasks()[::2]:
        asked = next(referee(task)).question
        text = question_text(asked)
        played = len(asked.played)
        assert "You are Player 1." in text
        assert text.count("your opponent ") >= (played + 1) // 2
        if played:
            last = text.split("the first one first: ")[1].split(".")[0].split(", ")[-1]
            assert last == f"your opponent {asked.game.format_move(asked.played[-1])}"
            first = "you " if played % 2 == 0 else "your opponent "
            assert f"the first one first: {first}" in text


def test_ladder_tells_whose_number_is_whose() -> None:
    """The same position reads from either side."""
    ladder = GAMES["ladder"]()
    position = ladder.play(ladder.start(), 3)
    asked = Question(ladder, position, (3,), 5.0, 1)
    assert "your own number is 1, your opponent's own number is 3" in question_text(asked)


def test_a_template_of_ones_own_is_filled_in() -> None:
    """Known placeholders are replaced, and whatever else looks like one stays."""
    text = question_text(question(), "  $you: $legal$nonsense $ {x}\n")
    assert text == "Player 2: Your legal moves: 3, 5, 30, 45.\n$nonsense $ {x}"


def test_refused_replies_are_part_of_the_talk() -> None:
    """The system prompt comes first, then the question, then each reply with its refusal."""
    refused = (Refusal("", "say something"), Refusal("move: 9", "9 is no factor of 15"))
    talk = messages(question(True, refused), None, "Win!")
    roles = ["system", "user", "assistant", "user", "assistant", "user"]
    assert [message["role"] for message in talk] == roles
    assert talk[2]["content"] == "(no answer)"
    assert "say something" in talk[3]["content"]
    assert "say something" not in talk[5]["content"]
    assert [message["role"] for message in messages(question(), None, None)] == ["user"]


def test_the_history_names_both_players() -> None:
    """Moves are described from the side of the player to move; at the start there are none."""
    assert history(question()) == "Moves so far, the first one first: your opponent 15."
    start = Question(CHAIN, CHAIN.start(), (), 5.0, 1)
    assert history(start) == "No move has been made yet."
