"""The state of a game as readers see it."""

from __future__ import annotations

import json
from random import Random

import pytest

from divisor_duel.games.parts import PAGE, find
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Round
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import next_version
from divisor_duel.web.game.view import (
    UNKNOWN,
    Presence,
    plain_view,
    problems,
    state_now,
    state_of,
)
from divisor_duel.web.schema.states import encode
from tests.web.game.tables import played, table_of
from tests.web.players import MakeTable

CHAIN = {"high": 12}


@pytest.mark.parametrize("id", GAMES)
def test_why_other_numbers_may_not_be_played(id: str) -> None:
    """For every illegal number on a board, the state has the reason that the rules give."""
    page = find(GAMES[id], PAGE)
    game, rng, seen = GAMES[id](**GAMES[id].recommended.options), Random(7), 0
    for _ in range(10):
        played = Round(game)
        while legal := game.legal_moves(played.position):
            view = (page.view if page else plain_view)(played, legal)
            told = problems(game, played.position, legal, view)
            named = {number: reason for reason, group in told.items() for number in group}
            rest = [reason for reason, group in told.items() if not group]
            assert len(rest) <= 1
            for number in set(getattr(view, "numbers", ())) - set(legal):
                reason = named[number] if number in named else rest[0]
                expected = game.why_illegal(played.position, number)
                assert reason.replace("{}", game.format_move(number)) == expected
                seen += 1
            played.play(rng.choice(legal))
    assert seen or not hasattr(view, "numbers")


def test_views(make_table: MakeTable) -> None:
    """Each game shows what its board needs."""
    divider = make_table("divider").play(3)["view"]
    assert divider["left"] == [2, 4, 5, 7, 8]
    assert divider["sweeps"]["2"] == [2, 4, 8]
    ladder = make_table("ladder", options={"high": 10}, first="2").play(2, 3, 4)["view"]
    assert ladder["own"] == {"1": 3, "2": 4}
    assert ladder["ladders"] == {"1": [3], "2": [2, 4]}
    countdown = make_table("countdown").play(15)["view"]
    assert (countdown["number"], countdown["path"]) == (45, [60, 45])
    assert countdown["leaves"] == {"3": 42, "5": 40, "9": 36, "15": 30}
    chain = make_table("chain", options=CHAIN).play(6)["view"]
    assert (chain["last"], chain["chain"]) == (6, [6])
    assert chain["gone"] == [6]
    digits = make_table("digits", options={"base": 12, "target": 11}).play(10)["view"]
    assert (digits["written"], digits["remainder"]) == ("A", 10)
    assert digits["symbols"]["11"] == "B"
    after = digits["after"]["1"]
    assert (after["written"], after["remainder"], after["note"]) == ("A1", 0, "divides")


@pytest.mark.parametrize("game", [*GAMES, "sum"])
def test_a_state_told_in_two_parts_is_the_state(game: str) -> None:
    """What is encoded once and what is encoded for each move make the same message together."""
    named, seen = "Player 1", table_of(game, mode="link")
    for change in (
        lambda table: table,
        lambda table: played(table, 2),
        lambda table: next_version(table, names=("Ada", "Bo")),
        lambda table: played(table, 1),
        lambda table: moves.undo(table, 1, 3),
        lambda table: moves.resign(table, 2),
    ):
        seen = change(seen)
        named = "Ada" if seen.names[0] == "Ada" else named
        for presence in (UNKNOWN, Presence({1: True, 2: False}, {1: True})):
            told = json.loads(state_now(seen, presence))
            assert told == json.loads(encode(state_of(seen, presence)))
            assert told["names"]["1"] == named
    assert (named, seen.version) == ("Ada", 7)


def test_the_rule_is_in_one_line() -> None:
    """A state has the game's summary; in misere it also says that the winner loses."""
    normal = state_of(table_of("chain", options={"high": 12}))
    misere = state_of(table_of("chain", options={"high": 12, "ending": "misere"}))
    assert normal.summary == GAMES["chain"].summary
    assert misere.summary == f"{normal.summary} But this is misère: {GAMES['chain'].misere_rule}."
