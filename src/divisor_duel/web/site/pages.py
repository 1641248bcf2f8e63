"""The HTML pages: one skeleton, the content of each page, and its link preview.

The server writes a page's title, description and picture, because programs that show link
previews run no scripts. The page's own script draws everything else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from html import escape
from string import Template

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from divisor_duel.game import AnyGame
from divisor_duel.games.registry import every_game, find_game
from divisor_duel.learn.daily import game_of, number_of
from divisor_duel.text import plural
from divisor_duel.web.api.http import on_api_error
from divisor_duel.web.context import context_of
from divisor_duel.web.engine.position_queries import read_record
from divisor_duel.web.engine.puzzle_queries import read_day
from divisor_duel.web.game.catalog import catalog
from divisor_duel.web.game.query_string import read_query
from divisor_duel.web.game.table import Table
from divisor_duel.web.schema.queries import PuzzleLink
from divisor_duel.web.site import previews
from divisor_duel.web.site.assets import KINDS, file_response, page_assets, read_static, show_asset

SITE = "Divisor Duel"
ABOUT = "Five quick number games for two players. Every win can be proved."


@dataclass(frozen=True)
class Page:
    """What differs from page to page."""

    name: str
    """The name of its content and its script, both in ``static/pages``, and of its styles."""
    title: str = SITE
    """Its title in browser tabs and link previews."""
    about: str = ABOUT
    """One sentence for the link preview."""
    picture: str = "/picture.png"
    """The address of the link preview's picture."""
    catalog: bool = False
    """Whether the page contains the catalog of games, which saves its script a request."""
    kind: str = "play"
    """Its CSS class."""
    content: str = ""
    """The name of its content, if that is not `name`."""
    private: bool = False
    """Whether search engines should leave it out."""
    framed: bool = False
    """Whether other sites show it in a frame, from which its links open new tabs."""


START = Page("start", catalog=True, kind="start")
PLAY = Page("play", "A game of Divisor Duel")
PUZZLE = Page("puzzle", f"{SITE}: puzzles", "Find the winning move.", content="study")
DAILY = Page("daily", f"{SITE}: puzzle of the day", content="study")
LEARN = Page("learn", f"{SITE}: learn", catalog=True, content="study")
EXERCISES = Page(
    "exercises",
    f"{SITE}: exercises",
    "Practise one idea at a time.",
    catalog=True,
    content="study",
)
EXPLORE = Page("explore", f"{SITE}: explore", catalog=True, kind="explore")
RULES = Page("rules", f"{SITE}: rules", catalog=True, kind="rules")
CLASS = Page("class", f"{SITE}: a room for your class", catalog=True, kind="play class")
TEACHER = Page("teacher", f"{SITE}: your class", kind="teacher", private=True)
PROJECTOR = Page("projector", f"{SITE}: projector", kind="projector", private=True)
ROOM = Page("room", f"{SITE}: join your class", kind="play room", catalog=True, private=True)
NOT_FOUND = Page("not-found", f"{SITE}: not found")

Handler = Callable[[Request], Awaitable[Response]]


def routes() -> list[Route]:
    """Return the routes of all pages, their assets and their pictures."""
    return [
        Route("/", page_handler(START)),
        Route("/play", page_handler(PLAY)),
        Route("/g/{id}", show_game),
        Route("/puzzle", show_puzzle),
        Route("/daily", show_daily),
        Route("/learn/{game}", show_lesson),
        Route("/exercises", page_handler(EXERCISES)),
        Route("/explore", show_explore),
        Route("/embed/explore", embedded(show_explore)),
        Route("/embed/puzzle", embedded(show_puzzle)),
        Route("/embed/daily", embedded(show_daily)),
        Route("/rules/{game}", show_rules),
        Route("/class", page_handler(CLASS)),
        Route("/class/{code}", page_handler(TEACHER)),
        Route("/class/{code}/projector", page_handler(PROJECTOR)),
        Route("/room", page_handler(ROOM)),
        Route("/room/{code}", page_handler(ROOM)),
        Route("/assets/{name:path}", show_asset),
        *previews.routes(),
    ]


def page_handler(page: Page) -> Handler:
    """Return a handler for a page that is the same for everyone."""
    return partial(_show, page)


async def _show(page: Page, request: Request) -> Response:
    return page_response(request, page)


def embedded(handler: Handler) -> Handler:
    """Return a handler for the same page in a frame on another site.

    Only pages without seats can be framed: a site that covers a frame with something harmless
    cannot make its visitors resign a game.
    """

    async def show_embedded(request: Request) -> Response:
        request.state.framed = True
        return await handler(request)

    return show_embedded


async def show_game(request: Request) -> Response:
    """GET /g/{id}: a game; its link preview says which game and how it stands."""
    table = await context_of(request).service.find(request.path_params["id"])
    picture = f"/g/{table.id}/picture.png?{len(table.moves)}"
    page = replace(PLAY, title=_title(table), about=_standing(table), picture=picture)
    page = replace(page, private=bool(table.room))
    return page_response(request, page)


