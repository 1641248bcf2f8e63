"""How Sphinx makes a site of these pages: `make docs`."""

from __future__ import annotations

from divisor_duel import __version__

project = "Divisor Duel"
release = version = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Divisor Duel"
html_static_path: list[str] = []
