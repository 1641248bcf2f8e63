"""The static site in a browser: without a server, and then without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from divisor_duel import GAMES
from divisor_duel.engine import DEFAULT
from divisor_duel.game import Player, Value
from divisor_duel.learn.daily import number_of
from divisor_duel.play.random_games import random_game
from divisor_duel.play.record import Record, write_records
from divisor_duel.web.offline.backend import Backend
from divisor_duel.web.static_site.pages import POLICY, policy, site_pages
from tests.web.browser.conftest import SCREENS
from tests.web.browser.file_host import PLACE, FileHost
from tests.web.browser.table import SETUPS, expect_moves, press, tile
from tests.web.servers import Server, serving

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
READY = "html[data-python=ready]"
"""Matches when Python is ready."""


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[FileHost]:
    """A file server of one test."""
    running = FileHost(site, tmp_path / "host")
    yield running
    running.stop()


OpenSite = Callable[..., Page]


@pytest.fixture
def open_site(host: FileHost, chromium: Browser) -> Iterator[OpenSite]:
    """Open the site in a browser profile of its own; at the end no page may have failed."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    def opened(path: str | None = "", **options: Any) -> Page:
        options = {**SCREENS["1366-light"], "reduced_motion": "reduce", **options}
        context = chromium.new_context(base_url=host.address, **options)
        context.set_default_timeout(180_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", hear)
        if path is not None:
            page.goto(host.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not [text for text in problems if not text.startswith("Failed to load resource")]


def stored(page: Page) -> dict[str, Any]:
    """The game on the page, as the browser has stored it."""
    code = "JSON.parse(localStorage[`duel:game:${new URLSearchParams(location.search).get('id')}`])"
    found: dict[str, Any] = page.evaluate(code)
    return found


def start_game(page: Page, game: str, against: str, level: str = "", first: str = "you") -> None:
    """Set up a game in the dialog, in a small set-up."""
    page.get_by_role("button", name="Rule book").click()
    for name, value in SETUPS[game].items():
        page.locator(f"#option-{name}").fill(str(value))
    page.get_by_role("group", name="Play against").get_by_label(against).check()
    if level:
        page.locator("#level").select_option(level)
    page.get_by_role("group", name="Who goes first?").get_by_label(first, exact=True).check()
    before = page.url
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(lambda address: address != before and "/play/?id=" in address)
    expect(page.locator("#turn")).not_to_be_empty()


def finish(page: Page, game: str, wins: bool) -> None:
    """Play to the end against the computer: winning moves, or losing ones where there are any."""
    rules = GAMES[game](**SETUPS[game])
    while True:
        page.wait_for_function(
            """() => {
                const id = new URLSearchParams(location.search).get('id');
                const { state } = JSON.parse(localStorage[`duel:game:${id}`]);
                return !state.thinking;
            }"""
        )
        state = stored(page)["state"]
        played = state["played"]
        expect_moves(page, played)
        if state["over"]:
            break
        position = rules.start(Player(state["first"]))
        for move in played:
            position = rules.play(position, move)
        best = DEFAULT.analyze(rules, position).winning
        legal = rules.legal_moves(position)
        lost = [move for move in legal if move not in best]
        tile(page, best[0] if wins else [*lost, *legal][0]).click()
        expect(page.locator("#moves .step").nth(len(played))).to_be_visible()
    expect(page.locator("#turn")).to_contain_text("You win" if wins else "wins")
    assert stored(page)["state"]["winner"] == (1 if wins else 2)


def play_every_game(page: Page) -> None:
    """Win and lose a game of each kind against the perfect computer."""
    page.goto("?game=divider")
    for game in GAMES:
        rules = GAMES[game](**SETUPS[game])
        begins = DEFAULT.analyze(rules, rules.start()).value is Value.WIN
        for wins in (True, False):
            first = "you" if begins == wins else "the computer"
            if page.get_by_role("button", name="Another game").count():
                page.get_by_role("button", name="Another game").click()
            if wins and game != "divider":
                page.get_by_role("button", name=f"Set up {GAMES[game].title} instead").click()
            start_game(page, game, "the computer", "perfect", first)
            finish(page, game, wins)


def learn(page: Page) -> None:
    """Follow a lesson up to a first game, and go back."""
    page.goto("learn/divider/")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#run")).to_contain_text("Step 2 of")
    page.goto("rules/ladder/")
    expect(page.locator(".rulebook")).to_contain_text("Ladder")
    tile(page, 2).click()
    expect(page.locator("#turn")).to_contain_text("Player 2 moves next")
    page.go_back()
    expect(page.locator("#run")).to_contain_text("Step 2 of")


def interrupt(page: Page) -> None:
    """Reload in the middle of a game, finish it, and review it."""
    page.goto("?game=divider")
    start_game(page, "divider", "the computer", "perfect")
    tile(page, 4).click()
    expect(page.locator("#moves .step")).to_have_count(2)
    before = stored(page)["state"]["played"]
    page.reload()
    expect_moves(page, before)
    finish(page, "divider", True)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".tug")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.locator("dialog .address")).to_contain_text("/explore/?game=divider")
    expect(page.locator("dialog img.code")).to_have_attribute("src", re.compile("^blob:"))


