"""Pictures as PDF, drawn by svglib and reportlab from the extra ``pdf``.

Everything stays a vector, so a figure is sharp in print at any size. The machine's serif
font is embedded, as publishers ask. Without a usable font file, reportlab's own Times is
named in the file and not embedded.
"""

from __future__ import annotations

import subprocess
from functools import cache
from importlib import import_module
from io import BytesIO, StringIO
from typing import Any
from xml.etree.ElementTree import fromstring, register_namespace, tostring

from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message

FAMILY = "DuelSerif"
"""Name under which the machine's serif font is registered."""

PREFERRED = "STIX Two Text,Times New Roman,Liberation Serif,DejaVu Serif,Noto Serif,serif"
"""Families to look for, the best one first, as fontconfig reads them."""

STYLES = (("normal", "normal", ""), ("bold", "normal", ":bold"), ("normal", "italic", ":italic"))
"""Weight and style as SVG names them, and both as fontconfig does."""

NAMESPACE = "http://www.w3.org/2000/svg"


def renderer() -> Any:
    """Return svglib's module; raise DuelError if it is not installed."""
    try:
        return import_module("svglib.svglib")
    except ImportError:
        problem = install_message("PDF files need more packages (SVG needs none)", "pdf")
        raise DuelError(problem) from None


def render(*pages: str) -> bytes:
    """Return SVG pictures as a PDF file, one on each page; a page is as large as its picture."""
    module, family = renderer(), _family()
    drawings = [module.svg2rlg(StringIO(_in_family(page, family))) for page in pages]
    buffer = BytesIO()
    canvas = import_module("reportlab.pdfgen.canvas").Canvas(buffer, invariant=True)
    draw = import_module("reportlab.graphics.renderPDF").draw
    for drawing in drawings:
        canvas.setPageSize((drawing.width, drawing.height))
        draw(drawing, canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _in_family(svg: str, family: str) -> str:
    """Return a picture whose texts are in one font family."""
    register_namespace("", NAMESPACE)
    root = fromstring(svg)
    for element in root.iter():
        element.attrib.pop("font-family", None)
    root.set("font-family", family)
    return tostring(root, encoding="unicode")


@cache
def _family() -> str:
    """Register the machine's serif font and return its name; Times if it has none for us."""
    register = import_module("svglib.fonts").register_font
    found = False
    for weight, style, pattern in STYLES:
        file = _font_file(f"{PREFERRED}{pattern}")
        name, _ = register(FAMILY, file, weight, style) if file else (None, False)
        found = found or (name is not None and not pattern)
    return FAMILY if found else "Times-Roman"


def _font_file(pattern: str) -> str | None:
    """Return the file of the font that fits best; None without fontconfig."""
    try:
        command = ["fc-match", "--format=%{file}", pattern]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout or None
    except (OSError, subprocess.CalledProcessError):
        return None
