"""What brings people back: the puzzle of the day, the run, home, sharing, trying things out."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from divisor_duel.learn.daily import Result, number_of, today
from divisor_duel.learn.progress import Progress, read_progress, write_progress
from divisor_duel.learn.progress_codes import write_code
from divisor_duel.learn.puzzle import CLOSE, FIRST_RATING, new_rating
from tests.conftest import Run
from tests.web.browser.conftest import OpenPage, everywhere, everywhere_online, in_turn
from tests.web.browser.table import GAME, begin, expect_moves, press, tile, won_by


@everywhere
def test_the_day_is_solved_and_told(open_page: OpenPage) -> None:
    """Hints, a wrong try and the solution make a result to paste, however many came before."""
    page = open_page(None, permissions=["clipboard-read", "clipboard-write"])
    day = page.request.get("/api/daily").json()
    puzzle = day["puzzle"]
    before = range(day["number"] - 2000, day["number"])
    earlier = {str(number): {"tries": "1", "hints": 0} for number in before}
    page.add_init_script(f"localStorage['duel:daily'] ??= {json.dumps(json.dumps(earlier))}")
    page.goto(f"/daily?number={day['number']}")
    page.get_by_role("button", name="Hint 1 of 2").click()
    expect(page.locator("#insight")).to_contain_text(puzzle["hints"][0])
    expect(page.locator("#insight")).to_be_in_viewport()
    expect(page.locator("main").get_by_text(puzzle["hints"][0])).to_have_count(1)
    wrong = next(move for move in puzzle["state"]["legal"] if move != puzzle["solution"])
    tile(page, wrong).click()
    expect(page.locator("#turn")).to_contain_text("2 tries left")
    tile(page, puzzle["solution"]).click()
    expect(page.locator(".result")).to_contain_text("solved on try 2 of 3, 1 hint")
    expect(page.locator(".card")).to_have_js_property("naturalWidth", 1200)
    picture = page.get_by_role("link", name="Picture")
    expect(picture).to_have_attribute("download", f"divisor-duel-{day['number']}.png")
    page.get_by_role("button", name="Copy your result").click()
    expect(page.locator("#notice")).to_contain_text("copied")
    text = page.evaluate("() => navigator.clipboard.readText()")
    assert text.startswith(f"Divisor Duel {day['number']}: ")
    assert "[-] [+] [ ]" in text
    assert re.search(rf"/daily/?\?number={day['number']}$", text)
    page.reload()
    expect(page.locator(".tally")).to_contain_text("in a row")
    expect(page.locator("#turn")).to_contain_text("You win.")
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".stepping")).to_contain_text(f"1 of {len(puzzle['line'])}")
    if day["number"] > 1:
        page.get_by_role("link", name="Previous puzzle").click()
        expect(page.locator("#run")).to_contain_text(f"Puzzle {day['number'] - 1}")
        expect(page.locator("#turn")).to_contain_text("You win.")


@everywhere
def test_tries_are_counted(open_page: OpenPage) -> None:
    """A wrong try counts once, a reload between or not; the last one shows the solution."""
    page = open_page(None)
    day = page.request.get("/api/daily").json()
    puzzle = day["puzzle"]
    page.goto(f"/daily?number={day['number']}")
    one, two, three, *_ = (m for m in puzzle["state"]["legal"] if m != puzzle["solution"])
    for move, said in ((one, "2 tries left"), (two, "1 try left")):
        tile(page, move).click()
        expect(page.locator("#turn")).to_contain_text(said)
    page.reload()
    expect(tile(page, one)).to_have_class(re.compile("value-loss"))
    tile(page, two).click()
    expect(page.locator("#notice")).to_contain_text("You already tried")
    expect(page.locator("#turn")).to_contain_text("1 try left")
    tile(page, three).click()
    expect(page.locator("#turn")).to_contain_text("Not this time.")
    expect(page.locator(".result")).to_contain_text("not solved")
    expect(tile(page, puzzle["solution"])).to_have_class(re.compile("value-win"))
    expect(page.locator("#insight")).to_contain_text("Solution")


@everywhere_online
def test_a_rating_moves(open_page: OpenPage) -> None:
    """The first answer to a puzzle moves the rating as `new_rating` says, later ones do not."""
    page = open_page(None)
    with page.expect_response("**/api/puzzle?**") as given:
        page.goto("/puzzle?game=chain")
    puzzle = given.value.json()
    shown = page.locator(".rating, .swing")
    expect(shown).to_have_text([str(FIRST_RATING)])
    page.goto("/puzzle?game=chain")  # back later: the same puzzle waits
    expect(page.locator("#run")).to_contain_text(f"Puzzle rating {puzzle['rating']}")
    assert page.url.endswith(f"seed={puzzle['seed']}")
    wrong = next(move for move in puzzle["state"]["legal"] if move != puzzle["solution"])
    tile(page, wrong).click()
    after = new_rating(FIRST_RATING, puzzle["rating"], False)
    expect(shown).to_have_text([str(after), f"\u2212{FIRST_RATING - after}"])
    tile(page, puzzle["solution"]).click()
    expect(page.locator("#insight")).to_contain_text("Solved")
    expect(shown).to_have_text([str(after), f"\u2212{FIRST_RATING - after}"])
    page.reload()
    expect(page.locator("#run")).to_contain_text("This puzzle is not rated.")
    tile(page, puzzle["solution"]).click()
    expect(page.locator("#insight")).to_contain_text("Solved")
    expect(shown).to_have_text([str(after)])
    page.locator("#theme").select_option("win in 3")
    expect(page.locator("#title")).to_contain_text("win in 3")
    expect(page.locator("#turn")).to_contain_text("Find the winning move")
    page.goto("/")
    expect(page.locator("#rest")).to_contain_text(f"Your rating is {after}")


@everywhere_online
def test_puzzles_suit_the_solver_and_skipping_one_counts(open_page: OpenPage) -> None:
    """A new solver gets a puzzle near the first rating; going on without an answer is a miss."""
    page = open_page(None)
    with page.expect_response("**/api/puzzle?**") as first:
        page.goto("/puzzle?game=countdown")
    puzzle = first.value.json()
    assert abs(puzzle["rating"] - FIRST_RATING) <= 3 * CLOSE
    shown = page.locator(".rating")
    expect(shown).to_have_text(str(FIRST_RATING))
    page.get_by_role("button", name="Next puzzle").click()
    after = new_rating(FIRST_RATING, puzzle["rating"], False)
    expect(shown).to_have_text(str(after))


@everywhere
def test_home_tells_how_games_stand(open_page: OpenPage) -> None:
    """Home says whose turn it is in games begun here, in sight, and keeps finished ones."""
    page = open_page(None)
    begin(page, "countdown", {"start": 60}, level="easy")
    page.goto("/")
    expect(page.locator(".open")).to_contain_text("Your move.")
    expect(page.locator(".open a")).to_have_text("Countdown, against the computer (easy)")
    expect(page.locator(".open a")).to_be_in_viewport()
    begin(page, "divider", moves=won_by(1, "divider"))
    page.goto("/")
    expect(page.locator(".over")).to_contain_text("Player 1 wins")
    page.get_by_role("link", name="Divider Duel, Player 1 and Player 2").click()
    expect(page.get_by_role("button", name="Review the game")).to_be_in_viewport()


SHARED = {
    "position": ("/explore?game=chain&high=20#line=6&at=6", "moves=6#line=6&at=6", "1. 6"),
    "puzzle": ("/puzzle?game=chain&seed=3", r"/puzzle/?\?game=chain&seed=3", "2. 10 5"),
    "day": ("/daily?number=1", r"/daily/?\?number=1", '[Game "divider"]'),
    "game": (None, GAME.pattern, "1. 15 5"),
}
"""What can be passed on: where it is, a pattern of its link, and what is in its record."""


@in_turn("what", SHARED)
def test_everything_is_shared(open_page: OpenPage, what: str) -> None:
    """A game, a position and a puzzle each have a link, a record, a picture and a code."""
    page = open_page(None, permissions=["clipboard-read", "clipboard-write"])
    path, link, moves = SHARED[what]
    if path:
        page.goto(path)
    else:
        begin(page, "chain", moves=[15, 5, 10, 2, 16, 8, 4, 12, 6, 18, 9, 3])
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".address")).to_contain_text(re.compile(link))
    expect(page.locator("dialog")).to_contain_text("works on this computer only")
    expect(page.locator("img.code")).to_have_js_property("complete", True)
    page.locator("dialog").get_by_role("button", name="Copy the moves").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Moves copied.")
    assert moves in page.evaluate("() => navigator.clipboard.readText()")
    picture = page.get_by_role("link", name="Picture").get_attribute("href")
    assert picture
    if not picture.startswith("blob:"):  # drawn in the browser
        assert page.request.get(picture).body().startswith(b"\x89PNG")


@everywhere
def test_a_proof_is_played(open_page: OpenPage) -> None:
    """Against the proof one takes the losing side; from its first move on it names its rule."""
    page = open_page("/explore?game=divider&high=14")
    page.get_by_role("button", name="Play the losing side").click()
    page.wait_for_url(GAME)
    note = page.locator("#turn .note")
    expect_moves(page, [4])
    partners = "2-3, 5-7, 6-9, 10-14, 11-13".replace("-", "-\u2060")
    says = "Whatever you take, your opponent takes its partner."
    expect(note).to_have_text(f"Every number has a partner: {partners}. {says}")
    press(page, 9)
    expect_moves(page, [4, 9, 6])
    rule = f"Take the partner of the number just taken. Partners: {partners}."
    expect(note).to_have_text(f"Its rule: \u201c{rule}\u201d")
    expect(page.locator("#status")).to_contain_text(rule.replace("\u2060", ""))
    page.reload()
    expect(note).to_contain_text(rule)
    press(page, 11)
    expect_moves(page, [4, 9, 6, 11, 13])


@everywhere
def test_groups_are_set_apart(open_page: OpenPage) -> None:
    """Divider's groups can be set apart, each with its heap."""
    page = open_page("/explore?game=divider&high=20")
    page.get_by_role("button", name="Show the groups separately").click()
    heaps = page.locator(".cluster .heap")
    assert heaps.count() > 1
    expect(heaps.first).to_contain_text("heap of")


