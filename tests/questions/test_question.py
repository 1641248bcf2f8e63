"""Questions as messages, and the faults of players."""

from __future__ import annotations

from divisor_duel import GAMES
from divisor_duel.questions.question import ILLEGAL, Fault, Question, Refusal


def test_a_question_tells_all_there_is_to_know() -> None:
    """The message has the fields of the protocol, and after a refusal the reason."""
    game = GAMES["chain"]()
    question = Question(game, game.play(game.start(), 15), (15,), 2.5, 7)
    assert question.message() == {
        "type": "choose",
        "game": "chain",
        "options": {"low": 2, "high": 50, "opening": "any"},
        "played": [15],
        "first": 1,
        "you": 2,
        "legal": [3, 5, 30, 45],
        "seconds": 2.5,
        "seed": 7,
    }
    refused = Question(game, question.position, (15,), 2.5, 7, True, (Refusal("9", "no"),))
    assert refused.message()["refused"] == "no"


def test_hidden_moves_stay_hidden_after_a_refusal() -> None:
    """Where legal moves are not shown, the reason without them is given, if there is one."""
    long, short = Refusal("9", "no; choose 3 or 5", "no"), Refusal("9", "not a number")
    assert [long.reason_for_player(shown) for shown in (True, False)] == ["no; choose 3 or 5", "no"]
    assert short.reason_for_player(False) == "not a number"
    game = GAMES["chain"]()
    hidden = Question(game, game.start(), (), 1.0, 1, False, (long,))
    assert (hidden.message()["show_legal"], hidden.message()["refused"]) == (False, "no")


def test_a_fault_says_its_kind_and_what_happened() -> None:
    """As text it is one line for logs."""
    assert str(Fault(ILLEGAL, "9 is not legal")) == "illegal: 9 is not legal"
