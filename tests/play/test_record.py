"""Records: what is written is read, and damage is named with its line."""

from __future__ import annotations

import string
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES, Player, Record, RecordError, read_records, write_records
from divisor_duel.play.notation import Variation
from divisor_duel.text import clean_name

SAMPLE = """\
[Game "countdown"]
[Options "start=60"]
[Player1 "Ann"]
[Player2 "Computer"]
[Level2 "random"]
[First "1"]
[Date "2026-11-15"]
[Seed "7"]
[Result "0-1"]

1. 15 15 2. 10 5 3. 5 2 4. 4 2
0-1
"""


def test_the_sample_reads_and_writes_itself() -> None:
    """The documented sample is exactly what the program writes for that game."""
    (record,) = read_records(SAMPLE)
    assert record.game == GAMES["countdown"](start=60)
    assert record.moves == (15, 15, 10, 5, 5, 2, 4, 2)
    assert record.names == ("Ann", "Computer")
    assert record.levels == ("human", "random")
    assert record.seed == 7
    last: Any = record.last_position()
    assert last.number == 2
    outcome = record.outcome()
    assert outcome is not None
    assert outcome.winner is Player.TWO
    assert write_records([record]) == SAMPLE


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("1. 15 15", "1. 15 16", 11, r"move 2 \(16\) is not legal: 16 does not divide 45"),
        ("1. 15 15", "1. 15 1S", 11, "'1S' is not a move"),
        ("1. 15 15 ", "1. 15 ", 11, "expected move number 1., not '2.'"),
        ("countdown", "uno", 1, "unknown game 'uno'"),
        ("start=60", "start=sixty", 2, "start must be a whole number"),
        ("start=60", "high=60", 2, "countdown has no option 'high', only start"),
        ('[First "1"]', '[First "3"]', 6, "First must be 1 or 2"),
        ('[Seed "7"]', '[Seed "x"]', 8, "Seed must be a whole number"),
        ('[Seed "7"]', '[Seed "7]', 8, "expected a tag"),
        ('[Seed "7"]', '[First "1"]', 8, "First appears twice"),
        ('[Seed "7"]', '[Round "3 of 2"]', 8, "Round must be like '2 of 5'"),
        ("2\n0-1", "2\n1-0", 12, "the result says '1-0', but by the moves it is 0-1"),
        ('"0-1"', '"1-0"', 9, "the result says '1-0'"),
        ("2\n0-1", "2", 11, "ends without a result"),
        ("2\n0-1", "2 {oops\n0-1", 11, "never closed"),
        ('[Game "countdown"]\n', "", 1, "the tag Game is missing"),
        ("1. 15", '[Game "chain"]\n1. 15', 11, "Game appears twice"),
        ("0-1\n", '[Game "chain"]\n0-1\n', 12, "have no result"),
        ("[Game", "[[Game", 1, "expected a tag"),
    ],
)
def test_damage_is_named_with_its_line(old: str, new: str, line: int, words: str) -> None:
    """A damaged record gives an error with the right line and the problem in words."""
    head, _, tail = SAMPLE.rpartition(old) if old == "0-1\n" else SAMPLE.partition(old)
    with pytest.raises(RecordError, match=words) as caught:
        read_records(head + new + tail)
    assert caught.value.line == line


@pytest.mark.parametrize("text", ["", " \n\n", "hello", "1. 15 15", "0-1"])
def test_texts_without_a_game_are_refused(text: str) -> None:
    """A text that holds no record says so, of its first line."""
    with pytest.raises(RecordError, match="expected a tag such as") as caught:
        read_records(text)
    assert caught.value.line == 1


def test_a_record_from_a_position_set_up_by_hand() -> None:
    """Its start is written as a tag, read again, and where its moves are played."""
    game = GAMES["chain"](high=9)
    record = Record(game, (3, 9), first=Player.TWO, start="last=6 pool=2-4,9")
    start: Any = record.start_position()
    assert start.last == 6
    assert game.legal_moves(start) == (2, 3)
    assert Record(game).start_position() == game.start()
    text = write_records([record])
    assert '[First "2"]\n[Position "last=6 pool=2-4,9"]\n' in text
    assert read_records(text) == [record]
    with pytest.raises(RecordError, match="line 6: pool must be numbers out of 2-9"):
        read_records(text.replace("pool=2-4,9", "pool=10"))