def study(page: Page) -> None:
    """Explore with values and a reason, and try the puzzle of the day."""
    page.goto("explore/?game=countdown&start=60&first=1")
    expect(page.locator(".badge").first).to_be_visible()
    expect(page.locator("#insight")).to_contain_text("Take 3 to leave 57")
    page.goto("daily/")
    expect(page.locator("#run")).to_contain_text("Puzzle")
    expect(page.locator(".tile").first).to_be_visible()


def test_everything_works_and_works_again_without_a_network(
    host: FileHost, open_site: OpenSite
) -> None:
    """Games won and lost, a lesson, a reload, a review; then once more with the host gone."""
    page = open_site()
    for part in (play_every_game, learn, interrupt, study):
        part(page)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    host.stop()
    for part in (play_every_game, learn, interrupt, study):
        part(page)
    page.goto("explore?game=countdown&start=60#line=3&at=3")
    expect(page).to_have_url(re.compile(r"/explore/\?game=countdown&start=60#line=3&at=3$"))
    expect(page.locator("#moves")).to_contain_text("3")


def test_the_first_move_does_not_wait_for_python(open_site: OpenSite) -> None:
    """While Pyodide is still on its way, the board is there and a first move is accepted."""
    page = open_site(None)
    page.route("**/runtime/**", lambda route: None)
    for game in GAMES:
        page.goto("")
        page.locator(f"[data-play={game}]").first.click()
        page.wait_for_url("**/play/?id=*")
        rules = GAMES[game](**stored(page)["table"]["options"])
        analysis = DEFAULT.analyze(rules, rules.start())
        losing = next(row.move for row in analysis.moves if row.move not in analysis.winning)
        tile(page, losing).click()
        expect(page.get_by_role("dialog")).to_be_visible()  # the coach, who is with newcomers
        page.get_by_role("button", name="Think again").click()
        tile(page, analysis.winning[0]).click()
        expect(page.locator("#moves .step")).to_have_count(1)
        assert stored(page)["table"]["moves"] == [analysis.winning[0]]
        assert page.locator(READY).count() == 0
    page.goto("explore/")
    page.get_by_role("link", name="Divider Duel", exact=True).click()
    tile(page, 4).click()
    expect(page.locator("#moves")).to_contain_text("4")


