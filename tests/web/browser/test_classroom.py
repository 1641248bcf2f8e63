"""A class of thirty: the teacher and four pupils in browsers, the others by sockets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.conftest import wait_until
from tests.web.browser.conftest import PHONE, OpenPage
from tests.web.browser.table import tile
from tests.web.browser.test_access import AXE
from tests.web.classes import Class, Crowd
from tests.web.servers import Server, serving

PUPILS = 30
IN_BROWSERS = ("Anna", "Bert", "Cleo", "Dora")


@pytest.fixture
def own_server(bundles_if_any: Path | None, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill; its client addresses are all one school's."""
    database = str(tmp_path / "games.sqlite3")
    bundles = bundles_if_any
    with serving(database, tmp_path / "log", bundles=bundles, away_seconds=1.0) as server:
        yield server


def check_access(page: Page) -> None:
    """No finding of axe."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    problems = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]
    assert problems == []


def open_room(page: Page) -> Class:
    """Open a room of Chain to 12 as a teacher does; the class."""
    page.get_by_label("Chain", exact=True).check()
    page.get_by_text("Change the set-up").click()
    page.get_by_label("the largest number").fill("12")
    page.get_by_role("button", name="Open the room").click()
    expect(page.locator(".way-in .room-code")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    token = json.loads(page.evaluate(f"localStorage['duel:room:{code}:teacher']"))
    address = page.url.split("/class")[0]
    return Class.of(httpx.Client(base_url=address, timeout=300), code, token)


def join(page: Page, made: Class, name: str) -> None:
    """Join as a pupil does, and note the token that the browser has made."""
    page.get_by_label("Code").fill(f"{made.code[:3]} {made.code[3:].lower()}")
    page.get_by_label("Your first name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".waiting-room")).to_contain_text("You\u2019re in!")
    token = json.loads(page.evaluate(f"localStorage['duel:room:{made.code}:pupil']"))
    headers = {"Authorization": f"Bearer {token}"}
    seen = made.client.get(f"/api/rooms/{made.code}", headers=headers).json()
    made.tokens[seen["pupil"]["number"]] = token


def press_if_to_move(page: Page, made: Class, name: str) -> None:
    """Make one move on a pupil's own page, if it is their turn."""
    game = next(game for game in made.games() if name in game["names"])
    state = made.state(game["id"])
    if not state["over"] and state["names"][str(state["to_move"])] == name:
        tile(page, state["legal"][0]).click()
        wait_until(lambda: made.state(game["id"])["ply"] > state["ply"])


def standings(made: Class) -> dict[str, float]:
    """The points of each pupil, as the teacher sees them."""
    return {pupil["name"]: pupil["points"] for pupil in made.see()["teacher"]["pupils"]}


def count_results(made: Class, points: dict[str, float]) -> None:
    """Add what the games of this round show, by their states alone."""
    for game in made.games():
        state = made.state(game["id"])
        assert state["over"]
        winner = state["names"][str(state["winner"])]
        if winner != "Computer":
            points[winner] = points.get(winner, 0.0) + 1


