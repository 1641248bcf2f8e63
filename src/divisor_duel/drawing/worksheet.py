"""Worksheets for a class: rules, boards to play on, puzzles with space to write, answers.

Every page is an SVG picture as large as the paper, in points, so that one layout makes the PDF
file, the SVG picture and the page for browsers. The answers, with reasons, are on a page of their
own.

>>> sheet = make_worksheet("divider", puzzles=2, seed="1")
>>> len(sheet.pages), len(sheet.puzzles)
(3, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import tostring

from divisor_duel.drawing.page import GamePicture, Sketch, wrapped
from divisor_duel.drawing.style import FAINT, FONT, INK, PENCIL
from divisor_duel.drawing.svg import Shape, group, line, rectangle, shape, with_text, write
from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.files import write_named
from divisor_duel.game import AnyGame, Position, brief
from divisor_duel.games.parts import PICTURE, find
from divisor_duel.games.registry import find_game, recommended
from divisor_duel.learn.puzzle import Puzzle, make_puzzle

MOST_PUZZLES = 40
"""Limit on the puzzles of a worksheet."""

SEEDS_EACH = 20
"""How many seeds are tried for each puzzle before two may be the same."""

MARGIN = 48
"""Margin of a page, in points."""

IN_ROW, IN_COLUMN = 2, 2
"""Puzzles side by side, and above each other."""

GAP = 24
"""Distance between two columns of puzzles, in points."""

LINE = 24
"""Distance of the lines to write on, in points."""

TITLE, HEADING, TEXT, SMALL = 22, 13, 11, 9.5
"""Font sizes, in points."""

WRAPPED = 0.9
"""Share of a font size at which `wrapped` fills a line, even in the widest font."""

MOST_BOARDS = 3
"""Limit on the boards to play on."""

SCORE = 150
"""Least height of the lines for the moves of a game, in points."""

ENDINGS = (".pdf", ".svg", ".html")


class Paper(NamedTuple):
    """A size of paper, in points."""

    width: float
    height: float


PAPERS = {"a4": Paper(595, 842), "letter": Paper(612, 792)}


@dataclass(frozen=True)
class Worksheet:
    """A worksheet: its pages as SVG, the last with the answers."""

    title: str
    paper: Paper
    pages: tuple[str, ...]
    puzzles: tuple[Puzzle, ...]


def make_worksheet(
    game: str,
    puzzles: int = 8,
    seed: str = "1",
    paper: str = "a4",
    engine: Engine = DEFAULT,
) -> Worksheet:
    """Return the worksheet of a game for `seed`: the same seed gives the same puzzles."""
    kind = find_game(game)
    if not 1 <= puzzles <= MOST_PUZZLES:
        problem = f"a worksheet can have 1 to {MOST_PUZZLES} puzzles, not {puzzles}"
        raise OptionsError(problem, arguments=("puzzles",))
    if paper not in PAPERS:
        sizes = " or ".join(PAPERS)
        raise OptionsError(f"the paper must be {sizes}, not {brief(paper)}", arguments=("paper",))
    chosen = _choose(kind.id, puzzles, seed, engine)
    size = PAPERS[paper]
    pages = [_first_page(kind, size)]
    each = IN_ROW * IN_COLUMN
    for begin in range(0, len(chosen), each):
        pages.append(_puzzle_page(kind, chosen[begin : begin + each], begin, size))
    pages += _answer_pages(kind, chosen, size)
    written = tuple(
        _document(
            [*page, _foot(f"Worksheet {seed}, page {number} of {len(pages)}", size)],
            size,
            f"{kind.title}: worksheet",
        )
        for number, page in enumerate(pages, 1)
    )
    return Worksheet(f"{kind.title}: worksheet", size, written, chosen)


def _choose(game: str, count: int, seed: str, engine: Engine) -> tuple[Puzzle, ...]:
    """Return puzzles that look different on paper, the easiest first."""
    found = dict[tuple[bytes, ...], Puzzle]()
    for number in range(count * SEEDS_EACH):
        puzzle = make_puzzle(f"{seed}/{number}", game, engine=engine)
        found.setdefault(tuple(map(tostring, _board_of_puzzle(puzzle).shapes)), puzzle)
        if len(found) == count:
            break
    return tuple(sorted(found.values(), key=lambda puzzle: puzzle.rating))


def board_of(game: AnyGame, position: Position, start: Position) -> Sketch:
    """Return a position to write on: the game's own board, or its words."""
    picture: GamePicture[AnyGame, Position] | None = find(game, PICTURE)
    if picture and picture.board:
        return picture.board(game, position, start)
    words = wrapped(game.describe(position), TEXT, 300)
    lines = [write(text, (0, 14 + 16 * index), TEXT) for index, text in enumerate(words)]
    return Sketch(300, 16 * len(words) + 6, list(lines))