ASK = """async (requests) => {
    const { runtime, app, library } = document.documentElement.dataset;
    const script = document.querySelector('script[type=module]').src;
    const worker = new Worker(new URL('../worker/python.js', script), { type: 'module' });
    const address = (path) => new URL(path, location.href).href;
    const files = { runtime: address(runtime), app: address(app), library, counted: true };
    worker.postMessage({ files });
    requests.forEach((request, number) => worker.postMessage({ number, request }));
    const answers = [];
    await new Promise((done, fail) => {
        worker.onmessage = ({ data }) => {
            if (data.failed) fail(data.failed);
            if (data.number === undefined) return;
            answers[data.number] = data.answer;
            if (data.number === requests.length - 1) done();
        };
    });
    worker.terminate();
    return answers;
}"""


def drawn_positions(count: int) -> Iterator[dict[str, str]]:
    """Random positions of all games, as in an address."""
    rng = Random(datetime.now(UTC).toordinal())
    names = list(GAMES)
    for number in range(count):
        game = names[number % len(names)]
        # One of each game is in the recommended set-up, whose theory may read a file of results.
        setup = GAMES[game].recommended.options if number < len(names) else SETUPS[game]
        moves = rng.choice(list(random_game(GAMES[game](**setup), rng))).moves
        options = {name: str(value) for name, value in setup.items()}
        yield {"game": game, **options, "moves": ".".join(map(str, moves))}


def test_answers_are_those_of_the_server(open_site: OpenSite) -> None:
    """Values, reasons, drawings, pictures and daily puzzles are equal, by counted steps."""
    today = number_of(datetime.now(UTC).date() - timedelta(days=1))
    positions = list(drawn_positions(200))
    requests = [{"path": "/api/position/analysis", "params": params} for params in positions]
    requests += [{"path": "/picture.png", "params": params} for params in positions[:50]]
    requests += [{"path": "/api/daily", "params": {"number": str(today - i)}} for i in range(5)]
    texts = [json.dumps(request) for request in requests]
    native = Backend(counted=True)
    answers = open_site().evaluate(ASK, texts)
    for text, answer in zip(texts, answers, strict=True):
        assert json.loads(answer) == json.loads(native.answer(text)), text
        assert '"error"' not in answer


MEMORY_SAVED = """async () => {
    while (!(await (await caches.open('duel memory')).keys()).length)
        await new Promise((done) => setTimeout(done, 100));
}"""
DAMAGE = """async () => {
    const cache = await caches.open('duel memory');
    const [{ url }] = await cache.keys();
    await cache.put(url, new Response(new Uint8Array(4096)));
}"""


def test_damaged_memory_is_forgotten(open_site: OpenSite) -> None:
    """A later page restores Python's memory; if that is damaged, Python starts as it did first."""
    page = open_site()
    page.evaluate(MEMORY_SAVED)
    page.evaluate(DAMAGE)
    page.goto("explore/?game=countdown&start=60&first=1")
    expect(page.locator("#insight")).to_contain_text("Take 3 to leave 57")
    page.evaluate(MEMORY_SAVED)
    page.reload()
    expect(page.locator("#insight")).to_contain_text("Take 3 to leave 57")


def test_two_people_send_each_other_links(open_site: OpenSite) -> None:
    """A link holds the whole game; the friend moves and sends one back."""
    ann, ben = open_site("?game=divider"), open_site(None)
    start_game(ann, "divider", "a friend, by sending links")
    tile(ann, 4).click()
    ben.goto(sent_link(ann))
    expect_moves(ben, [4])
    expect(ben.locator("#turn")).to_contain_text("Your move")
    tile(ben, 5).click()
    expect_moves(ben, [4, 5])
    reply = sent_link(ben)
    ann.goto(reply)
    expect_moves(ann, [4, 5])
    expect(ann.locator("#turn")).to_contain_text("Your move")
    ann.goto("")
    ann.goto(reply)  # an old link changes nothing
    expect_moves(ann, [4, 5])
    tile(ann, 6).click()
    expect_moves(ann, [4, 5, 6])


