"""What a person does at the page, and games to be played there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from divisor_duel import GAMES
from divisor_duel.game import Player

SETUPS: dict[str, dict[str, int]] = {
    "divider": {"high": 9},
    "ladder": {"high": 30},
    "countdown": {"start": 60},
    "chain": {"high": 20},
    "digits": {"target": 12},
}


def won_by(winner: int, name: str) -> list[int]:
    """The shortest of many random games of at least three moves that this player wins."""
    game, rng, best = GAMES[name](**SETUPS[name]), Random(4), [0] * 99
    for _ in range(300):
        position, moves = game.start(), list[int]()
        while game.outcome(position) is None:
            moves.append(rng.choice(game.legal_moves(position)))
            position = game.play(position, moves[-1])
        outcome = game.outcome(position)
        if outcome and outcome.winner == Player(winner) and 3 <= len(moves) < len(best):
            best = moves
    return best


def begin(
    page: Page,
    game: str,
    options: Mapping[str, int | str] | None = None,
    moves: Sequence[int] = (),
    level: str = "human",
) -> str:
    """Make a game with some moves played and open it with all its seats; its id."""
    asked: dict[str, Any] = {"game": game, "options": options or SETUPS[game]}
    asked["players"] = {"1": "human", "2": level}
    made = page.request.post("/api/games", data=asked).json()
    for ply, move in enumerate(moves):
        seat = str(ply % 2 + 1)
        page.request.post(
            f"/api/games/{made['id']}/moves",
            data={"ply": ply, "move": move},
            headers={"Authorization": f"Bearer {made['seats'][seat]}"},
        )
    _store(page, f"duel:{made['id']}", json.dumps(made["seats"]))
    if "static" in made:
        saved = page.request.get(f"/saved/{made['id']}").json()
        _store(page, f"duel:game:{made['id']}", json.dumps(saved))
    page.goto(f"/g/{made['id']}")
    expect(page.locator("#turn")).not_to_be_empty()
    return str(made["id"])


def _store(page: Page, key: str, value: str) -> None:
    """Store something in the browser before the page starts, unless it is there."""
    name = json.dumps(key)
    page.add_init_script(
        f"localStorage.getItem({name}) ?? localStorage.setItem({name}, {json.dumps(value)})"
    )


GAME = re.compile(r"/g/|/play/\?id=")
"""What addresses of games in progress contain: a server's, and the static site's."""


def read_record(page: Page) -> str:
    """The record of the game on the page."""
    if "/g/" in page.url:
        return page.request.get(f"/api/games/{page.url.rpartition('/')[2]}/record").text()
    code = "JSON.parse(localStorage[`duel:game:${new URLSearchParams(location.search).get('id')}`])"
    table = page.evaluate(code)["table"]
    reply = page.request.post("/answer", data={"path": "/api/games/x/record", "table": table})
    return str(reply.json()["answer"])


def choose_setup(page: Page, game: str, against: str) -> None:
    """Set a game up on the start page and start it."""
    page.get_by_role("button", name=f"Set up {GAMES[game].title}").click()
    page.get_by_role("button", name="Rule book").click()
    for name, value in SETUPS[game].items():
        page.locator(f"#option-{name}").fill(str(value))
    page.get_by_label(against).check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(GAME)
    expect(page.locator("#turn")).not_to_be_empty()


def tile(page: Page, move: int) -> Any:
    """The tile of a move."""
    return page.locator(f'.tile[data-move="{move}"]')


def press(page: Page, move: int) -> None:
    """Make a move by finger, where there is one, or by mouse.

    A first tap shows what a move would remove, and asks for a second tap.
    """
    finger = page.evaluate("matchMedia('(pointer: coarse)').matches")
    choose = tile(page, move).tap if finger else tile(page, move).click
    choose()
    if finger and page.locator("#board .divider").count():
        expect(page.locator("#caption")).to_contain_text(f"{move} removes")
        expect(page.locator("#caption")).to_contain_text("Tap again")
        choose()


def expect_moves(page: Page, moves: Sequence[int]) -> None:
    """Wait until exactly these moves are listed."""
    expect(page.locator("#moves .step .figure")).to_have_text([str(move) for move in moves])


def walk_to(page: Page, move: int) -> None:
    """Move the focus over the tiles with the arrow keys."""
    page.locator('.tile[tabindex="0"]').focus()
    page.keyboard.press("Home")
    for _ in range(100):
        focused = page.evaluate("document.activeElement.dataset.move")
        if focused == str(move):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not reach {move}")
