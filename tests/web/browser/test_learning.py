"""Learning by doing: lessons, the coach, finding moves oneself, rules at work."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from divisor_duel import GAMES
from divisor_duel.learn.exercises import exercise_of
from tests.web.browser.conftest import EVERYWHERE, PHONE, OpenPage, everywhere, on_both
from tests.web.browser.table import begin, expect_moves, tile

LESSONS = [
    *(("360-dark", game) for game in GAMES),
    ("1366-light", "chain"),
    (EVERYWHERE[-1], "divider"),
]


def follow(page: Page, steps: list[dict[str, object]]) -> None:
    """Answer every step of a lesson rightly."""
    for count, step in enumerate(steps, 1):
        expect(page.locator("#run")).to_contain_text(f"Step {count} of {len(steps)}")
        answers = step["answers"]
        assert isinstance(answers, dict)
        if answers:
            right = next(move for move, said in answers.items() if said["right"])
            tile(page, int(right)).click()
            expect(page.locator("#notice .good")).to_be_visible()
        shown = page.locator("#insight .drawing")
        if step["ask"] == "move" and not step.get("diagrams"):
            expect(shown).to_have_count(0)  # how to win would give away the steps that follow
        expect(page.locator("#typed")).not_to_be_visible()
        if count < len(steps):
            page.get_by_role("button", name="Next").click()
            expect(page.locator("#title")).to_be_in_viewport()


@pytest.mark.parametrize(("open_page", "game"), LESSONS, indirect=["open_page"])
def test_a_lesson_is_followed_to_a_first_game(open_page: OpenPage, game: str) -> None:
    """Each game is taught on its own board, step by step, up to a first game."""
    page = open_page(f"/learn/{game}")
    lesson = page.request.get(f"/api/lessons/{game}").json()
    assert 5 <= len(lesson["steps"]) <= 8
    follow(page, lesson["steps"])
    page.get_by_role("button", name="Play your first game with the coach").click()
    expect(page.locator("#turn")).to_have_text("Your move.")


def test_an_exercise_is_missed_explained_and_comes_back(open_page: OpenPage) -> None:
    """A wrong move is refuted, the answer drawn, and the position asked again the next day."""
    exercise = exercise_of(GAMES["chain"], "partner", 1)
    wrong = next(move for move in exercise.values if move not in exercise.winning)
    page = open_page(None, **PHONE)
    page.clock.set_fixed_time("2026-11-19T12:00:00Z")
    page.goto("/exercises?game=chain&set=partner")
    expect(page.locator("#run")).to_contain_text("Exercise 1 of 12")
    tile(page, wrong).tap()
    expect(page.locator("#notice")).to_contain_text(f"{wrong} loses: your opponent replies")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#insight")).to_contain_text(f"Take {exercise.solution}.")
    expect(page.locator("#insight .drawing, #board .pairs").first).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#run")).to_contain_text("Exercise 2 of 12")
    page.goto("/exercises")
    expect(page.locator("#turn")).to_contain_text("The next one comes back on 20 November.")
    page.clock.set_fixed_time("2026-11-20T12:00:00Z")
    page.reload()
    expect(page.locator("#turn")).to_contain_text("You missed this position before.")
    assert exercise.solution
    tile(page, exercise.solution).tap()
    expect(page.locator("#turn")).to_contain_text("Solved.")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#turn")).to_contain_text("No mistakes to practise today.")


@everywhere
def test_the_coach_asks_before_a_win_is_lost(open_page: OpenPage) -> None:
    """The coach asks about a move that throws a win away, and the player can reconsider."""
    page = open_page(None)
    begin(page, "divider", level="perfect")
    page.get_by_role("button", name="Coach").click()
    tile(page, 2).click()
    expect(page.get_by_role("dialog")).to_contain_text("2 throws away your win")
    expect(page.locator("dialog .strong")).to_have_text("Think again")
    page.get_by_role("button", name="Think again").click()
    expect_moves(page, [])
    tile(page, 4).click()
    expect(page.locator("#moves .step")).to_have_count(2)


@on_both
def test_the_coach_as_opponent(open_page: OpenPage) -> None:
    """Against the coach, warnings come without asking, and cannot be switched off."""
    page = open_page(None, **PHONE)
    begin(page, "divider", level="coach")
    expect(page.locator(".player").last).to_contain_text("coach")
    expect(page.get_by_role("button", name="Coach", exact=True)).to_have_count(0)
    tile(page, 2).tap()
    tile(page, 2).tap()
    expect(page.get_by_role("dialog")).to_contain_text("2 throws away your win")
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.locator("#moves .step")).to_have_count(2)


ALIKE = """() => new Set([...document.querySelectorAll('.tile:not(.gone, .taken)')].map((tile) => {
    const look = getComputedStyle(tile);
    const own = /data|label|tabindex|style/;
    const names = tile.getAttributeNames().filter((name) => !own.test(name));
    return [look.fontSize, look.borderColor, look.backgroundColor, ...names].join();
})).size"""
"""How many looks the numbers have that are still there."""


@everywhere
def test_find_it_yourself(open_page: OpenPage) -> None:
    """Nothing tells moves, divisors or remainders that are to be found; a slip is explained."""
    page = open_page(None)
    begin(page, "chain", moves=[15])
    expect(page.locator(".listed .chip")).to_have_count(2)
    assert page.evaluate(ALIKE) > 1
    page.get_by_role("button", name="Don\u2019t mark legal moves").click()
    expect(page.locator(".listed")).to_have_count(0)
    assert page.evaluate(ALIKE) == 1
    tile(page, 7).click()
    expect(page.locator("#notice")).to_contain_text("neither a factor nor a multiple of 15")
    expect(page.locator("#caption")).to_be_empty()
    tile(page, 5).click()
    expect_moves(page, [15, 5])
    begin(page, "divider")
    expect(page.locator(".lines path")).to_have_count(0)
    tile(page, 4).click()
    expect_moves(page, [4])
    begin(page, "digits", moves=[5])
    expect(page.locator(".tile .note, .hour.now")).to_have_count(0)
    expect(page.locator(".sum")).to_have_text("Make a number that 12 divides.")
    begin(page, "countdown")
    expect(page.locator(".tile")).to_have_count(0)
    page.locator("#typed").fill("7")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("7 does not divide 60")
    page.locator("#typed").fill("15")
    page.get_by_role("button", name="Play", exact=True).click()
    expect_moves(page, [15])


def test_rules_stand_beside_the_board(open_page: OpenPage) -> None:
    """On a laptop the rules and the whole board are in view together, side by side."""
    for game in GAMES:
        page = open_page(f"/rules/{game}")
        expect(page.locator("#board .tile").first).to_be_visible()
        rules, board = (page.locator(part).bounding_box() for part in ("#rules", "#board .board"))
        assert rules
        assert board
        assert rules["x"] + rules["width"] <= board["x"]
        assert board["y"] + board["height"] <= 768


@everywhere
def test_exercises_of_every_game_are_offered(open_page: OpenPage) -> None:
    """Where there is no mistake to practise, each game's exercises are one press away."""
    page = open_page("/exercises")
    for kind in GAMES.values():
        expect(page.get_by_role("link", name=kind.short_title, exact=True)).to_be_visible()
    page.get_by_role("link", name=GAMES["digits"].short_title, exact=True).click()
    expect(page.locator(".tile").first).to_be_visible()


@everywhere
def test_rules_can_be_tried(open_page: OpenPage) -> None:
    """The rules stand beside a board on which they are at work, and lead to a game."""
    page = open_page("/rules/chain")
    expect(page.locator("#rules")).to_contain_text(
        "Recommended: numbers 2 to 50, an even one first."
    )
    tile(page, 10).click()
    expect(page.locator("#turn")).to_contain_text("Player 2 moves next")
    page.locator('[data-play="chain"]').click()
    expect(page.locator("#turn")).to_have_text("Your move.")
