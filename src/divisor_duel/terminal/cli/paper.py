"""What `duel bench export` and `duel arena export` share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from divisor_duel.extras import install_message
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.arena.results.paper_files import PaperFiles


def write_paper(folder: Path, files: PaperFiles) -> int:
    """Write the files and print their names; return the exit code."""
    from divisor_duel.arena.results.paper_files import can_write_pdf, write_files

    for path in write_files(folder, files):
        print(clean_text(str(path)))
    if not can_write_pdf():
        needed = install_message("The figures are SVG only. PDF needs more packages", "pdf")
        print(f"duel: {needed}", file=sys.stderr)
    return 0
