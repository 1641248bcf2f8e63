"""Pictures as PNG, drawn by resvg from the extra ``png``."""

from __future__ import annotations

import subprocess
from importlib import import_module
from typing import Any

from divisor_duel.drawing.svg import document, write
from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message

ZOOM = 2
"""Pixels per unit of the drawing: sharp on paper and on high-density screens."""


def renderer() -> Any:
    """Return the renderer's module; raise DuelError if it is not installed."""
    try:
        return import_module("resvg_py")
    except ImportError:
        problem = install_message("PNG pictures need one more package (SVG needs none)", "png")
        raise DuelError(problem) from None


def _draws(module: Any, fonts: dict[str, Any]) -> bool:
    """Return whether text drawn with these fonts is visible."""
    empty, written = (
        document(40, 40, "", "", [write(text, (5, 30), 30)] if text else []) for text in ("", "8")
    )
    return bool(module.svg_to_bytes(empty, **fonts) != module.svg_to_bytes(written, **fonts))


def _system_serif() -> str | None:
    """Return the system's serif font family, or None without fontconfig."""
    try:
        command = ["fc-match", "--format=%{family[0]}", "serif"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout or None
    except (OSError, subprocess.CalledProcessError):
        return None


def render(svg: str, zoom: float = ZOOM, **fonts: Any) -> bytes:
    """Return the picture as a PNG file.

    Raises DuelError if no font can draw the numbers.
    `fonts` are the renderer's own options for finding fonts. By default it uses the fonts
    of the system: first the families named in the picture, then the system's serif family.
    """
    module = renderer()
    if not _draws(module, fonts):
        fonts["serif_family"] = _system_serif()
        if not _draws(module, fonts):
            raise DuelError(
                "no usable font was found on this machine, so a PNG would lack its numbers; "
                "install DejaVu, Liberation or Noto fonts, or write an SVG"
            )
    return bytes(module.svg_to_bytes(svg, zoom=zoom, **fonts))
