"""Moves and variations as text: in records, in addresses, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES, IllegalMoveError
from divisor_duel.errors import MoveTextError, RecordError
from divisor_duel.play.notation import (
    DEEPEST,
    MOST_VARIATIONS,
    MOST_WORDS,
    Moves,
    RawLine,
    Token,
    Variation,
    check_moves,
    count_moves,
    read_tree,
    tokens,
    words,
    write_tree,
)

CHAIN = GAMES["chain"]()

DEEP = "24(18(6(2)3)9)(2)12.36"


def test_a_tree_is_written_and_read() -> None:
    """Variations stand in brackets before the move that they replace, and in one another."""
    moves, variations = read_tree(DEEP)
    assert moves == (24, 12, 36)
    inmost = Variation(2, (3,), ())
    assert variations[0] == Variation(1, (18, 9), (Variation(2, (6, 3), (Variation(3, (2,)),)),))
    assert inmost not in variations
    assert write_tree(moves, variations) == DEEP
    assert count_moves(moves, variations) == 9


@pytest.mark.parametrize(
    "text", ["24(", "24)", "24()12", "24(18)", "x", "1" * 5000, "(" * 90, "24\n12"]
)
def test_what_is_no_tree_is_refused(text: str) -> None:
    """A text that no board wrote is refused in a sentence."""
    with pytest.raises(MoveTextError, match="moves and variations are written as in"):
        read_tree(text)


@given(st.text("12().", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fail otherwise, and what it reads it writes the same again."""
    try:
        tree = read_tree(text)
    except MoveTextError:
        tree = ((), ())
    assert read_tree(write_tree(*tree)) == tree


def test_variations_in_an_address_may_nest_forty_deep() -> None:
    """The limit is exact: forty variations in one another are read, one more is refused."""
    assert DEEPEST == 40
    text = "2(" * DEEPEST + "3" + ")4" * DEEPEST
    assert write_tree(*read_tree(text)) == text
    with pytest.raises(MoveTextError):
        read_tree(f"2({text})4")


def raw(text: str, longest: int = MOST_WORDS) -> RawLine:
    """The line in which a text ends."""
    line = RawLine(longest=longest)
    for token in tokens(text):
        line = line.add(token)
    return line


def read(text: str) -> Moves:
    """The moves and variations of a game of Chain."""
    return raw(text).read(CHAIN, CHAIN.start())


def test_a_text_falls_into_tokens_with_their_lines() -> None:
    """Tags, brackets and words come with the line they begin in; comments count lines only."""
    text = '[Game "chain"] \n\n1. 24{two\nlines}(1. 6)\n*'
    assert list(tokens(text)) == [
        Token("tag", '[Game "chain"]', 1),
        Token("word", "1.", 3),
        Token("word", "24", 3),
        Token("bracket", "(", 4),
        Token("word", "1.", 4),
        Token("word", "6", 4),
        Token("bracket", ")", 4),
        Token("word", "*", 5),
    ]
    with pytest.raises(RecordError, match=r"line 2: a comment is opened with \{ but never closed"):
        list(tokens("1. 24\n{ for ever"))


RECORDED = "1. 24 (1. 30 15 (1... 10 2. 50)) 1... 12 2. 36 (2. 6 18) (2. 4) 2... 18"
TRIED = (
    Variation(0, (30, 15), (Variation(1, (10, 50)),)),
    Variation(2, (6, 18)),
    Variation(2, (4,)),
)