def test_a_match_of_one_round_names_none_and_the_last_round_may_be_named() -> None:
    """A record has one round of one, unless it says otherwise."""
    assert Record(GAMES["digits"]()).round == (1, 1)
    assert read_records('[Game "digits"]\n*')[0].round == (1, 1)
    assert read_records('[Game "digits"]\n[Round "5 of 5"]\n*')[0].round == (5, 5)
    assert "Round" not in write_records([Record(GAMES["digits"]())])


def test_two_records_in_one_text_have_their_own_games() -> None:
    """A game without moves is read with its own tags, after one of another kind."""
    texts = ['[Game "digits"]\n1. 1\n*\n', '[Game "chain"]\n*\n', '[Game "ladder"]\n1. 3\n*\n']
    assert [record.game.id for record in read_records("".join(texts))] == [
        "digits",
        "chain",
        "ladder",
    ]


def test_lines_of_moves_are_at_most_78_characters_long() -> None:
    """A move that fits a line of 78 characters stands in it, and one more does not."""
    game, lengths = GAMES["divider"](high=999), set[int]()
    for count in range(20):
        moves = (*range(999, 999 - count, -1), *range(99, 49, -1))
        text = write_records([Record(game, moves)])
        lines = text.partition("\n\n")[2].splitlines()[:-1]
        lengths |= {len(line) for line in lines}
        assert all(len(one) + 1 + len(two.split()[0]) > 78 for one, two in pairwise(lines))
    assert max(lengths) == 78


def test_a_record_is_a_value() -> None:
    """It cannot be changed, and two players have two names and two levels."""
    record = Record(GAMES["digits"]())
    with pytest.raises(FrozenInstanceError):
        record.seed = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="zip"):
        write_records([replace(record, levels=("human",))])  # type: ignore[arg-type]


def test_comments_and_layout_do_not_matter() -> None:
    """Comments, line breaks, missing move numbers and Windows line ends change nothing."""
    loose = SAMPLE.replace("1. 15 15 2. 10", "15 {a good one}\n\n 15\t10").replace("\n", "\r\n")
    assert read_records("\ufeff" + loose) == read_records(SAMPLE)


TREE = """\
[Game "chain"]
[Options "low=2 high=50 opening=any"]
[Player1 "Player 1"]
[Player2 "Player 2"]
[First "1"]
[Result "*"]

1. 24 (1. 30 15 (1... 10 2. 50)) 1... 12 (1... 6 2. 18) (1... 2) 2. 36
*
"""


def test_variations_are_written_and_read() -> None:
    """What else was tried stands in parentheses after the move it replaces, as deep as it went."""
    (record,) = read_records(TREE)
    assert record.moves == (24, 12, 36)
    inner = Variation(1, (10, 50))
    assert record.variations == (
        Variation(0, (30, 15), (inner,)),
        Variation(1, (6, 18)),
        Variation(1, (2,)),
    )
    assert write_records([record]) == TREE
    assert replace(record, variations=()).outcome() == record.outcome()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("6 2. 18)", "6 2. 8)", r"move 3 \(8\) is not legal: 8 is neither"),
        ("1. 24 (", "(", "a variation must follow the move that it replaces"),
        ("(1... 2)", "()", "does not close any variation"),
        ("2. 36", ") 2. 36", "does not close any variation"),
        ("(1... 2)", "(1... 2", "never closed with"),
        ("(1... 2)", "(2. 2)", "expected move number 1., not '2.'"),
        ("(1... 2)", "(4 " * 60 + ")" * 60, "nested more than 40 deep"),
    ],
)
def test_damaged_variations_are_named(old: str, new: str, words: str) -> None:
    """A variation that cannot be read or played gives its line and the problem in words."""
    with pytest.raises(RecordError, match=words) as caught:
        read_records(TREE.replace(old, new))
    assert caught.value.line in (8, 9)


