"""A match in words: lists that fit."""

from __future__ import annotations

from textwrap import wrap

from divisor_duel.drawing.scene import preview, scene_of
from divisor_duel.games.registry import GAMES
from divisor_duel.play.record import Record
from divisor_duel.terminal.tui.background_match import snapshot_of
from divisor_duel.terminal.tui.match_text import moves, preview_text, title


def test_the_list_of_moves_breaks_between_moves_only() -> None:
    """Two moves stand in a row where both fit, one where not, and no row is too wide."""
    snapshot = snapshot_of([Record(GAMES["chain"](high=200), (100, 200, 50, 150))])
    rows = {
        width: "".join(text for text, _ in moves(snapshot, 10, width)).splitlines()
        for width in (15, 12)
    }
    assert rows[15] == ["1. ● 100 ■ 200", "2. ● 50  ■ 150"]
    assert [row.split()[-1] for row in rows[12]] == ["100", "200", "50", "150"]
    assert all(len(row) <= width for width, each in rows.items() for row in each)
    assert "".join(text for text, _ in moves(snapshot, 1, 15)) == "2. ● 50  ■ 150\n"


def test_what_a_move_would_do_fits_two_lines() -> None:
    """However many answers there are, a narrow screen shows some and says how many more."""
    game = GAMES["divider"](high=200)
    start = game.start()
    for move in (2, 3, 97):
        seen = preview(game, start, move, scene_of(game, start, (), 50), 50)
        told = preview_text(game, start, move, seen, 46)
        assert told.startswith(f"{move}: also removes ")
        assert len(wrap(told, 46)) <= 2 or "Possible replies" not in told


def test_a_title_drops_what_all_games_share_before_it_is_cut() -> None:
    """Where the whole title does not fit, the game's own name and its set-up still do."""
    snapshot = snapshot_of([Record(GAMES["chain"](opening="even"))])
    assert title(snapshot, 78) == "Divisor Duel: Chain, numbers 2 to 50, an even one first"
    assert title(snapshot, 48) == "Chain, numbers 2 to 50, an even one first"
