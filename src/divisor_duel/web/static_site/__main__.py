"""``python -m divisor_duel.web.static_site FOLDER``: write the static site; `make site` does."""

from __future__ import annotations

import argparse
from pathlib import Path

from divisor_duel.errors import OptionsError
from divisor_duel.web.guard.origins import read_origin
from divisor_duel.web.static_site.build import build_site


def main() -> None:
    """Build the site of the checkout in the current folder."""
    parser = argparse.ArgumentParser(prog="python -m divisor_duel.web.static_site")
    parser.add_argument("folder", type=Path, help="where to write it")
    parser.add_argument("--server", default="", help="the address of a server for games by link")
    arguments = parser.parse_args()
    try:
        server = read_origin(arguments.server) if arguments.server else ""
    except OptionsError as error:
        parser.error(str(error))
    build_site(Path(), arguments.folder, server)
    size = sum(path.stat().st_size for path in arguments.folder.rglob("*") if path.is_file())
    print(f"The site is in {arguments.folder}: {size / 1e6:.1f} MB.")


if __name__ == "__main__":
    main()
