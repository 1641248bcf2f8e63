"""Pictures that the server draws: positions for previews of links, icons, codes for cameras.

A preview shows the board as it stands and nothing of what moves are worth: nobody who
opens a link is told what they are about to look for.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from io import BytesIO

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from divisor_duel.daily import daily
from divisor_duel.drawing.png import render
from divisor_duel.drawing.style import INK, PAPER, PLAYERS
from divisor_duel.drawing.svg import circle, document, rectangle
from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.games import find_game
from divisor_duel.record import Record
from divisor_duel.web import api
from divisor_duel.web.assets import KINDS
from divisor_duel.web.desk import read_day, read_puzzle, read_result
from divisor_duel.web.position_card import position_card
from divisor_duel.web.positions import read_record
from divisor_duel.web.result_card import result_card
from divisor_duel.web.school import puzzle_of
from divisor_duel.web.tables import RefusedError

KEEP = "public, max-age=600"
LONGEST_PATH = 1200
LONGEST_RESULT = 40


def routes() -> list[Route]:
    """Where the pictures are."""
    return [
        Route("/picture.png", show_position),
        Route("/g/{id}/picture.png", show_game),
        Route("/daily/picture.png", show_day),
        Route("/daily/result.png", show_result),
        Route("/puzzle/picture.png", show_puzzle),
        Route("/qr.svg", show_code),
        Route("/icon-{size:int}.png", show_icon),
        Route("/manifest.webmanifest", show_manifest),
    ]


async def show_position(request: Request) -> Response:
    """GET /picture.png: a position by its address, or the site's own card."""
    query = request.query_params
    if "game" not in query:
        return await _preview(None, "Divisor Duel", "Five games of whole numbers for two.")
    record = read_record(query)
    return await _preview(record, record.game.title, record.game.phrase())


async def show_game(request: Request) -> Response:
    """GET /g/{id}/picture.png: the game as it stands."""
    table = await api.parts_of(request).service.find(request.path_params["id"])
    return await _preview(table.record, table.rules.title, " against ".join(table.names))


async def show_day(request: Request) -> Response:
    """GET /daily/picture.png: the day's puzzle, or that of an earlier one."""
    found = await asyncio.to_thread(daily, read_day(request.query_params))
    return await _preview(found.puzzle.record, f"Puzzle {found.number}", "One move wins.")


async def show_result(request: Request) -> Response:
    """GET /daily/result.png?result=4:01.2: how somebody fared, and nothing of the puzzle."""
    query = request.query_params
    result = read_result(query.get("result", "")[:LONGEST_RESULT])
    game = find_game(query.get("game", "")).id.title()
    return await _drawn(result_card(result, f"{game}, {query.get('grade', '')[:20]}"))


async def show_puzzle(request: Request) -> Response:
    """GET /puzzle/picture.png: a puzzle by its seed."""
    game, seed, theme = read_puzzle(request.query_params)
    puzzle = await asyncio.to_thread(puzzle_of, seed, game, theme)
    return await _preview(puzzle.record, puzzle.record.game.title, "One move wins: find it.")


async def _preview(record: Record | None, title: str, subtitle: str) -> Response:
    """A card with a title and, of a position, its board."""
    return await _drawn(position_card(record, title, subtitle))


async def _drawn(svg: str, zoom: float = 1.0) -> Response:
    picture = await asyncio.to_thread(_png, svg, zoom)
    return Response(picture, headers={"cache-control": KEEP}, media_type=KINDS[".png"])


@lru_cache(maxsize=64)
def _png(svg: str, zoom: float) -> bytes:
    return render(svg, zoom)


# --- what makes it a site -------------------------------------------------------------------


async def show_icon(request: Request) -> Response:
    """GET /icon-192.png: the site's mark, for home screens."""
    size = request.path_params["size"]
    if size not in (180, 192, 512):
        raise RefusedError("icons are 180, 192 or 512 dots wide")
    shapes = [
        rectangle((15.0, 5.0), 2, 22, fill=INK),
        circle((8.5, 16), 5, fill=PLAYERS[Player.ONE]),
        rectangle((19.0, 11.5), 9, 9, fill=PLAYERS[Player.TWO]),
    ]
    return await _drawn(document(32, 32, "Divisor Duel", "", shapes), size / 32)


async def show_manifest(request: Request) -> Response:
    """GET /manifest.webmanifest: what a phone needs to keep the site among its apps."""
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
    """GET /qr.svg?path=/g/ID: an address of this site as a code for cameras."""
    path = request.query_params.get("path", "/")
    if not path.startswith("/") or path.startswith("//") or len(path) > LONGEST_PATH:
        raise RefusedError(f"path begins with / and has {LONGEST_PATH} characters at the most")
    try:
        import segno
    except ImportError:
        raise DuelError("codes need one more package: pip install segno") from None
    out = BytesIO()
    address = str(request.base_url).rstrip("/") + path
    segno.make(address, micro=False).save(out, kind="svg", scale=6, dark=INK, light=PAPER)
    return Response(out.getvalue(), headers={"cache-control": KEEP}, media_type=KINDS[".svg"])
