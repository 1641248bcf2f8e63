"""The types of the page's messages, made from the OpenAPI document by openapi-typescript.

``python -m tests.web.page_types`` (``make types``) writes them again.
"""

from __future__ import annotations

import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from divisor_duel.web import api
from divisor_duel.web.api.openapi import document
from divisor_duel.web.api.routes import ENDPOINTS

ROOT = Path(__file__).parents[2]
TYPES = Path(api.__file__).parents[1] / "static" / "api" / "types.d.ts"
MAKER = ROOT / "node_modules" / ".bin" / "openapi-typescript"


def schemas() -> bytes:
    """Return the document's schemas alone, as a document without paths."""
    whole: Any = document(ENDPOINTS)
    schemas = whole["components"]["schemas"]
    info = {"title": "Messages of Divisor Duel", "version": "1"}
    bare = {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}}
    return msgspec.json.encode(bare, order="deterministic")


def heading() -> str:
    """Return the first line of the types: it changes with the schemas."""
    return f"// Made by `make types`; schemas {sha256(schemas()).hexdigest()}\n"


def made_types() -> str:
    """Return the types as openapi-typescript makes them; it must be installed."""
    command = [str(MAKER), "--root-types", "--root-types-no-schema-prefix"]
    made = subprocess.run(command, input=schemas(), capture_output=True, check=True, cwd=ROOT)
    return heading() + made.stdout.decode()


if __name__ == "__main__":
    TYPES.write_text(made_types())