def test_a_record_is_written_and_read() -> None:
    """A variation follows the move that it replaces, and the move after it has its number."""
    assert " ".join(words((24, 12, 36, 18), TRIED)) == RECORDED
    assert read(RECORDED) == ((24, 12, 36, 18), TRIED)
    assert " ".join(words((6, 2), (Variation(5, (18,)),), 5)) == "3... 6 (3... 18) 4. 2"
    line = raw(RECORDED)
    assert (line.begin, line.end, line.total, line.depth) == (0, 4, 11, 0)
    assert line.above is None
    first, second, third = line.inner
    assert (first.begin, first.end, first.total, first.depth) == (0, 2, 4, 1)
    assert (first.inner[0].begin, first.inner[0].end, first.inner[0].depth) == (1, 3, 2)
    assert (second.begin, third.begin, third.above) == (2, 2, line)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("24\n2. 12", "line 2: expected move number 1., not '2.'"),
        ("24 12 1. 36", "line 1: expected move number 2., not '1.'"),
        ("24 12 36 18 6 4. 2", "line 1: expected move number 3., not '4.'"),
        ("24 12 36 (3. 6", "line 1: expected move number 2., not '3.'"),
        ("( 24", "line 1: a variation must follow the move that it replaces"),
        ("24 )", "line 1: ) does not close any variation"),
        ("24 12\n()", "line 2: ) does not close any variation"),
    ],
)
def test_what_cannot_be_a_line_is_refused_as_it_is_read(text: str, problem: str) -> None:
    """Wrong move numbers and brackets name their line, and what was expected."""
    with pytest.raises(RecordError) as caught:
        raw(text)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("24\nx", "line 2: 'x' is not a move, which is a whole number"),
        ("24 12\n7", "line 2: move 3 (7) is not legal: 7 is neither"),
        ("24 12 36 (6\n24)", "line 2: move 4 (24) is not legal: 24 is already taken"),
        ("24 12 36 (6 18 (3 30\n7))", "line 2: move 6 (7) is not legal: 7 is neither"),
    ],
)
def test_a_move_that_cannot_be_played_is_named(text: str, problem: str) -> None:
    """The number of a move counts from the start of the game, in variations too."""
    line = raw(text.replace(")", "").replace("(", " ( "))
    while line.above:
        line = line.above
    with pytest.raises(RecordError) as caught:
        line.read(CHAIN, CHAIN.start())
    assert str(caught.value).startswith(problem)


def test_a_line_may_be_as_long_as_its_limit() -> None:
    """The limit counts the moves before a variation too, and the error names the line."""
    assert RawLine().longest == MOST_WORDS == 1_000_000
    assert raw("2 4 8", 3).end == 3
    assert raw("2 4 (6 3", 3).end == 3
    for text in ("2 4 8\n5", "2 4 (6 3\n5", "2 (4 8 (6 3\n5"):
        with pytest.raises(RecordError) as caught:
            raw(text, 3)
        assert str(caught.value) == (
            "line 2: there are more than 3 moves, but no such game lasts that long"
        )


def test_variations_may_be_as_deep_and_as_many_as_their_limits() -> None:
    """Forty in one another and ten thousand in all are read, one more is refused."""
    assert MOST_VARIATIONS == 10_000
    deep, many = "2 (" * DEEPEST, "2" + "(3)" * (MOST_VARIATIONS - 1) + "(3"
    assert raw(f"{deep} 2").depth == DEEPEST
    with pytest.raises(RecordError, match="line 1: variations are nested more than 40 deep"):
        raw(f"{deep} 2 (")
    assert raw(many).depth == 1
    for more in (")(", "("):
        with pytest.raises(RecordError, match="line 1: there are more than 10000 variations"):
            raw(many + more)


def test_moves_and_variations_of_a_tree_are_checked() -> None:
    """Every line must be legal from where it leaves the one above."""
    check_moves(CHAIN, CHAIN.start(), (24, 12, 36, 18), TRIED)
    start, later = CHAIN.start(), Variation(2, (6, 18), (Variation(3, (24,)),))
    for moves, tried in (
        ((24, 7), ()),
        ((24, 12), (Variation(1, (7,)),)),
        ((24, 12, 36), (later,)),
    ):
        with pytest.raises(IllegalMoveError):
            check_moves(CHAIN, start, moves, tried)
    after = CHAIN.play(CHAIN.play(start, 24), 12)
    check_moves(CHAIN, after, (36, 18), TRIED[1:], 2)
    with pytest.raises(IllegalMoveError):
        check_moves(CHAIN, after, (36, 18), (Variation(3, (6, 18)), Variation(3, (5,))), 2)