def _board_of_puzzle(puzzle: Puzzle) -> Sketch:
    return board_of(puzzle.record.game, puzzle.position, puzzle.record.start_position())


# --- pages ----------------------------------------------------------------------------------


def _first_page(kind: type[AnyGame], paper: Paper) -> list[Shape]:
    across = paper.width - 2 * MARGIN
    shapes, y = _head(kind.title, paper), MARGIN + 62.0
    shapes.append(write("Name", (MARGIN, y), TEXT))
    shapes.append(_rule(MARGIN + 36, MARGIN + across * 0.6, y))
    shapes.append(write("Date", (MARGIN + across * 0.65, y), TEXT))
    shapes.append(_rule(MARGIN + across * 0.65 + 32, MARGIN + across, y))
    y += 28
    title, *more = kind.rules().split("\n\n")
    rules = [
        text
        for paragraph in (kind.summary, *(more or [title]))
        for text in wrapped(" ".join(paragraph.split()), TEXT * WRAPPED, across - 24)
    ]
    height = 26 + 15 * len(rules)
    shapes.append(rectangle((MARGIN, y), across, height, fill="none", stroke=INK))
    shapes.append(write("Rules", (MARGIN + 12, y + 18), HEADING, font_weight="bold"))
    for index, text in enumerate(rules):
        shapes.append(write(text, (MARGIN + 12, y + 34 + 15 * index), TEXT))
    return shapes + _boards(recommended(kind), y + height + 34, paper)


def _boards(game: AnyGame, y: float, paper: Paper) -> list[Shape]:
    """Draw as many boards to play on as the page has room for, with lines for the moves."""
    across, start = paper.width - 2 * MARGIN, game.start()
    room = paper.height - y - MARGIN
    sketch = board_of(game, start, start)
    _, used = _placed(sketch, (MARGIN, y), across * 0.62, room - GAP)
    count = max(1, min(MOST_BOARDS, int(room / (max(used, SCORE) + GAP))))
    title = "A board to play on" if count == 1 else "Boards to play on"
    shapes = [
        write(title, (MARGIN, y), HEADING, font_weight="bold"),
        write(game.phrase(), (MARGIN + 160, y), TEXT, fill=PENCIL),
    ]
    for index in range(count):
        top = y + 14 + room / count * index
        drawn, _ = _placed(sketch, (MARGIN, top), across * 0.62, room - GAP)
        shapes.append(drawn)
        shapes += _score_lines(MARGIN + across * 0.68, top, across * 0.32, room / count - GAP)
    return shapes


def _score_lines(left: float, top: float, width: float, height: float) -> list[Shape]:
    """Draw lines for the moves of a game."""
    half = width / 2
    shapes = [
        write("First player", (left, top + 10), SMALL, fill=PENCIL),
        write("Second player", (left + half, top + 10), SMALL, fill=PENCIL),
        line((left + half - 6, top), (left + half - 6, top + height), stroke=FAINT),
    ]
    shapes += [
        _rule(left, left + width, top + 34 + 22 * row) for row in range(int(height / 22) - 1)
    ]
    return shapes


def _puzzle_page(
    kind: type[AnyGame], puzzles: Sequence[Puzzle], before: int, paper: Paper
) -> list[Shape]:
    shapes = _head(f"{kind.short_title}: find the winning move", paper)
    top = MARGIN + 44.0
    width = (paper.width - 2 * MARGIN - GAP * (IN_ROW - 1)) / IN_ROW
    height = (paper.height - top - MARGIN) / IN_COLUMN
    for index, puzzle in enumerate(puzzles):
        row, column = divmod(index, IN_ROW)
        corner = (MARGIN + column * (width + GAP), top + row * height)
        shapes += _puzzle(puzzle, before + index + 1, corner, width, height - 20)
    return shapes


def _puzzle(
    puzzle: Puzzle, number: int, corner: tuple[float, float], width: float, height: float
) -> list[Shape]:
    x, y = corner
    game = puzzle.record.game
    shapes = [
        write(f"{number}", (x, y + 12), HEADING, font_weight="bold"),
        write(f"{puzzle.grade}: {game.phrase()}", (x + 24, y + 12), SMALL, fill=PENCIL),
    ]
    y += 18
    room = height - 18 - 4 * LINE
    drawn, used = _placed(_board_of_puzzle(puzzle), (x, y), width, room)
    y += used + 30
    shapes += [drawn, write("My move", (x, y), TEXT), _rule(x + 52, x + width * 0.55, y)]
    y += LINE
    shapes += [write("because", (x, y), TEXT), _rule(x + 52, x + width, y)]
    free = int((corner[1] + height - y) / LINE)
    return [*shapes, *(_rule(x, x + width, y + LINE * (row + 1)) for row in range(free))]


