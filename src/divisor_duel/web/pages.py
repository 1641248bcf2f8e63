"""The pages: one skeleton, what each holds, and what a link to it says of itself.

A page's title, its description and its picture are written by the server, because those
who show previews of links run no scripts. Everything else the page's own script draws.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from html import escape
from string import Template
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from divisor_duel.daily import number_of
from divisor_duel.game import Game
from divisor_duel.games.registry import every_game
from divisor_duel.web import api, pictures
from divisor_duel.web.assets import KINDS, read_static, sent, shelf, show_asset
from divisor_duel.web.desk import read_day
from divisor_duel.web.positions import read_record
from divisor_duel.web.setups import catalog
from divisor_duel.web.tables import Table

SITE = "Divisor Duel"
ABOUT = "Five two-player divisibility games: play them, solve them, learn why."


@dataclass(frozen=True)
class Page:
    """What is particular about a page."""

    name: str
    """Its content, in ``static/pages``, and its script."""
    styles: tuple[str, ...]
    """Its style sheets, besides the one that all share."""
    title: str = SITE
    """What a tab or a preview of a link calls it."""
    about: str = ABOUT
    """One sentence for a preview."""
    picture: str = "/picture.png"
    """The address of the preview's picture."""
    catalog: bool = False
    """Whether the games are listed in it, so that nothing more need be asked."""
    kind: str = "play"
    """A class for style sheets."""
    content: str = ""
    """Its content, if not called as the page."""


BOARD = ("play", "board")
START = Page("start", ("start", "sketch"), catalog=True, kind="start")
PLAY = Page("play", BOARD, "A game of Divisor Duel")
PUZZLE = Page("puzzle", BOARD, f"{SITE}: puzzles", "One move wins: find it.", content="study")
DAILY = Page("daily", BOARD, f"{SITE}: puzzle of the day", content="study")
LEARN = Page("learn", BOARD, f"{SITE}: learn", catalog=True, content="study")
EXPLORE = Page("explore", BOARD, f"{SITE}: explore", catalog=True, kind="explore")
RULES = Page("rules", (*BOARD, "sketch"), f"{SITE}: rules", catalog=True)
LOST = Page("lost", ("play", "sketch"), f"{SITE}: not found")

Show = Callable[[Request], Awaitable[Response]]


def routes() -> list[Route]:
    """Every page and what belongs to it."""
    return [
        Route("/", shows(START)),
        Route("/play", shows(PLAY)),
        Route("/g/{id}", show_game),
        Route("/puzzle", show_puzzle),
        Route("/daily", show_daily),
        Route("/learn/{game}", show_lesson),
        Route("/explore", show_explore),
        Route("/rules/{game}", show_rules),
        Route("/assets/{name}", show_asset),
        *pictures.routes(),
    ]


def shows(page: Page) -> Show:
    """Who shows a page that is the same for everyone."""
    return partial(_show, page)


async def _show(page: Page, request: Request) -> Response:
    return shown(request, page)


async def show_game(request: Request) -> Response:
    """GET /g/{id}: a game; a link to it says which, and how it stands."""
    table = await api.parts_of(request).service.find(request.path_params["id"])
    picture = f"/g/{table.id}/picture.png?{len(table.moves)}"
    page = replace(PLAY, title=_title(table), about=_standing(table), picture=picture)
    return shown(request, page)


async def show_daily(request: Request) -> Response:
    """GET /daily: today's puzzle, or an earlier one by its number."""
    number = number_of(read_day(request.query_params))
    about = "One move wins. Three tries, the same puzzle for everyone."
    picture = f"/daily/picture.png?number={number}"
    return shown(
        request, replace(DAILY, title=f"{SITE}: puzzle {number}", about=about, picture=picture)
    )


async def show_puzzle(request: Request) -> Response:
    """GET /puzzle: the run, or one puzzle of it by its seed."""
    page, query = PUZZLE, request.query_params
    game = every_game().get(query.get("game", ""))
    if game:
        page = replace(page, title=f"{game.title}: puzzles")
    if "seed" in query:
        named = f"{game.title}: a puzzle" if game else f"{SITE}: a puzzle"
        page = replace(page, title=named, picture=f"/puzzle/picture.png?{request.url.query}")
    return shown(request, page)


async def show_lesson(request: Request) -> Response:
    """GET /learn/{game}."""
    game = _game(request)
    return shown(request, replace(LEARN, title=f"Learn {game.title}", about=game.summary))


async def show_explore(request: Request) -> Response:
    """GET /explore: any position, to be tried out; the games if none is named."""
    if not request.query_params.get("game"):
        return shown(request, EXPLORE)
    record = read_record(request.query_params)
    title = f"{record.game.title}: explore {record.game.phrase()}"
    picture = f"/picture.png?{request.url.query}"
    about = "What is every move worth, and why?"
    return shown(request, replace(EXPLORE, title=title, about=about, picture=picture))


async def show_rules(request: Request) -> Response:
    """GET /rules/{game}."""
    game = _game(request)
    return shown(request, replace(RULES, title=f"{game.title}: rules", about=game.summary))


def _game(request: Request) -> type[Game[Any]]:
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
    moves = f"{count} move{'' if count == 1 else 's'}"
    if outcome:
        return f"{table.names[outcome.winner - 1]} won after {moves}: {outcome.reason}."
    return f"{table.names[played.position.to_move - 1]} to move after {moves}."


def shown(request: Request, page: Page, status: int = 200) -> Response:
    """A page as a response."""
    root = str(request.base_url).rstrip("/")
    text = _skeleton(replace(page, title="", about="", picture=""))
    filled = Template(text).substitute(title=escape(page.title), about=_about(page, root))
    response = sent(request, filled.encode(), KINDS[".html"])
    response.status_code = status
    return response


def _about(page: Page, root: str) -> str:
    """What a preview of a link shows."""
    names = {"og:title": page.title, "og:description": page.about, "og:site_name": SITE}
    names |= {"og:type": "website", "og:image": root + page.picture}
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in names.items()]
    lines.append(f'<meta name="description" content="{escape(page.about)}">')
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines)


@lru_cache(maxsize=32)
def _skeleton(page: Page) -> str:
    """A page with all but what differs from link to link."""
    styles = [f'<link rel="stylesheet" href="/static/css/{one}.css">' for one in page.styles]
    styles.insert(0, '<link rel="stylesheet" href="/static/css/paper.css">')
    data = ""
    if page.catalog:
        listed = msgspec.json.encode(catalog()).decode().replace("<", "\\u003c")
        data = f'<script type="application/json" id="catalog">{listed}</script>'
    text = Template(read_static("page.html")).safe_substitute(
        style="\n".join(styles) + "\n",
        script=f'<script type="module" src="/static/{page.name}.js"></script>',
        kind=page.kind,
        main=read_static(f"pages/{page.content or page.name}.html").rstrip(),
        data=data.replace("$", "$$"),
    )
    return shelf().fitted(page.name, text)


async def on_error(request: Request, error: Exception) -> Response:
    """An error as a page for people, or as JSON for programs."""
    told = await api.on_refusal(request, error)
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.url.path.startswith("/api") or not wants_page:
        return told
    sentence = msgspec.json.decode(told.body)["error"]
    about = f"{sentence[:1].upper()}{sentence[1:]}."
    return shown(request, replace(LOST, title=f"{SITE}: {sentence}", about=about), told.status_code)
