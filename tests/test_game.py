"""What all games share: options, numbers in text, and sentences for people."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Game, IllegalMoveError, MoveTextError, OptionsError, Player, Value
from divisor_duel.games.registry import find_game


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("divider", {"high": 1}, "high must be a whole number from 2 to 100000, not 1"),
        ("divider", {"low": 0}, "low must be"),
        ("divider", {"low": 5, "high": 4}, "5 is above 4"),
        ("ladder", {"high": 1}, "high must be"),
        ("ladder", {"high": 100_001}, "100000"),
        ("ladder", {"high": True}, "high must be"),
        ("ladder", {"high": 9.0}, "high must be"),
        ("ladder", {"high": "9"}, "high must be"),
        ("countdown", {"start": 0}, "start must be"),
        ("countdown", {"start": 10**18 + 1}, "start must be"),
        ("countdown", {"start": 10**5000}, "too long"),
        ("chain", {"low": 9, "high": 8}, "9 is above 8"),
        ("chain", {"opening": "odd"}, "'any' or 'even'"),
        ("chain", {"opening": 2}, "'any' or 'even'"),
        ("chain", {"low": 3, "high": 3, "opening": "even"}, "there is only 3"),
        ("digits", {"target": 1}, "target must be"),
        ("digits", {"base": 1}, "base must be"),
        ("digits", {"base": 37}, "base must be"),
    ],
)
def test_bad_options_are_refused(game: str, options: dict[str, Any], words: str) -> None:
    """Options outside their limits raise OptionsError with a sentence that says the limits."""
    with pytest.raises(OptionsError, match=words):
        GAMES[game](**options)


def test_defaults_are_the_rule_books() -> None:
    """Without options each game is set up as its rule book says."""
    assert {name: game().options for name, game in GAMES.items()} == {
        "divider": {"low": 2, "high": 9},
        "ladder": {"high": 50},
        "countdown": {"start": 60},
        "chain": {"low": 2, "high": 50, "opening": "any"},
        "digits": {"target": 7, "base": 10},
    }


@pytest.mark.parametrize("id", GAMES)
def test_presets_and_texts_are_complete(id: str) -> None:
    """Each game has a title, a summary, rules without the example, and a fair preset with a why."""
    kind = GAMES[id]
    assert kind.title
    assert kind.summary.endswith(".")
    assert ">>>" not in kind.rules()
    assert len(kind.rules().split()) > 50
    assert kind.fair.why
    assert kind(**kind.fair.options) != kind()


def test_lists_leave_out_the_name_of_the_series() -> None:
    """A short title is the title without `Divisor Duel:`, also of a game made from others."""
    titles = [find_game(name).short_title for name in (*GAMES, "sum")]
    assert titles == [
        *("Divider Duel", "Ladder", "Countdown", "Chain", "Digits"),
        "Sum of two games",
    ]


def test_set_ups_are_told_in_plain_words() -> None:
    """A set-up reads as a phrase, and a game that says nothing has its options listed."""
    assert [kind().phrase() for kind in GAMES.values()] == [
        "numbers 2 to 9",
        "numbers 2 to 50",
        "counting down from 60",
        "numbers 2 to 50",
        "target 7, digits 1 to 9",
    ]
    assert GAMES["chain"](opening="even").phrase() == "numbers 2 to 50, an even one first"
    assert GAMES["digits"](target=13, base=12).phrase() == "target 13, digits 1 to B in base 12"
    assert Game.size_phrase(GAMES["digits"](ending="misere")) == "target 7, base 10"


def test_players_are_the_numbers_one_and_two() -> None:
    """Players are called 1 and 2 and are each other's opponents."""
    assert [int(player) for player in Player] == [1, 2]
    assert Player.ONE.other is Player.TWO
    assert Player.TWO.other is Player.ONE


def test_values_are_seen_from_both_sides_and_have_marks() -> None:
    """A win is the opponent's loss, and each value has a sign of its own."""
    assert [value.other for value in Value] == [Value.LOSS, Value.WIN, Value.UNKNOWN]
    assert "".join(value.mark for value in Value) == "+-?"
    assert [Value.of(value.proved) for value in Value] == [*Value]
    assert [Value.of(win).proved for win in (True, False, None)] == [True, False, None]