def test_a_class_of_thirty(own_server: Server, open_page: OpenPage) -> None:
    """Three rounds with a leaver, a reload and a server killed in mid-round: no move is lost."""
    teacher = open_page("/class", own_server.url, viewport={"width": 1366, "height": 768})
    made, rng, points = open_room(teacher), Random(1), dict[str, float]()
    crowd = Crowd(own_server.url, made.code)
    screens: list[dict[str, Any]] = [PHONE, {}, {}, {}]
    pages = {
        name: open_page("/room", own_server.url, **screen)
        for name, screen in zip(IN_BROWSERS, screens, strict=True)
    }
    for name, page in pages.items():
        join(page, made, name)
    for number in range(len(pages), PUPILS):
        crowd.come(made.tokens[made.join(f"Pupil {number}")])
    expect(teacher.locator("#run")).to_contain_text("30 here")
    expect(teacher.locator(".arrived li")).to_have_count(PUPILS)
    check_access(teacher)
    check_access(pages["Bert"])

    teacher.get_by_role("button", name="Start round 1").click()
    expect(teacher.locator("#run")).to_contain_text("round 1")
    expect(teacher.locator(".wall-cell")).to_have_count(15)
    for name, page in pages.items():
        expect(page.locator("#table")).to_be_visible()
        press_if_to_move(page, made, name)
    made.finish(rng)
    count_results(made, points)
    expect(teacher.locator(".wall-cell.over")).to_have_count(15)
    assert standings(made) == {name: points.get(name, 0.0) for name in standings(made)}

    dora = pages["Dora"]
    dora.goto("about:blank")  # a pupil leaves, so another one is odd
    expect(teacher.locator("#run")).to_contain_text("29 here")
    teacher.get_by_role("button", name="Start round 2").click()
    expect(teacher.locator("#run")).to_contain_text("round 2")
    expect(teacher.locator(".wall-cell")).to_have_count(15)
    assert sum("Computer" in game["names"] for game in made.games()) == 1
    assert not any("Dora" in game["names"] for game in made.games())
    for game in made.games():
        made.move(game, rng)
    press_if_to_move(pages["Cleo"], made, "Cleo")
    wait_until(lambda: not any(made.state(game["id"])["thinking"] for game in made.games()))
    before = {game["id"]: made.state(game["id"])["played"] for game in made.games()}
    own_server.kill()
    own_server.start()
    after = {game["id"]: made.state(game["id"])["played"] for game in made.games()}
    assert all(after[game][: len(moves)] == moves for game, moves in before.items())
    teacher.reload()
    expect(teacher.locator(".wall-cell")).to_have_count(15)
    expect(teacher.locator("#run")).to_contain_text("29 here")
    teacher.get_by_role("button", name="Eyes up: pause all games").click()
    expect(pages["Bert"].locator(".eyes")).to_be_visible()
    teacher.get_by_role("button", name="Resume").click()
    expect(pages["Bert"].locator("#table")).to_be_visible()
    dora.goto(f"{own_server.url}/room/{made.code}")
    expect(dora.locator(".waiting-room")).to_contain_text("You play in the next round")
    made.finish(rng)
    count_results(made, points)

    expect(teacher.locator(".wall-cell.over")).to_have_count(15)
    expect(teacher.locator("#run")).to_contain_text("30 here")
    teacher.get_by_role("button", name="Start round 3").click()
    expect(teacher.locator("#run")).to_contain_text("round 3")
    expect(dora.locator("#table")).to_be_visible()
    press_if_to_move(dora, made, "Dora")
    dora.reload()
    expect(dora.locator("#table")).to_be_visible()
    projected = teacher.locator(".cell-press").first
    projected.click()
    expect(teacher.locator(".on-projector")).to_contain_text("On the projector")
    teacher.get_by_role("button", name="Show who wins, and why").click()
    check_access(teacher)
    teacher.goto(f"{own_server.url}/class/{made.code}/projector")
    expect(teacher.locator("#insight .verdict")).to_contain_text("with best play")
    check_access(teacher)
    made.finish(rng)
    count_results(made, points)
    teacher.goto(f"{own_server.url}/class/{made.code}")
    teacher.get_by_role("button", name="Results").click()
    expect(teacher.locator(".standings tbody tr")).to_have_count(PUPILS)
    expect(teacher.locator(".standings tbody th").first).to_have_text(made.table()[0]["Name"])
    check_access(teacher)
    teacher.keyboard.press("Escape")
    teacher.get_by_role("button", name="Puzzles").click()
    teacher.get_by_role("button", name="3 puzzles").click()
    anna = pages["Anna"]
    anna.get_by_role("button", name="Solve the puzzles").click()
    expect(anna.locator("#turn")).to_contain_text("Find the winning move.")
    anna.locator(".tile.legal").first.click()
    expect(anna.locator("#turn")).to_contain_text(re.compile("2 tries left|Solved"))
    check_access(anna)
    assert {row["Name"]: float(row["Points"]) for row in made.table()} == standings(made)
    assert standings(made) == {name: points.get(name, 0.0) for name in standings(made)}
    crowd.close()
    made.client.close()


def test_the_class_votes_against_the_computer(own_server: Server, open_page: OpenPage) -> None:
    """Two pupils vote, the server is killed in mid-vote; the split is shown at the end only."""
    teacher = open_page("/class", own_server.url, viewport={"width": 1366, "height": 768})
    made = open_room(teacher)
    pages = {name: open_page("/room", own_server.url, **PHONE) for name in ("Anna", "Bert")}
    for name, page in pages.items():
        join(page, made, name)
    anna, bert = pages.values()
    expect(teacher.locator("#run")).to_contain_text("2 here")
    teacher.get_by_role("button", name="Class against the computer").click()
    check_access(teacher)
    teacher.get_by_role("button", name="Start the game").click()
    projector = teacher.context.new_page()
    projector.goto(f"{own_server.url}/class/{made.code}/projector")
    expect(projector.locator("#turn")).to_contain_text("The class votes soon.")
    teacher.get_by_role("button", name="Start the vote").click()
    tile(anna, 6).click()
    expect(anna.locator("#turn")).to_contain_text("Your vote: 6.")
    check_access(anna)
    expect(projector.locator("#turn")).to_contain_text("1 of 2 voted")
    expect(projector.locator(".tally")).to_have_count(0)
    own_server.kill()
    own_server.start()
    anna.reload()
    expect(anna.locator("#turn")).to_contain_text("Your vote: 6.")
    tile(anna, 4).click()
    expect(anna.locator("#turn")).to_contain_text("Your vote: 4.")
    check_access(projector)
    tile(bert, 4).click()
    for page in (anna, bert, projector):
        expect(page.locator(".tally")).to_contain_text("The class chose 4")
        expect(page.locator(".tally")).to_contain_text("2 votes")
    teacher.get_by_role("button", name="Start the vote").click()
    expect(bert.locator("#turn")).to_contain_text("Which move?")
    bert.locator(".tile.legal").first.click()
    teacher.get_by_role("button", name="Close the vote").click()
    expect(projector.locator(".tally")).to_contain_text("1 vote")
    check_access(projector)
    check_access(bert)
    teacher.get_by_role("button", name="End the class game").click()
    expect(anna.locator(".waiting-room")).to_contain_text("You\u2019re in!")
    made.client.close()


