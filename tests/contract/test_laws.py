"""Laws over every game and many set-ups, checked on whole trees or random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from divisor_duel import (
    GAMES,
    IllegalMoveError,
    Outcome,
    Player,
    Record,
    read_records,
    write_records,
)
from divisor_duel.game import AnyGame
from divisor_duel.numbers import members
from tests.setups import DEFAULTS, LARGE, SMALL, Setup

every_setup = pytest.mark.parametrize("setup", [*SMALL, *DEFAULTS, *LARGE], ids=str)
small_setups = pytest.mark.parametrize("setup", SMALL, ids=str)


def random_game(game: AnyGame, rng: Random, first: Player = Player.ONE) -> Iterator[Any]:
    """The positions of one random game."""
    position = game.start(first)
    yield position
    while moves := game.legal_moves(position):
        position = game.play(position, rng.choice(moves))
        yield position


def whole_tree(game: AnyGame) -> set[Any]:
    """Every position that can be reached."""
    found, waiting = {game.start()}, [game.start()]
    while waiting:
        position = waiting.pop()
        for move in game.legal_moves(position):
            child = game.play(position, move)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def sample(setup: Setup) -> list[Any]:
    """All positions of a small set-up, or those of some random games of a larger one."""
    game = setup.game
    if setup in SMALL:
        return list(whole_tree(game))
    rng = Random(str(setup))
    return [position for _ in range(3) for position in random_game(game, rng)][:400]


@every_setup
def test_legal_moves_are_ascending_and_empty_exactly_at_the_end(setup: Setup) -> None:
    """Legal moves come sorted, without repeats, and run out exactly when there is an outcome."""
    game = setup.game
    for position in sample(setup):
        moves = game.legal_moves(position)
        assert list(moves) == sorted(set(moves))
        assert (not moves) == (game.outcome(position) is not None)


@small_setups
def test_exactly_the_legal_moves_can_be_played(setup: Setup) -> None:
    """Every number is either a legal move or refused with a sentence."""
    game = setup.game
    bound = 2 + max(value for value in game.options.values() if isinstance(value, int))
    for position in whole_tree(game):
        legal = game.legal_moves(position)
        for move in (-1000, *range(-2, min(bound, 60)), bound - 1, bound, 10**30):
            if move in legal:
                game.play(position, move)
                continue
            with pytest.raises(IllegalMoveError) as caught:
                game.play(position, move)
            assert str(caught.value)
            assert caught.value.move == move
            assert caught.value.position == position
            assert not legal or caught.value.problem == game.why_illegal(position, move)


@every_setup
def test_children_are_the_positions_after_each_move(setup: Setup) -> None:
    """What a game hands to searches is what playing each legal move in turn leads to; of
    hundreds of moves every few are tried.
    """
    game = setup.game
    for position in sample(setup):
        moves, children = game.legal_moves(position), list(game.children(position))
        assert len(children) == len(moves)
        step = 1 + len(moves) // 60
        assert children[::step] == [game.play(position, move) for move in moves[::step]]


@every_setup
def test_play_is_pure(setup: Setup) -> None:
    """Playing a move twice gives equal positions with equal hashes and leaves the old one alone."""
    game = setup.game
    for position in sample(setup):
        before = (tuple(position), hash(position), game.legal_moves(position))
        for move in game.legal_moves(position)[:20]:
            child = game.play(position, move)
            assert child == game.play(position, move)
            assert hash(child) == hash(game.play(position, move))
            assert child.to_move is position.to_move.other
        assert before == (tuple(position), hash(position), game.legal_moves(position))


@every_setup
@pytest.mark.parametrize("first", list(Player))
def test_every_game_ends_within_its_bound_with_one_winner(setup: Setup, first: Player) -> None:
    """A random game never lasts longer than promised, and has a winner."""
    game = setup.game
    rng = Random(f"{setup} {first}")
    for _ in range(20 if setup not in LARGE else 2):
        positions = list(random_game(game, rng, first))
        assert positions[0].to_move is first
        assert len(positions) - 1 <= game.max_moves()
        outcome = game.outcome(positions[-1])
        assert isinstance(outcome, Outcome)
        assert outcome.winner in list(Player)
        assert outcome.reason


@small_setups
def test_who_begins_changes_only_the_names(setup: Setup) -> None:
    """With Player 2 beginning, the same moves give the same game with the players swapped."""
    game = setup.game
    rng = Random(str(setup))
    for _ in range(20):
        one, two = game.start(Player.ONE), game.start(Player.TWO)
        while moves := game.legal_moves(one):
            assert game.legal_moves(two) == moves
            move = rng.choice(moves)
            one, two = game.play(one, move), game.play(two, move)
        ended_one, ended_two = game.outcome(one), game.outcome(two)
        assert ended_one is not None
        assert ended_two is not None
        assert ended_one.winner is ended_two.winner.other
        assert ended_one.reason == ended_two.reason


@every_setup
def test_moves_survive_being_written_and_read(setup: Setup) -> None:
    """Every legal move reads back from its own text."""
    game = setup.game
    for position in sample(setup):
        for move in game.legal_moves(position)[:50]:
            assert game.parse_move(game.format_move(move)) == move
            assert game.parse_move(str(move)) == move


@every_setup
def test_games_survive_being_written_and_read(setup: Setup) -> None:
    """A record, whole or cut short, reads back equal, and its text is the same again."""
    game, rng = setup.game, Random(str(setup))
    position, moves = game.start(Player.TWO), list[int]()
    while legal := game.legal_moves(position):
        moves.append(rng.choice(legal))
        position = game.play(position, moves[-1])
    for length in {0, len(moves) // 2, len(moves)}:
        record = Record(game, tuple(moves[:length]), Player.TWO, seed=5)
        text = write_records([record])
        assert read_records(text) == [record]
        assert write_records(read_records(text)) == text


@every_setup
def test_options_build_the_same_game_again(setup: Setup) -> None:
    """A game is equal to one built from its own options, and can be a dictionary key."""
    game = setup.game
    again = GAMES[game.id](**game.options)
    assert again == game
    assert {game: 1}[again] == 1


@every_setup
def test_positions_can_be_described(setup: Setup) -> None:
    """Each position has a description of one line."""
    game = setup.game
    for position in sample(setup):
        assert game.describe(position).strip()
        assert "\n" not in game.describe(position)


@every_setup
def test_positions_with_one_key_go_on_alike(setup: Setup) -> None:
    """A key is one line, and positions that share one have the same moves to the same keys."""
    game = setup.game
    seen: dict[str, dict[int, str]] = {}
    for position in list(sample(setup))[:40]:
        key = game.key(position)
        assert "\n" not in key
        legal = game.legal_moves(position)
        following = {move: game.key(game.play(position, move)) for move in legal[:2]}
        assert seen.setdefault(key, following) == following


@every_setup
def test_numbers_illegal_by_reason_are_refused_for_one_reason(setup: Setup) -> None:
    """Groups of refused numbers hold no legal one, none twice, and each has one reason."""
    game = setup.game
    for position in [one for one in sample(setup) if game.legal_moves(one)][:20]:
        alike = {
            told: mask for told, mask in (game.illegal_by_reason(position) or {}).items() if mask
        }
        groups = [members(mask) for mask in alike.values()]
        numbers = [number for group in groups for number in group]
        assert len(set(numbers)) == len(numbers)
        assert not set(numbers) & set(game.legal_moves(position))
        for told, group in zip(alike, groups, strict=True):
            some = (*group[:30], *group[-30:])
            assert {_reason(game, position, number) for number in some} == {told}


def _reason(game: AnyGame, position: Any, number: int) -> str:
    return game.why_illegal(position, number).replace(game.format_move(number), "{}", 1)
