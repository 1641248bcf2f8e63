"""The referee: fair questions, faults by policy, and games that can be judged again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from divisor_duel import Player, Record
from divisor_duel.arena import Policy
from divisor_duel.arena.run.referee import recompute
from divisor_duel.arena.run.rows import GameRow, Start
from divisor_duel.games.registry import GAMES
from tests.arena.endpoint import Endpoint, chat_endpoint, first_legal
from tests.arena.playing import bot, make_plan, play, play_rows, timeless


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


def test_after_a_retry_a_good_answer_counts() -> None:
    """With `retry:1` the program learns why and may answer again; the fault stays on record."""
    for line in play("random", bot("learns"), illegal=Policy(1), games="countdown"):
        learner = line["players"].index("learns") + 1
        assert line["forfeit"] is None
        moves = sum(one["player"] == learner for one in line["decisions"])
        assert [one["kind"] for one in line["faults"]] == ["illegal"] * moves
    assert any(line["forfeit"] for line in play("random", bot("learns"), games="countdown"))


def test_each_kind_of_fault_has_its_own_policy() -> None:
    """A policy allows retries after time-outs but not after illegal moves, or the reverse."""
    (line, _) = play("random", bot("hang"), seconds=0.2, timeout=Policy(1))
    assert [fault["kind"] for fault in line["faults"]] == ["timeout", "timeout"]
    (line, _) = play("random", bot("illegal"), timeout=Policy(1))
    assert [fault["kind"] for fault in line["faults"]] == ["illegal"]


def model(endpoint: Endpoint, name: str = "m", options: str = "") -> str:
    """A model at the endpoint as a player."""
    return f"{name}=chat:tiny{options}@{endpoint.url}"


def test_forced_moves_need_not_be_asked() -> None:
    """With `skip_forced` a single legal move is made without a question."""
    with chat_endpoint(lambda request, number: first_legal(request)) as endpoint:
        play(model(endpoint), "random", games="countdown,chain", skip_forced=True, seconds=60.0)
    asked = [request["messages"][0]["content"] for request in endpoint.requests]
    assert asked
    assert all("," in text.split("Your legal moves: ")[1].split("\n")[0] for text in asked)


def test_a_saved_game_follows_from_its_moves() -> None:
    """Winner, start and decisions are computed again; moves that end too early are refused."""
    plan = make_plan(["random", "easy"], "chain,digits", rounds=2)
    for task, row in zip(
        plan.tasks(), play_rows("random", "easy", games="chain,digits", rounds=2), strict=True
    ):
        assert isinstance(row, GameRow)
        assert recompute(task, row) == row
        forged = replace(row, winner=3 - row.winner, decisions=[], start=Start("unknown"))
        assert recompute(task, forged) == row
        with pytest.raises(ValueError, match="it is not over"):
            recompute(task, replace(row, played=row.played[:-1]))