def test_puzzles_after_a_game(own_server: Server, open_page: OpenPage) -> None:
    """Nothing is left of the finished game, and the teacher sees each result as it comes."""
    made = Class(own_server.client())
    crowd = Crowd(own_server.url, made.code)
    crowd.come(made.tokens[made.join("Ben")])
    anna = open_page("/room", own_server.url)
    join(anna, made, "Anna")
    made.change("round", after=0)
    expect(anna.locator("#table")).to_be_visible()
    made.finish(Random(1))
    expect(anna.locator("#turn.over")).to_be_visible()
    teacher = teacher_of(made, open_page)
    teacher.get_by_role("button", name="Puzzles").click()
    teacher.get_by_role("button", name="3 puzzles").click()
    teacher.get_by_role("button", name="Puzzles (3)").click()
    dialog = teacher.get_by_role("dialog")
    expect(dialog).to_contain_text("Anna: 0 of 3")
    solve = anna.get_by_role("button", name="Solve the puzzles")
    solve.click()
    expect(anna.locator("#turn")).to_contain_text("Find the winning move.")
    expect(anna.locator("#turn.over")).to_have_count(0)
    expect(solve).to_have_count(0)
    number = next(number for number in made.tokens if made.see(number)["pupil"]["name"] == "Anna")
    legal = made.post("puzzle", made.tokens[number], puzzle=0).json()["state"]["legal"]
    for other in (other for other in made.tokens if other != number):
        for move in legal:
            task = made.post("puzzle", made.tokens[other], puzzle=0, move=move).json()
    made.post("puzzle", made.tokens[number], puzzle=0, move=task["solution"])
    expect(dialog).to_contain_text("Anna: 1 of 3")
    crowd.close()
    made.client.close()


def test_a_teacher_gives_positions(own_server: Server, open_page: OpenPage) -> None:
    """A wrong address is refused and stays in the form; pupils solve the positions of others."""
    made = Class(own_server.client())
    anna = open_page("/room", own_server.url, **PHONE)
    join(anna, made, "Anna")
    teacher = teacher_of(made, open_page, viewport={"width": 1366, "height": 768})
    teacher.get_by_role("button", name="Puzzles").click()
    dialog = teacher.get_by_role("dialog")
    links = dialog.get_by_label("Or your own positions")
    link = f"{own_server.url}/explore?game=chain&high=20"
    links.fill(f"{link}\n{own_server.url}/rules")
    dialog.get_by_role("button", name="Give these positions").click()
    expect(dialog.get_by_role("alert")).to_contain_text("position 2: this is not the address")
    check_access(teacher)
    links.fill(link)
    dialog.get_by_role("button", name="Give these positions").click()
    expect(teacher.get_by_role("button", name="Puzzles (1)")).to_be_visible()
    expect(anna.locator("#turn")).to_contain_text("Find the winning move.")
    expect(anna.locator("#title")).to_contain_text("puzzle 1 of 1, from your teacher")
    anna.locator(".tile.legal").first.click()
    expect(anna.locator("#turn")).to_contain_text(re.compile("2 tries left|Solved"))
    made.client.close()


