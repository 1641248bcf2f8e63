"""Other sites whose pages may use this server, such as a static site with games by link."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from divisor_duel.errors import OptionsError


def read_origins(text: str) -> frozenset[str]:
    """Return the origins in a list; OptionsError if one of them is none."""
    return frozenset(map(read_origin, text.replace(",", " ").split()))


def read_origin(text: str) -> str:
    """Return an origin as browsers write it, such as ``https://name.github.io``."""
    try:
        parts = urlsplit(text.lower().removesuffix("/"))
        is_origin = parts.port is None or parts.port > 0
    except ValueError:
        is_origin = False
    else:
        is_origin = is_origin and parts.scheme in ("http", "https") and bool(parts.hostname)
        is_origin = is_origin and parts.geturl() == f"{parts.scheme}://{parts.netloc}"
    if not is_origin or "@" in text or "*" in text:
        problem = f"a site's address is like https://name.github.io, without a path: {text[:80]!r}"
        raise OptionsError(problem)
    return f"{parts.scheme}://{parts.netloc}"


def allow_origin(app: ASGIApp, origin: str) -> ASGIApp:
    """Return an application whose responses the pages of another site may read."""
    return CORSMiddleware(
        app,
        allow_origins=[origin],
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["Retry-After"],
    )
