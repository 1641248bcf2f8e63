"""Misere Ladder: the rule for every position, against looking ahead."""

from __future__ import annotations

from random import Random

from divisor_duel import GAMES, Player
from divisor_duel.engine import Engine
from divisor_duel.engine.clock import Budget, Clock
from divisor_duel.engine.deepening import Deepening
from divisor_duel.game import Value
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.games.ladder.solving.misere import MOST_LISTED, MisereLadder
from divisor_duel.play.positions import read_position
from divisor_duel.proof import Branch, End, Tree


def test_any_position_is_worth_what_looking_ahead_finds() -> None:
    """Whatever is in the pool and whatever the players own, every move has the value and the
    remoteness that a search finds which knows no rule.
    """
    rng = Random(11)
    game = Ladder(high=24, ending="misere")
    theory, search, checked = MisereLadder(game), Deepening(game), 0
    for _ in range(300):
        pool = ",".join(str(number) for number in range(2, 25) if rng.random() < 0.4)
        one, two = rng.choice((1, 1, 2, 3, 4, 6)), rng.choice((1, 2, 3, 4, 5, 6))
        text = f"one={one} two={two} pool={pool}"
        position = read_position(game, text, rng.choice(list(Player)))
        found = theory.judge(position, Budget())
        assert found == search.judge(position, Budget()), text
        checked += len(found)
    assert checked > 1000


def test_large_pools_are_known_at_once() -> None:
    """The first player takes a number that nothing is a multiple of, and wins in two."""
    game = GAMES["ladder"](high=2000, ending="misere")
    analysis = Engine().analyze(game, game.start())
    assert (analysis.value, analysis.remoteness) == (Value.WIN, 2)
    assert set(analysis.winning) == set(range(1001, 2001))


def test_a_loss_is_proved_by_every_reply() -> None:
    """In a lost position every move ends the game; very long lists are left out."""
    game = Ladder(high=MOST_LISTED + 2, ending="misere")
    theory, start = MisereLadder(game), game.start()
    lost = game.play(start, game.high)
    replies = game.legal_moves(lost)
    assert len(replies) == MOST_LISTED
    assert theory.explain(lost, Clock()) == Tree(0, (Branch(replies, End(0)),))
    assert theory.explain(start, Clock()) is None
    larger = Ladder(high=MOST_LISTED + 3, ending="misere")
    assert MisereLadder(larger).explain(larger.play(larger.start(), larger.high), Clock()) is None