def test_a_room_begins_with_a_lesson(own_server: Server, open_page: OpenPage) -> None:
    """Pupils take the lesson until their game begins; one who comes later takes it, too."""
    teacher = open_page("/class", own_server.url, viewport={"width": 1366, "height": 768})
    teacher.get_by_label("The lesson", exact=True).check()
    made = open_room(teacher)
    anna, bert = (open_page("/room", own_server.url, **PHONE) for _ in range(2))
    for page, name in ((anna, "Anna"), (bert, "Bert")):
        page.get_by_label("Code").fill(made.code)
        page.get_by_label("Your first name").fill(name)
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#place")).to_contain_text("Take the lesson until")
        expect(page.locator("#players")).to_contain_text("Step 1 of")
    check_access(anna)
    assert anna.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.get_by_role("button", name="Next").click()
    expect(anna.locator("#players")).to_contain_text("Step 2 of")
    expect(teacher.locator("#run")).to_contain_text("2 here")
    teacher.get_by_role("button", name="Start round 1").click()
    for page in (anna, bert):
        expect(page.locator("#players")).to_contain_text("Bert")
        expect(page.locator("#place")).to_contain_text("round 1")
    late = open_page("/room", own_server.url)
    late.get_by_label("Code").fill(made.code)
    late.get_by_label("Your first name").fill("Cleo")
    late.get_by_role("button", name="Join").click()
    expect(late.locator("#players")).to_contain_text("Step 1 of")
    teacher.get_by_role("button", name="Settings").click()
    teacher.get_by_label("They wait").check()
    expect(late.locator(".waiting-room")).to_contain_text("You play in the next round")
    made.client.close()


def teacher_of(made: Class, open_page: OpenPage, **screen: Any) -> Page:
    """The teacher's page of a class that was opened without a browser."""
    url = str(made.client.base_url).rstrip("/")
    page = open_page("/class", url, **screen)
    item = f"duel:room:{made.code}:teacher"
    page.evaluate(f"localStorage[{item!r}] = JSON.stringify({made.teacher!r})")
    page.goto(f"{url}/class/{made.code}")
    return page


CUT = "names => names.filter(({clientWidth, scrollWidth}) => scrollWidth > clientWidth).length"
"""How many names are cut off."""


def test_names_are_never_cut_off(own_server: Server, open_page: OpenPage) -> None:
    """Sixteen large boards fit the teacher's screen with whole names; results fit a phone."""
    made = Class(own_server.client(), "ladder", options={"high": 100})
    crowd = Crowd(own_server.url, made.code)
    for number in range(8):
        for name in ("Katharina", "Max", "Fatima", "Christian"):
            crowd.come(made.tokens[made.join(f"{name} {number}")])
    made.change("round", after=0)
    desk = teacher_of(made, open_page, viewport={"width": 1366, "height": 768})
    phone = teacher_of(made, open_page, **PHONE)
    for page in (desk, phone):
        expect(page.locator(".wall-cell .tile").first).to_be_visible()
        assert page.locator(".cell-name").evaluate_all(CUT) == 0
    assert desk.evaluate("document.documentElement.scrollHeight <= innerHeight")
    made.finish(Random(1))
    phone.get_by_role("button", name="Results").click()
    expect(phone.locator(".standings tbody tr")).to_have_count(32)
    assert phone.locator("dialog.wide").evaluate_all(CUT) == 0
    check_access(phone)
    crowd.close()
    made.client.close()


def test_the_position_to_discuss_stays(own_server: Server, open_page: OpenPage) -> None:
    """A harder position that turns up later does not replace the one on the projector."""
    made = Class(own_server.client(), "divider", options={"high": 9})
    crowd = Crowd(own_server.url, made.code)
    for name in ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fay"):
        crowd.come(made.tokens[made.join(name)])
    made.change("round", after=0)

    def play(game: dict[str, Any], *numbers: int) -> None:
        """Make moves; then the player to move resigns."""
        path = f"/api/games/{game['id']}"
        for ply, number in enumerate((*numbers, 0)):
            token = made.tokens[game["two" if ply % 2 else "one"]]
            headers = {"Authorization": f"Bearer {token}"}
            if number:
                body = {"ply": ply, "move": number}
                made.client.post(f"{path}/moves", json=body, headers=headers).raise_for_status()
            else:
                made.client.post(f"{path}/resign", json={}, headers=headers).raise_for_status()

    first, *others = made.games()
    play(first, 2)
    wait_until(lambda: bool(made.get("results").json()["slides"]))
    teacher = teacher_of(made, open_page, viewport={"width": 1366, "height": 768})
    teacher.get_by_role("button", name="Results").click()
    teacher.get_by_role("button", name="Position 1: 1 of 1 wrong").click()
    for game in others:
        play(game, 4, 2, 5)
    wait_until(
        lambda: [len(slide["moves"]) for slide in made.get("results").json()["slides"]] == [2, 0]
    )
    expect(teacher.locator(".on-projector")).to_contain_text("position 1 to discuss")
    teacher.get_by_role("button", name="Show who wins, and why").click()
    teacher.goto(f"{own_server.url}/class/{made.code}/projector")
    expect(teacher.locator("#insight")).to_contain_text("Take 4.")
    expect(teacher.locator("#turn")).to_contain_text("In your games: 2 (1 time).")
    crowd.close()
    made.client.close()