def test_a_link_waits_for_python(open_site: OpenSite) -> None:
    """Until Python is up the page says so; if it cannot be loaded, the link's game is not lost."""
    page = open_site(None)
    page.route("**/runtime/**", lambda route: None)
    page.goto("explore/?game=countdown&start=48&first=1")
    expect(page.locator("#notice .waiting")).to_be_visible()
    code = page.evaluate(PACK, write_records([Record(GAMES["divider"](high=9), (4, 6))]))
    page.unroute("**/runtime/**")
    page.route("**/runtime/**", lambda route: route.abort())
    page.goto(f"play/?id=abcdefghijklmnop#sent={code}&to=1")
    expect(page.locator("#turn")).to_have_text("One moment\u2026")
    expect(page.locator("#site-status")).to_contain_text("The engine could not be loaded.")
    page.unroute("**/runtime/**")
    page.get_by_role("button", name="Try again").click()
    expect_moves(page, [4, 6])
    assert "#" not in page.url


def test_a_link_to_nothing_says_why(open_site: OpenSite) -> None:
    """An illegal move, a bad option or a future day in the address: the page names it."""
    page = open_site(None)
    for path, why in (
        ("explore/?game=chain&high=20&moves=7.9", "9 is neither a factor nor a multiple of 7"),
        ("explore/?game=chain&high=99999", "largest number can be at most 400"),
        ("daily/?number=999999", "number must be from 1"),
    ):
        page.goto(path)
        expect(page.locator("#notice .refusal")).to_be_visible()
        expect(page.locator("#notice .refusal")).to_contain_text(why)
        expect(page.locator("#turn:not(:empty)")).to_be_hidden()


def sent_link(page: Page) -> str:
    """The link that a player sends after a move."""
    page.get_by_role("button", name="Send move").click()
    link = page.locator("dialog .address").inner_text()
    page.get_by_role("button", name="Close").click()
    return link


PACK = """async (text) => {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}"""


def test_a_link_with_an_illegal_move_is_refused(open_site: OpenSite) -> None:
    """The reason is shown, and nothing is stored."""
    page = open_site()
    rules = GAMES["divider"](high=9)
    legal = write_records([Record(rules, (4, 6))])
    for record, why in (
        (legal.replace("6", "8"), "8 is"),
        ("not a game", "expected a tag"),
        (write_records([Record(rules, levels=("human", "easy"))]), "two people"),
    ):
        code = page.evaluate(PACK, record)
        page.goto(f"play/?id=abcdefghijklmnop#sent={quote(code)}&to=2")
        expect(page.locator("#notice .refusal")).to_contain_text(why)
        assert page.evaluate("localStorage['duel:game:abcdefghijklmnop']") is None
        page.goto("")


def test_games_move_to_another_browser_as_a_file(open_site: OpenSite) -> None:
    """Games, results and the rating are in the file; another file is refused."""
    page = open_site(None)
    page.goto("")
    page.evaluate("localStorage['duel:daily'] = JSON.stringify({ 3: { tries: '1', hints: 0 } })")
    page.evaluate("localStorage['duel:preference:rating'] = '1234'")
    page.locator("[data-play=divider]").first.click()
    tile(page, 4).click()
    expect(page.locator("#moves .step")).not_to_have_count(0)
    page.goto("")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = download.value.path()
    other = open_site()
    other.locator("#backup").set_input_files(file)
    expect(other.locator("#begun")).to_contain_text("Divider")
    expect(other.locator("#rest")).to_contain_text("Your rating is 1234.")
    assert other.evaluate("JSON.parse(localStorage['duel:daily'])[3].tries") == "1"
    wrong = {"name": "wrong.json", "mimeType": "application/json", "buffer": b'{"items": {}}'}
    other.locator("#backup").set_input_files(wrong)  # type: ignore[arg-type]
    expect(other.locator(".backup")).to_contain_text("not a file that Divisor Duel saved")


