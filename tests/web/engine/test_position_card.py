"""The picture of a position in a preview."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from divisor_duel.games.registry import GAMES, find_game, set_up
from divisor_duel.play.record import Record
from divisor_duel.web.engine.position_card import HEIGHT, SMALLEST, WIDTH, position_card

LARGE = [
    ("divider", {"high": 100}),
    ("ladder", {"high": 400}),
    ("chain", {"high": 400}),
    ("countdown", {"start": 10**12}),
    ("countdown", {"start": 60}),
    ("sum", {}),
]


@pytest.mark.parametrize(("game", "options"), LARGE)
def test_every_number_can_be_read(game: str, options: dict[str, int]) -> None:
    """However many numbers there are, none is too small, out of sight, or wider than its ring."""
    rules = set_up(find_game(game), options)
    root = ElementTree.fromstring(position_card(Record(rules), rules.title, rules.phrase()))
    texts = [each for each in root.iter() if each.tag.endswith("text")]
    assert min(float(each.get("font-size", 0)) for each in texts) >= SMALLEST
    assert all(0 < float(each.get("x", 0)) < WIDTH for each in texts)
    assert all(0 < float(each.get("y", 0)) < HEIGHT for each in texts)
    assert [text for text, _ in _in_rings(root)] or game == "countdown"
    assert not [text for text, wide in _in_rings(root) if wide]


def _in_rings(root: ElementTree.Element) -> list[tuple[str, bool]]:
    """The numbers in rings, and whether each is wider than its ring."""
    found, shapes = [], list(root)
    for ring, text in pairwise(shapes):
        if ring.tag.endswith("circle") and ring.get("cx") == text.get("x"):
            words = text.text or ""
            width = 0.6 * float(text.get("font-size", 0)) * len(words)
            found.append((words, width > 2 * float(ring.get("r", 0))))
    return found


def test_what_does_not_fit_is_counted() -> None:
    """Of a million million's divisors some are shown, and the others counted."""
    game = GAMES["countdown"](start=10**12)
    drawn = position_card(Record(game), game.title, game.phrase())
    shown = drawn.count("\u2192")
    assert 8 <= shown < len(game.legal_moves(game.start()))
    assert f"and {len(game.legal_moves(game.start())) - shown} more" in drawn


def test_a_card_says_the_goal() -> None:
    """The picture alone shows the game, its rule, and whose turn it is or what to do."""
    game = GAMES["chain"](high=20)
    drawn = position_card(Record(game), game.title, game.phrase())
    for words in (game.title, game.phrase(), game.goal, "Player 1 moves next"):
        assert f">{words}</text>" in drawn
    assert ">Find it.</text>" in position_card(Record(game), "Puzzle", "", "Find it.")


def test_a_card_may_have_no_subtitle() -> None:
    """Without a subtitle the card still has its title and its board."""
    drawn = position_card(Record(GAMES["chain"](high=20)), "Chain", "")
    assert ">Chain</text>" in drawn
    assert ">20</text>" in drawn
