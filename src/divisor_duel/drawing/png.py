"""Pictures as PNG, by the resvg renderer of the extra ``png``."""

from __future__ import annotations

import subprocess
from importlib import import_module
from typing import Any

from divisor_duel.drawing.svg import document, write
from divisor_duel.errors import DuelError
from divisor_duel.extras import missing

ZOOM = 2
"""Dots for each unit of the drawing: sharp on paper and on dense screens."""


def renderer() -> Any:
    """The renderer's module; DuelError when it is not installed."""
    try:
        return import_module("resvg_py")
    except ImportError:
        problem = missing("PNG pictures need one more package (SVG needs none)", "png")
        raise DuelError(problem) from None


def _draws(module: Any, fonts: dict[str, Any]) -> bool:
    """Whether text leaves a mark with these fonts."""
    empty, written = (
        document(40, 40, "", "", [write(text, (5, 30), 30)] if text else []) for text in ("", "8")
    )
    return bool(module.svg_to_bytes(empty, **fonts) != module.svg_to_bytes(written, **fonts))


def _system_serif() -> str | None:
    """The family that the system shows for serif text; None where it cannot be asked."""
    try:
        asked = ["fc-match", "--format=%{family[0]}", "serif"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout or None
    except (OSError, subprocess.CalledProcessError):
        return None


def render(svg: str, zoom: float = ZOOM, **fonts: Any) -> bytes:
    """The picture as a PNG file; DuelError rather than a picture without its numbers.

    `fonts` says where the renderer looks for fonts, in its own words; by default it
    takes those of the system: first the families that pictures name, then the one
    that the system itself would show.
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