def test_a_new_version_is_offered_not_forced(host: FileHost, open_site: OpenSite) -> None:
    """The page stays as it is until the reader presses Update."""
    page = open_site()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    index, worker = host.site / "index.html", host.site / "service-worker.js"
    index.write_text(index.read_text().replace("<h1>Divisor Duel", "<h1>Divisor Duel 2"))
    worker.write_text(worker.read_text().replace('"version": "', '"version": "next'))
    page.reload()
    expect(page.locator("#site-status")).to_contain_text("A new version is ready.")
    expect(page.locator("#cover h1")).to_have_text("Divisor Duel")
    page.reload()
    expect(page.locator("#cover h1")).to_have_text("Divisor Duel")
    page.get_by_role("button", name="Update").click()
    expect(page.locator("#cover h1")).to_have_text("Divisor Duel 2")


def test_what_needs_a_server_is_absent(open_site: OpenSite) -> None:
    """Without a server there is no lobby, and there are no links to seats."""
    page = open_site("?game=chain")
    expect(page.get_by_label("a friend, by sending links")).to_have_count(1)
    expect(page.get_by_label("a friend with a link")).to_have_count(0)
    page.goto("")
    expect(page.locator("#lobby")).to_be_hidden()


def test_the_folder_holds_only_its_own_pages(site: Path) -> None:
    """The scripts and styles of pages that only a server has are left out."""
    for kind in ("js", "css"):
        made = {path.stem for path in site.glob(f"assets/*/pages/*.{kind}")}
        assert made == {page.name for _, page in site_pages()}


@pytest.fixture
def game_server(host: FileHost, tmp_path: Path) -> Iterator[Server]:
    """A server elsewhere, which the site's pages name and which allows them to use it."""
    origin = host.address.removesuffix(f"/{PLACE}/")
    with serving(str(tmp_path / "games.sqlite3"), tmp_path / "log", origins=origin) as server:
        for path in host.site.rglob("index.html"):
            text = path.read_text().replace("data-docs", f'data-server="{server.url}" data-docs')
            path.write_text(text.replace(POLICY, policy(server.url)))
        yield server


def test_a_server_adds_links_lobby_and_watching(game_server: Server, open_site: OpenSite) -> None:
    """Two people meet by a link and in the lobby, others watch; Python is not needed for that."""
    ann, ben, eve = (open_site(None) for _ in range(3))
    for page in (ann, ben, eve):
        page.route("**/runtime/**", lambda route: None)
    ann.goto("?game=divider")
    expect(ann.get_by_label("a friend, by sending links")).to_have_count(1)
    start_game(ann, "divider", "a friend with a link")
    link = ann.locator("dialog .address").inner_text()
    ann.keyboard.press("Escape")
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    expect(ben.locator("#turn")).to_have_text("Your opponent's move.")
    eve.goto(link.partition("#")[0])
    tile(ann, 4).click()
    tile(ben, 5).click()
    for page in (ann, ben, eve):
        expect_moves(page, [4, 5])
    ben.reload()
    expect_moves(ben, [4, 5])
    expect(ben.get_by_role("button", name="Send move")).to_have_count(0)
    ann.goto("")
    ann.get_by_role("button", name="Find an opponent").click()
    ann.wait_for_url("**/play/?id=*")
    ben.goto("")
    ben.locator("#lobby [data-join]").click()
    ben.wait_for_url(ann.url)
    expect(ann.locator("#turn")).to_contain_text("move")
    assert game_server.url not in ann.url


@pytest.mark.parametrize("screen", ["360-dark", "1366-light"])
def test_axe_finds_nothing(open_site: OpenSite, screen: str) -> None:
    """The parts that only the static site has are for everybody, on a phone too."""
    page = open_site("?game=divider", **SCREENS[screen])
    page.evaluate(AXE)
    start_game(page, "divider", "a friend, by sending links")
    press(page, 4)
    expect(page.get_by_role("button", name="Send move")).to_be_visible()
    for path in (None, ""):
        if path is not None:
            page.goto(path)
            expect(page.locator(".backup")).to_be_visible()
        page.evaluate(AXE)
        found = page.evaluate("axe.run()")["violations"]
        assert not [(one["id"], one["nodes"][0]["html"]) for one in found]
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