def assert_read_or_refused(text: str) -> None:
    """The text holds records, or the error names one of its lines."""
    line = 0
    try:
        assert read_records(text)
    except RecordError as error:
        line = error.line
    assert 0 <= line <= len(text.splitlines()) + 1


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fail in any other way than RecordError."""
    assert_read_or_refused(text)


@given(st.integers(0, len(SAMPLE) - 2), st.sampled_from(string.printable))
def test_any_changed_character_is_read_or_refused(index: int, char: str) -> None:
    """One wrong character anywhere gives a valid record or a RecordError."""
    for sample in (SAMPLE, TREE):
        assert_read_or_refused(sample[:index] + char + sample[index + 1 :])


@given(st.integers(0, len(SAMPLE) - 2))
def test_a_cut_record_is_never_taken_for_whole(length: int) -> None:
    """A record that lost its end is refused, wherever it was cut."""
    with pytest.raises(RecordError):
        read_records(SAMPLE[:length])


names = st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Cc"]), min_size=1, max_size=40)


@given(
    names,
    names,
    st.integers(0, 10**18),
    st.sampled_from([None, *Player]),
    st.sampled_from([(), (Player.ONE,), (Player.TWO,), tuple(Player)]),
)
def test_names_and_resignations_survive(
    one: str, two: str, seed: int, resigned: Player | None, helped: tuple[Player, ...]
) -> None:
    """Seeds, resignations and help read back as they were, and names as they may be shown."""
    record = Record(
        GAMES["chain"](),
        (15, 5),
        names=(one, two),
        seed=seed,
        round=(2, 3),
        resigned=resigned,
        helped=helped,
    )
    shown = replace(record, names=(clean_name(one) or "Player 1", clean_name(two) or "Player 2"))
    assert read_records(write_records([record, record])) == [shown, shown]
    assert read_records(write_records([shown])) == [shown]


def test_help_of_an_unknown_player_is_refused() -> None:
    """The sentence says what the tag may hold."""
    text = write_records([Record(GAMES["chain"](), (15, 5), helped=(Player.ONE,))])
    with pytest.raises(RecordError, match="Helped must be 1, 2 or 1 2, not '3'"):
        read_records(text.replace('[Helped "1"]', '[Helped "3"]'))


def test_hostile_tags_are_cleaned_as_they_are_read() -> None:
    """Names, levels and dates lose all that could control a terminal; empty ones get a default."""
    hostile = "\x1b[2J\x1b]0;title\x07{}\u202e\x00\u200b"
    tags = {"Player1": "Ann", "Player2": "", "Level2": "random", "Date": "2026-11-15"}
    text = "".join(f'[{tag} "{hostile.format(value)}"]\n' for tag, value in tags.items())
    (record,) = read_records(f'[Game "digits"]\n{text}\n1. 1\n*\n')
    assert record.names == ("Ann", "Player 2")
    assert record.levels == ("human", "random")
    assert record.date == "2026-11-15"


def test_many_variations_are_written_and_read_in_one_pass() -> None:
    """A long game with a variation at every move is written and read back whole."""
    game = GAMES["divider"](high=5000)
    moves = tuple(range(5000, 2500, -1))
    tried = tuple(Variation(ply, (2,)) for ply in range(len(moves)))
    record = Record(game, moves, variations=tried)
    assert read_records(write_records([record])) == [record]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("2 " * 2000, "there are more than 1049 moves, but no such game lasts that long"),
        ("2 (3)" + "(3)" * 10_000, "more than 10000 variations"),
        ("2 (" + "3 " * 2000 + ")", "there are more than 1049 moves"),
    ],
)
def test_a_line_longer_than_any_game_is_refused_before_it_is_played(moves: str, words: str) -> None:
    """The reader stops at the first move that no game of this set-up could have."""
    text = f'[Game "chain"]\n{moves}\n'
    with pytest.raises(RecordError, match=words):
        read_records(text)  # the text lacks a result: the reader never got there
