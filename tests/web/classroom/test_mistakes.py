"""Accuracy and hard positions, against values found by trying every move."""

from __future__ import annotations

from random import Random

from divisor_duel.game import AnyGame, Position
from divisor_duel.games.registry import set_up
from divisor_duel.learn.review import review
from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom.games import table_of
from divisor_duel.web.classroom.mistakes import Decision, accuracy_of, decisions_in, hardest
from divisor_duel.web.classroom.room import COMPUTER
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema.analysis import JudgedMessage, ReviewMessage
from tests.web.classroom.rooms import room_with


def reviewed(table: Table) -> ReviewMessage:
    """The review of a game, as a worker makes it."""
    judged = review(table.record)
    return ReviewMessage([JudgedMessage.of(move) for move in judged.moves], [], {}, None, {})


def wins(game: AnyGame, position: Position) -> bool:
    """Whether the player to move wins, by trying every line to its end."""
    outcome = game.outcome(position)
    if outcome:
        return outcome.winner == position.to_move
    return any(not wins(game, game.play(position, move)) for move in game.legal_moves(position))


def test_decisions_are_those_where_a_win_could_be_lost() -> None:
    """Every decision of a pupil, and no other move, has a winning and a losing choice."""
    rng = Random(8)
    room = changes.next_round(room_with(3), 0, (1, 2, 3), ["a", "b"])
    game = set_up("chain", {"high": 12})
    for pairing in room.current:
        table = table_of(room, pairing)
        while not table.outcome:
            seat = int(table.position.to_move)
            table = moves.move(table, seat, len(table.moves), rng.choice(table.legal))
        made = {len(one.moves): one for one in decisions_in(table, pairing, reviewed(table))}
        for ply, move in enumerate(table.moves):
            position = table.after(ply).position
            legal = game.legal_moves(position)
            values = {one: not wins(game, game.play(position, one)) for one in legal}
            pupil = pairing.one if position.to_move == 1 else pairing.two
            if pupil == COMPUTER or len(set(values.values())) == 1:
                assert ply not in made
                continue
            decision = made[ply]
            assert (decision.pupil, decision.move, decision.good) == (pupil, move, values[move])
            if not decision.good:
                assert set(decision.better) == {one for one, won in values.items() if won}


def decided(pupil: int, position: str, good: bool, move: int = 1) -> Decision:
    """A decision in a made-up position."""
    return Decision(pupil, position, (len(position),), move, good, () if good else (9,))  # type: ignore[arg-type]


def test_accuracy_is_the_share_of_wins_that_were_kept() -> None:
    """All games count together; a pupil without decisions has no accuracy."""
    made = [decided(1, "a", True), decided(1, "b", False), decided(2, "a", False)]
    assert accuracy_of(made) == {1: 0.5, 2: 0.0}


def test_the_positions_that_most_got_wrong_come_first() -> None:
    """At most three positions are discussed, those with the most pupils who went wrong."""
    made = [
        *(decided(pupil, "easy", True) for pupil in range(1, 9)),
        *(decided(pupil, "hard", False, 2) for pupil in range(1, 5)),
        decided(5, "hard", True, 9),
        decided(1, "hard", True, 9),
        *(decided(pupil, "worse", False) for pupil in range(1, 7)),
        decided(1, "rare", False),
        decided(1, "rarer still", False),
    ]
    found = hardest(made)
    assert [(len(one.wrong), len(one.right)) for one in found] == [(6, 0), (4, 1), (1, 0)]
    assert (found[1].chosen, found[1].better) == ({2: 4, 9: 2}, (9,))
    assert hardest([]) == []
