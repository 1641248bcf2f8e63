"""Tables and figures as files for a paper: CSV, LaTeX, SVG and PDF.

CSV files have full precision, and an interval in columns of its own. LaTeX files are
``tabular`` environments for booktabs, to be read with ``input``. Figures are the plots of
the report on a plain page.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from divisor_duel.arena.results.ratings import Estimate
from divisor_duel.drawing.style import FONT
from divisor_duel.errors import DuelError
from divisor_duel.files import write_atomic
from divisor_duel.game import brief

Cell: TypeAlias = "str | int | float | Estimate | None"
"""A value of a table; None if there is none."""


DIGITS = 2
"""Decimals of a number in print."""


class PaperTable(NamedTuple):
    """A table, with a name for each column."""

    head: Sequence[str]
    """Names of the columns."""
    rows: Sequence[Sequence[Cell]]
    """One row for each player, pair or group."""
    with_interval: frozenset[str] = frozenset()
    """Columns whose values have an interval."""
    digits: Mapping[str, int] = {}
    """Decimals in print, where they are not `DIGITS`."""


class PaperFiles(NamedTuple):
    """All files of one export, without their endings."""

    tables: Mapping[str, PaperTable]
    """Tables to write as CSV."""
    printed: Mapping[str, str]
    """LaTeX tables."""
    figures: Mapping[str, str]
    """Figures as SVG."""


def csv_text(table: PaperTable) -> str:
    """Return a table as CSV; a value with an interval has two more columns."""
    head: list[str] = []
    for name in table.head:
        ends = (f"{name}_low", f"{name}_high") if name in table.with_interval else ()
        head += [name, *ends]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    for row in table.rows:
        cells: list[object] = []
        for name, cell in zip(table.head, row, strict=True):
            cells += _plain(cell) if name in table.with_interval else ["" if cell is None else cell]
        writer.writerow(cells)
    return text.getvalue()


def _plain(cell: Cell) -> list[object]:
    if isinstance(cell, dict):
        return [cell["value"], cell["low"], cell["high"]]
    return ["" if cell is None else cell, "", ""]


def latex_text(table: PaperTable, notes: Iterable[str]) -> str:
    """Return a table as a LaTeX ``tabular``, with notes as comments above it."""
    comments = (f"% {' '.join(note.split())}" for note in ("Needs \\usepackage{booktabs}.", *notes))
    digits = [table.digits.get(name, DIGITS) for name in table.head]
    lines = [
        *comments,
        f"\\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}",
        "\\toprule",
        _latex_row(map(latex_escape, table.head)),
        "\\midrule",
        *(_latex_row(map(_latex_cell, row, digits)) for row in table.rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"


def _latex_cell(cell: Cell, digits: int) -> str:
    if isinstance(cell, dict):
        value, low, high = (_number(cell[part], digits) for part in ("value", "low", "high"))
        return f"${value}\\;{{\\scriptstyle [{low},\\,{high}]}}$"
    if isinstance(cell, float):
        return f"${_number(cell, digits)}$"
    return "--" if cell is None else latex_escape(str(cell))


def _number(value: float, digits: int) -> str:
    """Return a rounded number for math mode; never -0."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


_SPECIAL = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
}


def latex_escape(text: str) -> str:
    """Return text as LaTeX prints it."""
    return re.sub(r"[\\~^<>&%$#_{}]", lambda mark: _SPECIAL[mark[0]], text)


def write_files(folder: Path, files: PaperFiles) -> list[Path]:
    """Write all files and return their paths; DuelError if the folder cannot be written.

    Without the extra ``pdf`` there is no PDF file; the caller says so.
    """
    contents = {f"{name}.csv": csv_text(table).encode() for name, table in files.tables.items()}
    contents |= {f"{name}.tex": text.encode() for name, text in files.printed.items()}
    for name, figure in files.figures.items():
        page = standalone(figure)
        contents[f"{name}.svg"] = page.encode()
        if can_write_pdf():
            from divisor_duel.drawing.pdf import render

            contents[f"{name}.pdf"] = render(page)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            write_atomic(folder.resolve() / name, content)
    except OSError as error:
        raise DuelError(f"cannot write to {brief(str(folder))}: {error.strerror}") from None
    return [folder / name for name in contents]


def can_write_pdf() -> bool:
    """Return whether the extra ``pdf`` is installed."""
    from divisor_duel.drawing.pdf import renderer

    try:
        renderer()
    except DuelError:
        return False
    return True


def standalone(figure: str) -> str:
    """Return a plot of a report as an SVG file of its own."""
    attributes = f'xmlns="http://www.w3.org/2000/svg" font-family="{FONT}"'
    return figure.replace("<svg ", f"<svg {attributes} ", 1) + "\n"