def _answer_pages(
    kind: type[AnyGame], puzzles: Sequence[Puzzle], paper: Paper
) -> Iterator[list[Shape]]:
    """Yield the pages of answers, each with its move and the reason."""
    across = paper.width - 2 * MARGIN
    shapes, y = _head(f"{kind.short_title}: answers", paper), MARGIN + 56.0
    for number, puzzle in enumerate(puzzles, 1):
        reason = wrapped(puzzle.analysis.reason, TEXT * WRAPPED, across - 90)
        height = 15 * len(reason) + 12
        if y + height > paper.height - MARGIN:
            yield shapes
            shapes, y = _head(f"{kind.short_title}: answers", paper), MARGIN + 56.0
        move = puzzle.record.game.format_move(puzzle.solution)
        shapes.append(write(f"{number}", (MARGIN, y), TEXT, font_weight="bold"))
        shapes.append(write(move, (MARGIN + 28, y), HEADING, font_weight="bold"))
        for text in reason:
            shapes.append(write(text, (MARGIN + 90, y), TEXT))
            y += 15
        y += 12
    yield shapes


def _head(title: str, paper: Paper) -> list[Shape]:
    y = MARGIN + TITLE
    return [
        write(title, (MARGIN, y), TITLE, font_weight="bold"),
        line((MARGIN, y + 8), (paper.width - MARGIN, y + 8), stroke=INK, stroke_width=0.8),
    ]


def _foot(words: str, paper: Paper) -> Shape:
    return write(words, (MARGIN, paper.height - MARGIN / 2), SMALL, fill=PENCIL)


def _rule(left: float, right: float, y: float) -> Shape:
    return line((left, y + 3), (right, y + 3), stroke=PENCIL, stroke_width=0.6)


def _placed(
    sketch: Sketch, corner: tuple[float, float], width: float, height: float
) -> tuple[Shape, float]:
    """Return a sketch scaled into a space, and the height that it takes."""
    scale = min(width / sketch.width, height / sketch.height, 1.1)
    place = f"translate({corner[0]:g} {corner[1]:g}) scale({scale:.3f})"
    return group(sketch.shapes, transform=place), sketch.height * scale


def _document(shapes: Sequence[Shape], paper: Paper, title: str) -> str:
    root = shape(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.width:g} {paper.height:g}",
        width=paper.width,
        height=paper.height,
        role="img",
        aria_label=title,
        font_family=FONT,
        fill=INK,
    )
    root.append(with_text(shape("title"), title))
    root.append(rectangle((0, 0), paper.width, paper.height, fill="#ffffff"))
    root.extend(shapes)
    return tostring(root, encoding="unicode")


# --- files ----------------------------------------------------------------------------------

_HTML = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: {width:g}pt {height:g}pt; margin: 0; }}
body {{ margin: 0; }}
svg {{ display: block; width: {width:g}pt; height: {height:g}pt; break-after: page; }}
</style>
</head>
<body>
{pages}
</body>
</html>
"""


def encode(sheet: Worksheet, ending: str) -> bytes:
    """Return a worksheet as a file whose name ends so: a PDF, one tall SVG, or HTML."""
    if ending == ".pdf":
        from divisor_duel.drawing import pdf

        return pdf.render(*(_in_points(page, sheet.paper) for page in sheet.pages))
    if ending == ".html":
        width, height = sheet.paper
        pages = "\n".join(sheet.pages)
        return _HTML.format(title=sheet.title, width=width, height=height, pages=pages).encode()
    return _stacked(sheet).encode()


def _in_points(page: str, paper: Paper) -> str:
    """Return a page whose size has a unit: without one, a PDF would be three quarters as large."""
    for name, length in zip(("width", "height"), paper, strict=True):
        page = page.replace(f'{name}="{length:g}"', f'{name}="{length:g}pt"', 1)
    return page


def _stacked(sheet: Worksheet) -> str:
    """Return all pages as one picture, one below the other."""
    width, height = sheet.paper
    whole = height * len(sheet.pages)
    pages = (
        f'<g transform="translate(0 {height * index:g})">{page}</g>'
        for index, page in enumerate(sheet.pages)
    )
    size = f'width="{width:g}" height="{whole:g}" viewBox="0 0 {width:g} {whole:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(pages)}</svg>\n'


def check_name(path: Path) -> str:
    """Return the ending of a worksheet's file; DuelError if we cannot write such a file."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        names = "NAME.pdf, NAME.svg or NAME.html"
        raise DuelError(f"a worksheet is called {names}, not {brief(str(path))}")
    if ending == ".pdf":
        from divisor_duel.drawing import pdf

        pdf.renderer()
    return ending


def save(path: Path, sheet: Worksheet) -> None:
    """Write a worksheet in the format of the suffix of `path`."""
    write_named(str(path), encode(sheet, check_name(path)))
