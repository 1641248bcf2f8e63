"""The addresses of pictures: positions for link previews, icons and QR codes.

Worker processes draw them (`engine.pictures`), because rendering would block everything else
in this process. Requests wait in a queue that is fair between clients, with a deadline.
"""

from __future__ import annotations

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from divisor_duel.drawing.style import PAPER
from divisor_duel.web.api.http import run_query
from divisor_duel.web.context import context_of
from divisor_duel.web.engine.picture_queries import (
    code_picture,
    day_picture,
    game_picture,
    position_picture,
    puzzle_picture,
    result_picture,
    worksheet_query,
)
from divisor_duel.web.engine.pool import QUERY_SECONDS
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.table import RefusedError
from divisor_duel.web.site.assets import KINDS

CACHE_CONTROL = "public, max-age=600"

PRIVATE = {"cache-control": "no-store", "x-robots-tag": "noindex, nofollow"}
"""Headers of pictures that neither caches nor search engines should keep."""


def routes() -> list[Route]:
    """Return the routes of the pictures."""
    return [
        Route("/picture.png", show_position),
        Route("/embed/picture.png", show_position),
        Route("/g/{id}/picture.png", show_game),
        Route("/daily/picture.png", show_day),
        Route("/daily/result.png", show_result),
        Route("/puzzle/picture.png", show_puzzle),
        Route("/worksheet/{game}", show_worksheet),
        Route("/qr.svg", show_code),
        Route("/icon-{size:int}.png", show_icon),
        Route("/manifest.webmanifest", show_manifest),
    ]


async def show_position(request: Request) -> Response:
    """GET /picture.png: a position by its address, or the site's own card."""
    return await _draw(request, position_picture(request.query_params))


async def show_game(request: Request) -> Response:
    """GET /g/{id}/picture.png: the game as it stands."""
    table = await context_of(request).service.find(request.path_params["id"])
    picture = await _draw(request, game_picture(table))
    if table.room:  # it has pupils' names
        picture.headers.update(PRIVATE)
    return picture


async def show_day(request: Request) -> Response:
    """GET /daily/picture.png: today's puzzle, or that of an earlier day."""
    return await _draw(request, day_picture(request.query_params))


async def show_result(request: Request) -> Response:
    """GET /daily/result.png?result=4:01.2: a result, without the puzzle itself."""
    return await _draw(request, result_picture(request.query_params))


async def show_puzzle(request: Request) -> Response:
    """GET /puzzle/picture.png: a puzzle by its seed."""
    return await _draw(request, puzzle_picture(request.query_params))


async def show_worksheet(request: Request) -> Response:
    """GET /worksheet/chain?puzzles=8&paper=a4&format=pdf: a worksheet to print."""
    game = request.path_params["game"]
    query, ending = worksheet_query(game, request.query_params)
    workers = context_of(request).analysis_workers
    file = await run_query(request, workers, query, QUERY_SECONDS)
    name = f'attachment; filename="{query.game}-{query.seed[:40]}{ending}"'
    name = name.encode("ascii", "replace").decode() if query.seed.isalnum() else "attachment"
    headers = {"content-disposition": name, "cache-control": CACHE_CONTROL}
    return Response(file, headers=headers, media_type=KINDS[ending])


SLOW = ("puzzle card", "daily card")
"""Pictures of puzzles: making a puzzle takes as long as an analysis."""


async def _draw(request: Request, query: Query, kind: str = ".png") -> Response:
    """Have a worker draw a picture; puzzles go to the analysts to keep drawers free."""
    context = context_of(request)
    if query.kind in SLOW:
        picture = await run_query(request, context.analysis_workers, query, QUERY_SECONDS)
    else:
        seconds = context.limits.picture_seconds
        picture = await run_query(request, context.picture_workers, query, seconds)
    return Response(picture, headers={"cache-control": CACHE_CONTROL}, media_type=KINDS[kind])


# --- icons, the manifest and QR codes ------------------------------------------------------


async def show_icon(request: Request) -> Response:
    """GET /icon-192.png: the site's icon, for home screens."""
    size = request.path_params["size"]
    if size not in (180, 192, 512):
        raise RefusedError("icons are 180, 192 or 512 pixels wide")
    return await _draw(request, Query("icon", size=size))


async def show_manifest(request: Request) -> Response:
    """GET /manifest.webmanifest: what a phone needs to install the site as an app."""
    sizes = (192, 512)
    manifest = {
        "name": "Divisor Duel",
        "short_name": "Divisor Duel",
        "start_url": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
            for size in sizes
        ],
    }
    return Response(json.encode(manifest), media_type=KINDS[".webmanifest"])


async def show_code(request: Request) -> Response:
    """GET /qr.svg?path=/g/ID: an address of this site as a QR code."""
    root = str(request.base_url).rstrip("/")
    return await _draw(request, code_picture(request.query_params, root), ".svg")
