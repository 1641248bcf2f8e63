"""The HTML pages of the static site, with addresses relative to each page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape
from string import Template

import msgspec

from divisor_duel.drawing.style import PAPER
from divisor_duel.games.registry import every_game
from divisor_duel.web.site.assets import read_static
from divisor_duel.web.site.files import ICON, THEME
from divisor_duel.web.site.pages import (
    DAILY,
    EXERCISES,
    EXPLORE,
    LEARN,
    PLAY,
    PUZZLE,
    RULES,
    SITE,
    START,
    Page,
    catalog_tag,
    read_content,
)

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What the pages may load. Who may show them in a frame, only a header of the host can say."""

ICON_SIZES = (180, 192, 512)


def policy(server: str = "") -> str:
    """Return the policy of pages that use a server, or of pages that use none."""
    if not server:
        return POLICY
    return f"{POLICY}; connect-src 'self' {server} {server.replace('http', 'ws', 1)}"


def site_pages() -> Iterator[tuple[str, Page]]:
    """Yield every page with its folder."""
    yield "", START
    yield from {
        "play": PLAY,
        "daily": DAILY,
        "puzzle": PUZZLE,
        "exercises": EXERCISES,
        "explore": EXPLORE,
    }.items()
    for game in every_game().values():
        title, about = game.title, game.summary
        yield f"learn/{game.id}", replace(LEARN, title=f"Learn {title}", about=about)
        yield f"rules/{game.id}", replace(RULES, title=f"{title}: rules", about=about)


def page_html(folder: str, page: Page, assets: str, marks: Mapping[str, str]) -> str:
    """Return a page; `marks` are data attributes that tell its script where files are."""
    root = "../" * len(folder.split("/")) if folder else "./"
    place = f"{root}{assets}/"
    attributes, allowed = {"root": root, **marks}, policy(marks.get("server", ""))
    script = f'<script type="module" src="{place}pages/{page.name}.js"></script>'
    return Template(read_static("page.html")).substitute(
        title=escape(page.title),
        about=_about(page),
        icon=f'<link rel="icon" href="{place}{ICON}" type="image/svg+xml">',
        style=f'<link rel="stylesheet" href="{place}pages/{page.name}.css">',
        theme=f'<script src="{place}{THEME}"></script>',
        script="\n".join([script, *_prefetched(page, root, place)]),
        kind=page.kind,
        main=read_content(page),
        data=catalog_tag(),
        root=root,
        mark="".join(f' data-{name}="{escape(value)}"' for name, value in attributes.items()),
        policy=f'<meta http-equiv="Content-Security-Policy" content="{allowed}">\n',
    )


def _prefetched(page: Page, root: str, place: str) -> list[str]:
    """Return tags that fetch the page of games early, from the page on which games start."""
    if page.name != START.name:
        return []
    paths = (f"{root}play/", f"{place}pages/{PLAY.name}.js", f"{place}pages/{PLAY.name}.css")
    return [f'<link rel="prefetch" href="{path}">' for path in paths]


def _about(page: Page) -> str:
    """Return the tags that link previews are made from; pictures would need a whole address."""
    names = {"og:title": page.title, "og:description": page.about, "og:site_name": SITE}
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in names.items()]
    lines.append(f'<meta name="description" content="{escape(page.about)}">')
    lines.append('<meta name="referrer" content="no-referrer">')
    return "\n".join(lines)


def manifest() -> bytes:
    """Return what a phone needs to install the site as an app."""
    icons = [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICON_SIZES
    ]
    return msgspec.json.encode(
        {
            "name": SITE,
            "short_name": SITE,
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": icons,
        }
    )
