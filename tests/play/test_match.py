"""Rounds and matches: undo and redo, scores, who begins, and what listeners hear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES, IllegalMoveError, Match, Outcome, Player, Record, Round
from divisor_duel.play.match import Command, move_seed, play_match
from divisor_duel.play.record import HUMAN


@given(st.sampled_from(list(GAMES)), st.lists(st.integers(0, 12)), st.integers(0, 10**6))
def test_any_sequence_of_moves_and_undos(id: str, actions: list[int], seed: int) -> None:
    """A round with undo and redo is always where a plain replay of its moves leads."""
    game, rng = GAMES[id](), Random(seed)
    current = Round(game)
    moves: list[int] = []
    undone: list[int] = []
    for action in actions:
        legal = game.legal_moves(current.position)
        if action == 0:
            assert current.undo() == (moves[-1] if moves else None)
            undone += [moves.pop()] if moves else []
        elif action == 1:
            assert current.redo() == (undone[-1] if undone else None)
            moves += [undone.pop()] if undone else []
        elif action == 2:
            with pytest.raises(IllegalMoveError):
                current.play(10**20)
        elif legal:
            moves.append(rng.choice(legal))
            current.play(moves[-1])
            undone = []
        assert current.moves == moves
        *_, last = Record(game, tuple(moves)).positions()
        assert current.position == last


def test_a_round_at_a_position_replays_its_moves_only_to_undo() -> None:
    """It stands at the given position, from any start, and moves back and forth as any other."""
    game = GAMES["chain"](high=9)
    start = game.play(game.start(Player.TWO), 8)
    whole = Round(game, Player.ONE, (4, 2, 6), start)
    part = Round.at_position(game, Player.ONE, [4, 2, 6], whole.position, start)
    assert (part.start, part.first, part.moves) == (start, Player.ONE, [4, 2, 6])
    assert [part.undo(), part.position] == [6, game.play(game.play(start, 4), 2)]
    assert [part.undo(), part.position] == [2, game.play(start, 4)]
    assert [part.redo(), part.redo(), part.redo()] == [2, 6, None]
    assert part.position == whole.position
    assert [*part.positions()] == [*whole.positions()]


def test_redo_makes_the_undone_moves_again_in_their_order() -> None:
    """After three undos, three redos lead back, whatever number each move has."""
    current = Round(GAMES["divider"](), moves=(5, 7, 9))
    assert [current.undo(), current.undo(), current.undo(), current.undo()] == [9, 7, 5, None]
    assert [current.redo(), current.redo(), current.redo(), current.redo()] == [5, 7, 9, None]
    assert current.moves == [5, 7, 9]


def test_a_match_says_whose_it_is_and_what_its_computers_draw_from() -> None:
    """Game, names, levels and seed are those of its record; each move has a seed of its own."""
    record = Record(
        GAMES["divider"](),
        (5, 3),
        names=("Ann", "Ben"),
        levels=("human", "hard"),
        seed=7,
        round=(2, 3),
    )
    match = Match([record])
    assert match.game == record.game
    assert match.names == {Player.ONE: "Ann", Player.TWO: "Ben"}
    assert match.levels == {Player.ONE: "human", Player.TWO: "hard"}
    assert (match.seed, match.number, match.rounds) == (7, 2, 3)
    assert match.move_seed == move_seed(7, 2, 2) == "7/2/2"
    assert not match.over


class Notes:
    """A listener that writes down what it hears."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def began(self, match: Match) -> None:
        self.lines.append(f"round {match.number}, {int(match.round.first)} begins")

    def moved(self, match: Match, before: Any, move: int) -> None:
        self.lines.append(f"{int(before.to_move)} plays {move}")

    def refused(self, match: Match, error: IllegalMoveError) -> None:
        self.lines.append(str(error))

    def changed(self, match: Match, command: Command, moves: Sequence[int]) -> None:
        self.lines.append(f"{command.value} {list(moves)}")

    def ended(self, match: Match, outcome: Outcome) -> None:
        self.lines.append(f"{int(outcome.winner)} wins")


def play(record: Record, script: list[int | Command]) -> tuple[Match, list[str]]:
    """Play a match in which both players read from one script."""
    match, notes, choices = Match([record]), Notes(), iter(script)
    play_match(match, dict.fromkeys(Player, lambda _: next(choices)), notes)
    return match, notes.lines


def test_rounds_alternate_and_are_scored() -> None:
    """In a match the players take turns to go first each round, and wins are counted."""
    record = Record(GAMES["digits"](target=7), round=(1, 3))
    match, lines = play(record, [7, 1, 4, Command.RESIGN])
    assert lines == [
        "round 1, 1 begins",
        "1 plays 7",
        "1 wins",
        "round 2, 2 begins",
        "2 plays 1",
        "1 plays 4",
        "1 wins",
        "round 3, 1 begins",
        "2 wins",
    ]
    assert match.score() == {Player.ONE: 2, Player.TWO: 1}
    assert match.over
    assert [r.round for r in match.records()] == [(1, 3), (2, 3), (3, 3)]


def test_a_person_is_asked_again_after_an_illegal_move() -> None:
    """The listener hears why, and nothing has changed; a computer's illegal move is an error."""
    record = Record(GAMES["digits"](target=7))
    _, lines = play(record, [0, 7])
    reason = lines.pop(1)
    assert reason.startswith("0 is not a digit from 1 to 9")
    assert lines == ["round 1, 1 begins", "1 plays 7", "1 wins"]
    with pytest.raises(IllegalMoveError, match="0 is not a digit from 1 to 9"):
        play(replace(record, levels=("easy", HUMAN)), [0, 7])


def test_a_match_goes_on_from_its_records() -> None:
    """A match rebuilt from its records has the same position, score and round."""
    match, _ = play(Record(GAMES["digits"](), round=(1, 2)), [7, 7])
    again = Match(match.records())
    assert again.score() == match.score()
    assert again.records() == match.records()
    assert again.over


def test_undo_between_people_takes_back_one_move() -> None:
    """Two people take moves back one at a time, and redo makes them again."""
    record = Record(GAMES["divider"]())
    _, lines = play(record, [5, 3, Command.UNDO, Command.REDO, Command.UNDO, 2, 3, 7])
    assert lines[1:] == [
        "1 plays 5",
        "2 plays 3",
        "undo [3]",
        "redo [3]",
        "undo [3]",
        "2 plays 2",
        "1 plays 3",
        "2 plays 7",
        "2 wins",
    ]


def test_undo_against_a_computer_takes_back_its_answer_too() -> None:
    """Against a computer undo goes back to the person's own last turn, and redo returns."""
    record = Record(GAMES["divider"](), levels=("human", "random"))
    _, lines = play(record, [5, 3, Command.UNDO, Command.UNDO, Command.REDO, Command.RESIGN])
    assert lines[1:] == [
        "1 plays 5",
        "2 plays 3",
        "undo [3, 5]",
        "undo []",
        "redo [5, 3]",
        "2 wins",
    ]


def test_undo_never_hands_the_first_move_back_to_a_computer() -> None:
    """When only the computer has moved there is nothing to undo."""
    record = Record(GAMES["divider"](), levels=("random", "human"))
    match, lines = play(record, [5, Command.UNDO, Command.RESIGN])
    assert lines[2] == "undo []"
    assert match.round.moves == [5]


def test_a_lost_start_ends_at_once() -> None:
    """A countdown from a prime is over before anyone is asked."""
    _, lines = play(Record(GAMES["countdown"](start=7)), [])
    assert lines == ["round 1, 1 begins", "2 wins"]