@everywhere
def test_a_tree_in_the_address(open_page: OpenPage) -> None:
    """Moves tried stay in the address with their variations, and a game goes on from one."""
    page = open_page("/explore?game=chain&high=20&opening=even")
    for steps, move in ((1, 12), (2, 6)):
        expect(page.locator("#insight .looking")).to_have_count(0)
        tile(page, move).click()
        expect(page.locator(".tree .step")).to_have_count(steps)
    page.get_by_role("button", name="One move back").click()
    tile(page, 4).click()
    expect(page.locator(".tree .variation .step")).to_have_count(1)
    assert page.url.endswith("#line=12(4)6&at=12.4")
    expect(page.locator(".badge").first).to_be_visible()
    page.reload()
    expect(page.locator(".tree .step")).to_have_count(3)
    expect(page.locator('.tree .step[aria-current="step"]')).to_have_text("4")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(GAME)
    expect_moves(page, [12, 4])
    expect(page.locator("#turn")).to_have_text("Your move.")


FILLED = """() => [...document.querySelectorAll('#bar .part')]
    .map((part) => part.offsetHeight / document.querySelector('#bar .bar').clientHeight)"""
"""How much of the bar each player's colour fills."""


@everywhere
def test_values_are_the_readers(open_page: OpenPage) -> None:
    """A move that makes the opponent win is never shown as good for the reader."""
    page = open_page("/explore?game=divider#line=2&at=2")
    expect(page.locator(".badge").first).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("Your opponent wins")
    expect(page.locator(".verdict.value-loss")).to_be_visible()
    assert page.locator(".tile.value-loss").count() >= 1
    for mark, words in (("+", "you win"), ("\u2212", "you lose")):
        for shown in page.locator(".tile.legal").filter(has_text=mark).all():
            expect(shown).to_have_accessible_name(re.compile(f", {words}, "))
    assert page.evaluate(FILLED) == [0, 1]
    expect(page.locator(".distance")).to_have_text(re.compile("^[0-9]+$"))
    page.get_by_label("switch to this side").click()
    expect(page.locator(".verdict.value-win")).to_contain_text("You win")
    assert page.evaluate(FILLED) == [0, 1]
    expect(page.get_by_text(re.compile("nim", re.IGNORECASE))).to_have_text(["Nim-values"])
    page.get_by_role("button", name="Nim-values").click()
    expect(page.locator(".nim")).to_contain_text("The nim-value is")
    expect(page.locator(".groups").first).to_contain_text("nim 1")
    page.get_by_role("button", name="Nim-values").click()
    page.locator(".best.step").nth(1).click()
    expect(page.locator(".tree .step")).to_have_count(3)


