"""The text of line mode for any game: turns, the end, resigning and house rules."""

from __future__ import annotations

from divisor_duel.game import Outcome, Player
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.lines.wording import Wording, legal_text, wording_for
from tests.heap_package.heap_game.rules import Heap

NAMES = {Player.ONE: "Ann", Player.TWO: "Ben"}
WON = Outcome(Player.TWO, "nothing is left")


def test_rules_alone_have_a_voice() -> None:
    """A game without wording of its own is played in plain lines."""
    game = Heap(size=5)
    wording = wording_for(game, NAMES)
    start, after = game.start(), game.play(game.start(), 3)
    last = game.play(after, 2)
    assert type(wording) is Wording
    assert wording.beginning(start) == ["Heap", ""]
    assert wording.turn(start) == ["Ann's turn.", "Position: 5 left"]
    assert wording.question(start) == "Enter your move: "
    assert wording.moved(start, 3, after, "You") == [""]
    assert wording.moved(after, 2, last, "Ben") == ["Position: 0 left"]
    assert wording.closing(last, WON) == ["Nothing is left.", "Ben wins the game!"]
    assert wording.resigned(WON) == ["Ann resigns.", "Ben wins the game!"]


def test_each_rule_book_has_its_own_voice() -> None:
    """All five games bring wording, and its prompt is not the plain one."""
    for kind in GAMES.values():
        wording = wording_for(kind(), NAMES)
        assert type(wording) is not Wording
        assert wording.question(kind().start()) != Wording.prompt


def test_misere_is_announced_and_ends_in_plain_words() -> None:
    """The house rule comes first, and no line of a rule book names the wrong loser."""
    game = GAMES["chain"](ending="misere")
    wording = wording_for(game, NAMES)
    assert wording.beginning(game.start())[:2] == [game.house_rule, ""]
    assert wording.closing(game.start(), WON) == ["Nothing is left.", "Ben wins the game!"]
    assert wording.ended(game.start(), WON) != wording.closing(game.start(), WON)


def test_many_legal_moves_are_shortened_to_ranges() -> None:
    """Up to thirty moves are listed one by one."""
    for high, text in ((31, ", ".join(map(str, range(2, 32)))), (32, "2-32")):
        game = GAMES["divider"](high=high)
        assert legal_text(game, game.start()) == text
