"""The player that follows its proof: one strategy for the whole game, and its rule each time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.engine.levels import Choice, Effort
from divisor_duel.engine.proof_player import follow, followed, known_rule
from divisor_duel.game import AnyGame, Player
from divisor_duel.strategy import Strategy

EFFORT = Effort(5.0)

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("divider", {"high": 14}),
    ("divider", {"high": 20}),
    ("divider", {"high": 20, "ending": "misere"}),
    ("ladder", {"high": 100}),
    ("countdown", {"start": 60}),
    ("chain", {"high": 20, "opening": "even"}),
    ("digits", {"target": 12}),
]


def played(game: AnyGame, seed: int) -> tuple[list[Any], list[Choice]]:
    """A game of the follower, who begins, against random replies: all positions and choices."""
    rng, positions, choices = Random(seed), [game.start()], list[Choice]()
    while not game.outcome(positions[-1]):
        if positions[-1].to_move == Player.ONE:
            choices.append(follow(game, positions, Random(1), EFFORT))
            move = choices[-1].move
        else:
            move = rng.choice(game.legal_moves(positions[-1]))
        positions.append(game.play(positions[-1], move))
    return positions, choices


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_it_wins_and_names_a_rule_at_every_move(name: str, options: dict[str, Any]) -> None:
    """From its first move on it says why; only a move that ends the game says it by itself."""
    game = GAMES[name](**options)
    for seed in range(4):
        positions, choices = played(game, seed)
        outcome = game.outcome(positions[-1])
        assert outcome
        assert outcome.winner == Player.ONE
        ended_by_it = positions[-2].to_move == Player.ONE
        assert all(choice.note for choice in (choices[:-1] if ended_by_it else choices))
        assert all(choice.sure for choice in choices)


def test_it_keeps_to_the_partners_that_it_named() -> None:
    """What it plays is what it said at its first move."""
    game = GAMES["chain"](high=30, opening="even")
    positions = [game.start(), game.play(game.start(), 16)]
    first = follow(game, positions[:1], Random(1), EFFORT)
    assert first.move == 16
    assert "partner: 2-8, 4-12." in first.note
    for reply, partner in ((2, 8), (4, 12)):
        choice = follow(game, [*positions, game.play(positions[-1], reply)], Random(1), EFFORT)
        assert choice.move == partner
        assert choice.note.startswith("Its rule: \u201cTake the partner of the number just taken")


def test_of_a_long_list_it_names_the_answer() -> None:
    """A rule that lists many answers is named by the one that was played."""
    game = GAMES["divider"](high=20)
    positions = [game.start()]
    for move in (4, 6):
        positions.append(game.play(positions[-1], move))
    assert follow(game, positions, Random(1), EFFORT) == Choice(
        5, True, "Its rule: \u201cIf they take 6, take 5.\u201d"
    )


def test_a_game_that_it_did_not_play_is_taken_up_where_it_can_be() -> None:
    """Where its earlier moves follow no strategy it starts with the position at hand."""
    game = GAMES["divider"](high=9)
    positions = [game.start()]
    for move in (2, 5):  # 2 throws the win away, 5 gives it back
        positions.append(game.play(positions[-1], move))
    analysis = followed(game, positions, EFFORT)
    assert analysis
    assert analysis.position == positions[-1]
    assert follow(game, positions, Random(1), EFFORT).move == 9
    lost = [game.start(), game.play(game.start(), 4)]
    assert followed(game, lost, EFFORT) is None
    choice = follow(game, lost, Random(1), EFFORT)
    assert choice.move in game.legal_moves(lost[-1])
    assert choice.note == ""


def test_it_never_searches_without_a_time_limit() -> None:
    """A rule that asks the engine is skipped; the position is analysed afresh instead."""
    game = GAMES["divider"](high=20, ending="misere")
    analysis = followed(game, [game.start()], EFFORT)
    assert analysis
    strategy = analysis.strategy
    assert isinstance(strategy, Strategy)
    only_search = Strategy(game, game.start(), strategy.winner, strategy.rules[-1:])
    assert only_search.rules[0].searches
    assert known_rule(only_search, game.start()) is None
