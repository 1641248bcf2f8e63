"""Text of strangers is safe to show, and names of all languages stay what they are."""

from __future__ import annotations

import sys
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.text import LONGEST_NAME, MOST_MARKS, clean_name, clean_text, plural

HOSTILE = {
    "clear the screen": "\x1b[2J\x1b[H",
    "colour": "\x1b[31;1m",
    "8-bit control sequence": "\x9b2J",
    "window title": "\x1b]0;title\x07",
    "window title ended by ST": "\x1b]2;title\x1b\\",
    "8-bit window title": "\x9d0;title\x9c",
    "link": "\x1b]8;;http://example.org\x1b\\",
    "device control": "\x1bP$q\x1b\\",
    "character set": "\x1b(0",
    "reset": "\x1bc",
    "bell, backspace, null, delete": "\x07\x08\x00\x7f",
    "override": "\u202e",
    "isolates": "\u2066\u2067\u2068\u2069",
    "marks of direction": "\u200e\u200f\u061c",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "tag characters": "\U000e0041",
    "fillers": "\u3164\u115f\u2800\u00ad",
    "lone surrogates": "\ud800\udfff",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_leaves_nothing(text: str) -> None:
    """What controls a terminal or cannot be seen goes without a trace."""
    assert clean_text(f"An{text}n") == "Ann"
    assert clean_name(text) == ""


@pytest.mark.parametrize("space", ["\r", "\n", "\t", "\v", "\x85", "\u2028", "\u2029", "\xa0"])
def test_every_kind_of_space_is_a_space(space: str) -> None:
    """Line breaks cannot put a second line under our own."""
    assert clean_text(f"Ann{space}Ben") == "Ann Ben"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Zoe\u0308",
        "Łukasz O’Neil-Brontë",
        "Ωμέγα",
        "Наталья",
        "محمد",
        "שָׁלוֹם",
        "न्यूटन",
        "ราคา",
        "王小明",
        "김철수",
        "Nguyễn Thị",
        "Ann 🎲",
        "[red]Ann[/]",
    ],
)
def test_names_of_all_languages_stay(name: str) -> None:
    """Letters, accents, vowel signs and emoji pass unchanged."""
    assert clean_name(name) == name


def test_text_after_an_unfinished_sequence_stays() -> None:
    """An open window title takes its escape character away, not the rest of the sentence."""
    assert clean_text("\x1b]0;no end") == "0;no end"
    assert clean_text("the end\x1b") == "the end"


def test_marks_cannot_pile_up() -> None:
    """A letter keeps a few marks; a tower of them is cut."""
    assert clean_text("a" + 500 * "\u0301" + "b") == "a" + MOST_MARKS * "\u0301" + "b"


def test_lines_stay_lines_where_they_are_wanted() -> None:
    """With `lines` newlines stay, and each line is clean."""
    assert clean_text("one\x1b[2J\r\ntwo\x07\n", lines=True) == "one\ntwo"


def test_a_name_is_short() -> None:
    """A name of a megabyte is cut."""
    assert len(clean_name("a" * 10**6)) == LONGEST_NAME


@given(st.text(alphabet=st.characters(codec=None), max_size=60))
def test_nothing_unsafe_is_left_of_any_text(text: str) -> None:
    """Whatever comes in, no control, format or surrogate character comes out, now or again."""
    cleaned = clean_text(text)
    assert {category(letter)[0] for letter in cleaned} <= set("LMNPSZ")
    assert clean_text(cleaned) == cleaned
    assert clean_text(text, lines=True).isprintable() or "\n" in clean_text(text, lines=True)


def test_every_character_is_judged() -> None:
    """Of all characters that there are, none of an unsafe category stays."""
    cleaned = clean_text("".join(map(chr, range(sys.maxunicode + 1))))
    unsafe = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not {category(letter) for letter in set(cleaned)} & unsafe


def test_the_work_grows_with_the_length_alone() -> None:
    """Unfinished sequences side by side are passed over once each, not once for each other."""
    assert clean_text("\x1b]" * 300_000) == ""
    assert clean_text("\x1b[0" * 300_000).count("0") <= 300_000


def test_a_count_has_its_noun() -> None:
    """One is singular, and every other number is plural."""
    assert [plural(count, "move") for count in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (21, "21 moves")]
)
def test_only_one_is_singular(count: int, text: str) -> None:
    """A count of one has the noun as it is, every other count an s."""
    assert plural(count, "move") == text


def test_a_noun_may_bring_its_own_plural() -> None:
    """Where an s is not enough, the plural is given."""
    assert [plural(count, "try", "tries") for count in (1, 3)] == ["1 try", "3 tries"]