@everywhere
def test_progress_goes_to_the_terminal_and_back(
    open_page: OpenPage, home: Path, duel: Run, tmp_path: Path
) -> None:
    """A code of the terminal adds its streak here; a file and a code of the page go back."""
    number = number_of(today())
    days = {day: Result(day, (True,)) for day in range(number - 3, number)}
    write_progress(Progress(days, 1234, 5))
    page = open_page(None)
    own = json.dumps({str(number): {"tries": "01", "hints": 1, "wrong": [2]}})
    page.add_init_script(f"localStorage['duel:daily'] ??= {json.dumps(own)}")
    page.goto("/")
    page.get_by_role("button", name="Paste a code").click()
    field = page.get_by_label("Paste a code from another device.")
    field.fill("duel1-nonsense")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This is not a code from Divisor Duel")
    field.fill(duel("progress", "--code").stdout)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".backup")).to_contain_text("Added. Your progress: 4 daily puzzles solved")
    expect(page.locator(".backup")).to_contain_text("4 in a row, rating 1234")
    expect(page.locator("#rest")).to_contain_text("Your rating is 1234.")
    stored = json.loads(page.evaluate("localStorage['duel:daily']"))
    assert stored[str(number)] == {"tries": "01", "hints": 1, "wrong": [2]}
    assert stored[str(number - 1)] == {"tries": "1", "hints": 0}
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    assert "4 in a row" in duel("progress", "--import", str(download.value.path())).stdout
    assert read_progress().results[number] == Result(number, (False, True), 1, (2,))
    assert read_progress().run == 5
    page.get_by_role("button", name="Copy a code").click()
    code = page.get_by_label("Paste it on another device.").input_value()
    assert code == write_code(read_progress())
    page.keyboard.press("Escape")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"items": {}}')
    page.locator("#backup").set_input_files(wrong)
    expect(page.locator(".backup")).to_contain_text("This is not a file that Divisor Duel saved.")
