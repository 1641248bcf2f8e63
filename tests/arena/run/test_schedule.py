"""Who plays whom: a round robin in which both begin equally often."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from divisor_duel import OptionsError, Player, Record
from divisor_duel.arena import Policy, read_players, read_setups
from divisor_duel.arena.run.schedule import first_difference
from divisor_duel.games.registry import GAMES
from tests.arena.playing import make_plan, play, timeless


def test_every_two_meet_and_both_begin_equally_often() -> None:
    """Each pair has as many games from each side in each game, all with keys of their own."""
    plan = make_plan(["random", "easy", "hard"], "chain,digits", rounds=4)
    tasks = plan.tasks()
    assert len({task.key for task in tasks}) == len(tasks) == 3 * 2 * 4 * 2
    sides = Counter((task.setup.label, *(entry.name for entry in task.players)) for task in tasks)
    assert set(sides.values()) == {4}
    assert len(sides) == 2 * 3 * 2


def test_games_can_be_replayed_from_their_lines() -> None:
    """Options, first player and moves of a line lead to its winner, and Player 1 decides first."""
    for line in play("random", "perfect", games=",".join(GAMES), rounds=4):
        game = GAMES[line["game"]](**line["options"])
        record = Record(game, tuple(line["played"]), Player(line["first"]))
        outcome = record.outcome()
        assert outcome
        assert (int(outcome.winner), outcome.reason) == (line["winner"], line["reason"])
        assert line["decisions"][0]["player"] == 1
        assert len(line["decisions"]) == len(line["played"]) - line["opening"]


def test_the_same_seed_gives_the_same_games() -> None:
    """Games do not depend on when they are played; another seed gives others."""
    first = list(map(timeless, play("easy", "hard", rounds=3)))
    assert first == list(map(timeless, play("easy", "hard", rounds=3)))
    assert first != list(map(timeless, play("easy", "hard", rounds=3, seed=2)))


@pytest.mark.parametrize("starts", ["fair", "rulebook"])
def test_other_starts_are_those_of_the_set_up(starts: str) -> None:
    """Fair and rule-book starts give no opening and the options of that set-up."""
    (line, _) = play("random", "hard", games="countdown", starts=starts)
    assert line["opening"] == 0
    assert line["options"] == {"start": 144 if starts == "fair" else 60}


def test_set_ups_can_have_options() -> None:
    """Options are written after the game, and are checked."""
    one, two = read_setups(["chain:high=30:opening=any", "digits"], "fair")
    assert dict(one.options) == {"low": 2, "high": 30, "opening": "any"}
    assert dict(two.options) == {"base": 10, **GAMES["digits"].fair.options}
    for texts in (["chess"], ["chain:size=3"], ["chain:high=x"], ["chain", "chain"], []):
        with pytest.raises(OptionsError):
            read_setups(texts, "fair")
    with pytest.raises(OptionsError, match="over before it begins"):
        read_setups(["countdown:start=7"], "fair")


def test_players_are_named_apart() -> None:
    """The same player may take part twice, and names can be chosen."""
    entries = read_players(["easy", "easy", "mine=cmd:./bot --x=1", "py:a.b:c"])
    assert [entry.name for entry in entries] == ["easy", "easy#2", "mine", "py:a.b:c"]
    assert entries[2].spec == "cmd:./bot --x=1"


@pytest.mark.parametrize(
    "texts",
    [
        ["easy"],
        ["easy", "strong"],
        ["easy", "py:nothing"],
        ["easy", "cmd:"],
        ["easy", "cmd:'open"],
        ["easy", "py:os;system:x"],
        ["easy#2=easy", "x"],
    ],
)
def test_wrong_players_are_refused(texts: list[str]) -> None:
    """Whoever cannot be a player is refused with the forms that there are."""
    with pytest.raises(OptionsError):
        read_players(texts)


def test_policies_are_read_and_written() -> None:
    """A policy is `forfeit` or `retry:K` and nothing else."""
    for text in ("forfeit", "retry:1", "retry:20"):
        assert str(Policy.read("illegal", text)) == text
    for text in (
        "retry",
        "retry:0",
        "retry:x",
        "retry:101",
        "retry:0099999",
        "random",
        "",
        "retry:²",
    ):
        with pytest.raises(OptionsError, match="illegal must be forfeit or retry:K"):
            Policy.read("illegal", text)


def test_a_tournament_may_grow_but_not_change() -> None:
    """More rounds, players and games go on from fewer; other terms do not."""
    small: dict[str, Any] = make_plan(["easy", "hard"]).settings()
    grown = make_plan(["easy", "hard", "random"], "chain,digits", rounds=9).settings()
    assert first_difference(small, grown) is None
    assert first_difference(small, make_plan(["easy", "hard"], seed=5).settings()) == "seed"
    swapped = make_plan(["hard=easy", "easy"]).settings()
    assert first_difference(small, swapped) == "players"


def test_too_many_games_are_refused() -> None:
    """A tournament that would never end is refused at once."""
    with pytest.raises(OptionsError, match="too many"):
        make_plan(["easy", "hard"], rounds=600_000)