async def show_daily(request: Request) -> Response:
    """GET /daily: today's puzzle, or an earlier one by its number."""
    day = read_day(request.query_params)
    game = find_game(game_of(day))
    title = f"{SITE}: puzzle {number_of(day)}, {game.short_title}"
    about = f"{game.summary} Find the winning move. You have three tries."
    picture = f"/daily/picture.png?number={number_of(day)}"
    return page_response(request, replace(DAILY, title=title, about=about, picture=picture))


async def show_puzzle(request: Request) -> Response:
    """GET /puzzle: a series of puzzles, or one puzzle by its seed."""
    page, link = PUZZLE, read_query(request.query_params, PuzzleLink)
    game = every_game().get(link.game)
    if game:
        about = f"{game.summary} {PUZZLE.about}"
        page = replace(page, title=f"{game.title}: puzzles", about=about)
    if link.seed:
        title = f"{game.title}: a puzzle" if game else f"{SITE}: a puzzle"
        page = replace(page, title=title, picture=f"/puzzle/picture.png?{request.url.query}")
    return page_response(request, page)


async def show_lesson(request: Request) -> Response:
    """GET /learn/{game}."""
    game = _game(request)
    return page_response(request, replace(LEARN, title=f"Learn {game.title}", about=game.summary))


async def show_explore(request: Request) -> Response:
    """GET /explore: a position to explore, or the list of games if none is named."""
    if not request.query_params.get("game"):
        return page_response(request, EXPLORE)
    record = read_record(request.query_params)
    title = f"{record.game.title}: explore {record.game.phrase()}"
    picture = f"/picture.png?{request.url.query}"
    about = f"{record.game.goal} See who wins after each move, and why."
    return page_response(request, replace(EXPLORE, title=title, about=about, picture=picture))


async def show_rules(request: Request) -> Response:
    """GET /rules/{game}."""
    game = _game(request)
    return page_response(request, replace(RULES, title=f"{game.title}: rules", about=game.summary))


def _game(request: Request) -> type[AnyGame]:
    game = every_game().get(request.path_params["game"])
    if game is None:
        raise HTTPException(404, "there is no such game")
    return game


def _title(table: Table) -> str:
    one, two = table.names
    return f"{table.rules.title}: {one} against {two}"


def _standing(table: Table) -> str:
    played = table.round
    outcome, count = played.outcome, len(table.moves)
    moves = plural(count, "move")
    if outcome:
        return f"{table.names[outcome.winner - 1]} won after {moves}: {outcome.reason}."
    turn = f"After {moves}, {table.names[played.position.to_move - 1]} is next."
    return f"{table.rules.goal} {turn}"


def page_response(request: Request, page: Page, status: int = 200) -> Response:
    """Return a page as a response."""
    root = str(request.base_url).rstrip("/")
    page = replace(page, framed=getattr(request.state, "framed", False))
    text = _skeleton(replace(page, title="", about="", picture=""))
    filled = Template(text).substitute(title=escape(page.title), about=_about(page, root))
    response = file_response(request, filled.encode(), KINDS[".html"])
    response.status_code = status
    if page.private:
        response.headers["x-robots-tag"] = "noindex, nofollow"
    return response


def _about(page: Page, root: str) -> str:
    """Return the tags that link previews are made from."""
    names = {"og:title": page.title, "og:description": page.about, "og:site_name": SITE}
    names |= {"og:type": "website", "og:image": root + page.picture}
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in names.items()]
    lines.append(f'<meta name="description" content="{escape(page.about)}">')
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines)


@lru_cache(maxsize=32)
def _skeleton(page: Page) -> str:
    """Return a page with everything except what differs from link to link."""
    data = catalog_tag() if page.catalog else ""
    return Template(read_static("page.html")).safe_substitute(
        page_assets().tags(page.name),
        kind=page.kind,
        main=read_content(page),
        data=data.replace("$", "$$"),
        root="/",
        mark="",
        policy='<base target="_blank">\n' if page.framed else "",
    )


def read_content(page: Page) -> str:
    """Return the content of a page, which its script fills."""
    return read_static(f"pages/{page.content or page.name}.html").rstrip()


def catalog_tag() -> str:
    """Return the tag that contains the catalog of games."""
    games = msgspec.json.encode(catalog()).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="catalog">{games}</script>'


async def on_error(request: Request, error: Exception) -> Response:
    """Return an error as a page for people, or as JSON for programs."""
    refusal = await on_api_error(request, error)
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.url.path.startswith("/api") or not wants_page:
        return refusal
    sentence = msgspec.json.decode(refusal.body)["error"]
    about = f"{sentence[:1].upper()}{sentence[1:]}."
    return page_response(
        request, replace(NOT_FOUND, title=f"{SITE}: {sentence}", about=about), refusal.status_code
    )