@pytest.mark.parametrize(
    ("game", "moves", "bad", "words"),
    [
        ("divider", [3], 6, "6 is not on the list; choose one of 2, 4, 5, 7, 8"),
        ("ladder", [5, 7], 12, "12 is not a multiple of 5; choose one of 10, 15"),
        ("ladder", [5, 10], 10, "10 is already taken"),
        ("ladder", [5, 10], 51, "51 is not between 2 and 50"),
        ("countdown", [], 60, "you can't subtract 1 or 60 itself"),
        ("countdown", [], 1, "you can't subtract 1 or 60 itself"),
        ("countdown", [], 7, "7 does not divide 60; choose one of 2, 3, 4, 5"),
        ("chain", [15], 12, "12 is neither a factor nor a multiple of 15; choose one of 3, 5, 30"),
        ("chain", [15], 15, "15 is already taken"),
        ("chain", [15], 60, "60 is not between 2 and 50"),
        ("chain", [47], 2, "the game is over: no factor or multiple of 47 is left"),
        ("digits", [1], 1, "the digit 1 is already used; choose one of 2, 3"),
        ("digits", [1], 10, "10 is not a digit from 1 to 9"),
        ("digits", [1, 4], 2, "the game is over: 7 divides 14"),
    ],
)
def test_refusals_say_what_is_wrong_and_what_is_right(
    game: str, moves: list[int], bad: int, words: str
) -> None:
    """The sentence of a refused move names the reason and the moves that are legal."""
    real = GAMES[game]()
    position = real.start()
    for move in moves:
        position = real.play(position, move)
    with pytest.raises(IllegalMoveError) as caught:
        real.play(position, bad)
    assert str(caught.value).startswith(words)


def test_an_odd_opening_is_refused_under_the_house_rule() -> None:
    """With opening 'even' the first number must be even."""
    game = GAMES["chain"](opening="even")
    assert game.legal_moves(game.start()) == tuple(range(2, 51, 2))
    with pytest.raises(IllegalMoveError, match="must be even, and 15 is odd"):
        game.play(game.start(), 15)


def test_digits_above_nine_are_letters() -> None:
    """In base 12 the eleventh digit is written B and may be typed as B, b or 11."""
    game = GAMES["digits"](base=12, target=100)
    assert game.format_move(11) == "B"
    assert [game.parse_move(text) for text in ("B", "b", "11")] == [11, 11, 11]
    with pytest.raises(MoveTextError):
        game.parse_move("C")
    position = game.play(game.play(game.start(), 11), 10)
    assert game.describe(position) == "the number is BA; digits left: 1 2 3 4 5 6 7 8 9"


def test_a_game_is_replayed_in_one_way() -> None:
    """Replaying gives the start and each position after it, and stops at an illegal move."""
    game = GAMES["chain"](high=20)
    replay = game.positions([10, 5, 7], Player.TWO)
    start = game.start(Player.TWO)
    assert next(replay) == start
    assert next(replay) == game.play(start, 10)
    assert next(replay) == game.play(game.play(start, 10), 5)
    with pytest.raises(IllegalMoveError):
        next(replay)


def test_in_digits_only_the_remainder_counts_for_the_key() -> None:
    """Two numbers with the same digits left and the same remainder are one position."""
    game = GAMES["digits"](target=9)
    *_, one = game.positions([1, 2])
    *_, other = game.positions([2, 1])
    assert one != other
    assert game.key(one) == game.key(other)


@pytest.mark.parametrize("id", GAMES)
def test_misere_turns_the_winner_round_and_nothing_else(id: str) -> None:
    """The same moves lead to the same positions, the other player wins, and the reason says why."""
    normal, misere, rng = GAMES[id](), GAMES[id](ending="misere"), Random(id)
    position = normal.start()
    assert misere.start() == position
    while moves := normal.legal_moves(position):
        assert misere.legal_moves(position) == moves
        assert misere.outcome(position) is None
        move = rng.choice(moves)
        after = normal.play(position, move)
        assert misere.play(position, move) == after
        position = after
    one, other = normal.outcome(position), misere.outcome(position)
    assert one is not None
    assert other is not None
    assert other.winner is one.winner.other
    assert other.reason.endswith(f"; in misère, {misere.misere_rule}")


@pytest.mark.parametrize("id", GAMES)
def test_a_house_rule_is_told_only_where_it_is_agreed_on(id: str) -> None:
    """Normal play is described as the only one; misere is in the options and the words."""
    kind = GAMES[id]
    normal, misere = kind(ending="normal"), kind(ending="misere")
    assert normal == kind()
    assert "ending" not in normal.options
    assert f"{misere}" == f"{normal}"[:-1] + ", ending='misere')"
    assert misere.options == {**normal.options, "ending": "misere"}
    assert misere.phrase() == f"{normal.phrase()}, misère: {kind.misere_rule}"
    assert normal.agreed_rules() == kind.rules()
    assert (
        misere.agreed_rules() == f"{kind.rules()}\n\nMisère {kind.short_title}: {kind.misere_rule}."
    )
    assert normal.has_nim_values is kind.impartial
    assert not misere.has_nim_values
    with pytest.raises(OptionsError, match="ending must be 'normal' or 'misere', not 'sad'"):
        kind(ending="sad")
