"""The HTML pages of the static site."""

from __future__ import annotations

import json
import re

from divisor_duel.games.registry import every_game
from divisor_duel.web.static_site.pages import POLICY, manifest, page_html, site_pages


def test_every_page_is_there() -> None:
    """Home, play, the puzzles, exploring, and rules and lessons of every game."""
    places = [place for place, _ in site_pages()]
    assert places[:6] == ["", "play", "daily", "puzzle", "exercises", "explore"]
    for game in every_game():
        assert {f"learn/{game}", f"rules/{game}"} <= set(places)


def test_addresses_are_relative() -> None:
    """A page works at any path: each address begins with the way to the site's folder."""
    for place, page in site_pages():
        html = page_html(place, page, "assets/abc", {"app": "assets/abc/app.zip"})
        up = "../" * len(place.split("/")) if place else "./"
        addresses = re.findall(r'(?:href|src)="([^"]*)"', html)
        assert len(addresses) > 5
        assert all(address.startswith(up) for address in addresses), place
        assert f'data-root="{up}"' in html
        assert "$" not in re.sub(r"<script type=.application/json.*?</script>", "", html)


def test_pages_run_only_their_own_scripts() -> None:
    """The policy is in every page; nothing inline but data, and no style attribute."""
    assert "unsafe-inline" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    for place, page in site_pages():
        html = page_html(place, page, "assets/abc", {})
        assert f'content="{POLICY}"' in html
        scripts = re.findall(r"<script([^>]*)>", html)
        assert all("src=" in found or "application/json" in found for found in scripts)
        assert "style=" not in html


def test_the_manifest_is_relative_too() -> None:
    """A phone installs the site from wherever it is."""
    made = json.loads(manifest())
    assert made["start_url"] == made["scope"] == "./"
    assert {icon["sizes"] for icon in made["icons"]} == {"180x180", "192x192", "512x512"}
