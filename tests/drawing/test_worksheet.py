"""Worksheets: puzzles with one solution, answers on a page of their own, on the paper asked for."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import fromstring, tostring

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from divisor_duel import GAMES
from divisor_duel.drawing import pdf
from divisor_duel.drawing.worksheet import (
    MARGIN,
    PAPERS,
    Worksheet,
    board_of,
    check_name,
    encode,
    make_worksheet,
    save,
)
from divisor_duel.engine import Engine
from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.game import AnyGame

NAMESPACE = "{http://www.w3.org/2000/svg}"


def words(page: str) -> str:
    """All words of a page."""
    return " ".join(text.text or "" for text in fromstring(page).iter(f"{NAMESPACE}text"))


@pytest.fixture(scope="module")
def sheets() -> dict[str, Worksheet]:
    """A worksheet of each game."""
    return {game: make_worksheet(game, puzzles=5, seed="7") for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_has_one_winning_move_and_its_answer(
    sheets: dict[str, Worksheet], game: str
) -> None:
    """A fresh engine finds just the printed answer, with the printed reason, easy ones first."""
    sheet = sheets[game]
    answers = words(sheet.pages[-1])
    for puzzle in sheet.puzzles:
        values = Engine().judge_moves(puzzle.record.game, puzzle.position)
        assert [move for move, wins in values.items() if wins] == [puzzle.solution]
        assert " ".join(puzzle.analysis.reason.split()) in answers
    assert all(one.rating <= two.rating for one, two in pairwise(sheet.puzzles))


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_is_before_the_last_page(sheets: dict[str, Worksheet], game: str) -> None:
    """The pages for pupils have the rules, a board and space, and no reason."""
    *pages, answers = sheets[game].pages
    assert GAMES[game].summary in words(pages[0])
    assert "because" in words(pages[1])
    shown = " ".join(map(words, pages))
    assert not any(puzzle.analysis.reason in shown for puzzle in sheets[game].puzzles)
    assert "answers" in words(answers)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_look_alike(game: str) -> None:
    """Two puzzles never show the same board, even if they began from different numbers."""
    puzzles = make_worksheet(game, puzzles=12, seed="3").puzzles
    boards = {
        tuple(map(tostring, board_of(puzzle.record.game, puzzle.position, start).shapes))
        for puzzle in puzzles
        if (start := puzzle.record.start_position())
    }
    assert len(boards) == len(puzzles) == 12


@pytest.mark.parametrize("game", GAMES)
def test_no_line_runs_into_the_margin(game: str) -> None:
    """Lines end before the paper's margin, also in the widest of the fonts that may be used."""
    sheet = make_worksheet(game, seed="3")
    pdf.render(sheet.pages[0])  # registers the font
    for page in sheet.pages:
        for text in fromstring(page).findall(f"{NAMESPACE}text"):
            bold = "-Bold" * (text.get("font-weight") == "bold")
            width = stringWidth(
                text.text or "", f"{pdf.FAMILY}{bold}", float(text.get("font-size", 0))
            )
            assert float(text.get("x", 0)) + width <= sheet.paper.width - MARGIN, text.text


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_the_paper(paper: str) -> None:
    """Every page has the size of the paper, and no text begins outside its margins."""
    sheet = make_worksheet("ladder", puzzles=3, seed="2", paper=paper)
    width, height = PAPERS[paper]
    for page in sheet.pages:
        root = fromstring(page)
        assert (float(root.get("width", 0)), float(root.get("height", 0))) == (width, height)
        for text in root.findall(f"{NAMESPACE}text"):
            assert 0 < float(text.get("x", 0)) < width - 20
            assert 0 < float(text.get("y", 0)) < height - 10


def test_the_same_seed_gives_the_same_sheet() -> None:
    """A worksheet can be printed again; another seed has other puzzles."""
    one, again = (make_worksheet("divider", 2, "5") for _ in range(2))
    assert one.pages == again.pages
    assert one.puzzles != make_worksheet("divider", 2, "6").puzzles


def test_three_kinds_of_files(tmp_path: Path) -> None:
    """The same pages become a PDF, one tall picture, or a page for browsers."""
    sheet = make_worksheet("countdown", 1, "1", "letter")
    save(tmp_path / "sheet.pdf", sheet)
    file = (tmp_path / "sheet.pdf").read_bytes()
    assert file.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", file)) == len(sheet.pages)
    assert b"612 792" in file
    picture = fromstring(encode(sheet, ".svg"))
    assert float(picture.get("height", 0)) == 792 * len(sheet.pages)
    page = encode(sheet, ".html").decode()
    assert page.count("<svg ") == len(sheet.pages)
    assert "size: 612pt 792pt" in page


def test_a_game_with_rules_alone_is_said_in_words(heap: type[AnyGame]) -> None:
    """Without a board of its own, a game's position is written in words."""
    game = heap()
    sketch = board_of(game, game.start(), game.start())
    assert [shape.text for shape in sketch.shapes] == ["21 left"]


def test_what_cannot_be_written_is_refused() -> None:
    """Names, sizes and counts that make no sense are refused in a sentence."""
    with pytest.raises(DuelError, match=r"NAME\.pdf, NAME\.svg or NAME\.html"):
        check_name(Path("sheet.docx"))
    with pytest.raises(OptionsError, match="a4 or letter"):
        make_worksheet("chain", paper="a3")
    for count in (0, 41):
        with pytest.raises(OptionsError, match="1 to 40 puzzles"):
            make_worksheet("chain", puzzles=count)
