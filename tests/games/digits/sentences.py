"""Digits' sentences: how they read, and how a reader follows what they say."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.reference.digits import Digits as Twin

Plan = Callable[[Twin, int], tuple[int, "Plan"]]
"""From the position after the loser's digit, and that digit, to the answer and the next plan."""

FIGURES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHOICE = (
    r"(?:the (?P<end>smallest|largest) digit|the first digit of (?P<order>[\w ]+)) that nothing "
    r"left can finish(?P<ahead> and leaves (?:you|them) a finish or another such digit, whatever "
    r"(?:they|you) write)?"
)
MADE = r"(\w+) (?:in base (\d+) is (\d+), and that )?is (\d+) x (\d+)"
AT_ONCE = re.compile(rf"{MADE}, so (\w) wins at once\.")
LAST = re.compile(
    r"(\w) is the last digit and makes no multiple of (\d+): you must write it and lose\."
)
LEAVES_LAST = re.compile(
    r"Write (\w): then (\w) is the last digit and makes no multiple of (\d+)\. They must write it "
    r"and lose\."
)
SAFE = re.compile(
    r"(?:Write (?P<move>\w): nothing left can finish it\. Finish when you can; else write|"
    r"No digit makes a multiple now\. They finish when they can; else they write) "
    rf"{CHOICE}\. There always is one, "
    r"(?:(?P<out>and the last digit is (?:theirs|yours): it loses)|until (?:you|they) can finish)\."
)
RARE = re.compile(
    r"(?:Write (?P<move>\w): nothing left can finish it\. You can do so every time|"
    r"No digit makes a multiple now\. From here on they write, each time, a digit that "
    r"nothing left can finish): at most one digit can be answered by a multiple of "
    r"(?P<target>\d+), as two of them would make (?P=target) divide a difference below "
    r"(?P<bound>\d+)\. "
    r"(?:They write the last digit and lose|The last digit is yours, and it loses)\."
)
PARTNERED = re.compile(
    r"A number is a multiple of (?P<target>\d+) exactly if its last digit is (?P<last>[\w, ]+) and "
    r"its digits add up to a multiple of (?P<sum>\d+)\. "
    r"(?:Write (?P<move>\w)\. After that you|From here on they) answer a digit by finishing "
    r"if that can be, else with its partner: "
    r"(?P<pairs>[-\w, ]+)\. Each answer makes the sum a multiple of (?P=sum) again, and then no "
    r"single digit finishes; (?P<end>.*)\."
)
TREE = re.compile(
    r"(?:Write (?P<move>\w): whatever they write, you (?P<you>finish at once|have an answer)\. |"
    r"Whatever you write, they (?P<they>finish at once): |Every digit has its answer: )"
    r"(?P<met>.*)\."
)
ANSWERED = re.compile(
    r"(?:Play (?P<move>\w)\. )?(?:(?P<ends>[\w, ]+) ends the game, and (?:you|they) win\. )?"
    r"(?:You|They) answer (?P<answers>.*), and have an answer again every time\."
)
NAMES = r"(?P<names>\w(?:, \w)*(?: or \w)?)"
MET = re.compile(rf"{NAMES} is met by (?P<answer>\w)\b", re.IGNORECASE)
MADE_SO = re.compile(rf" \((?P<made>{MADE}(?:(?:, | and ){MADE})*)\)")
RULED = re.compile(
    rf", and after that (?:you|they) finish when (?:you|they) can, else write {CHOICE}"
)
BY_PARTNER = re.compile(
    r", and from then on each digit by finishing if that can be, else by its partner: "
    r"(?P<pairs>\w-\w(?:, \w-\w)*)"
)
RUN_OUT = re.compile(rf"{NAMES} is the last digit and makes no multiple", re.IGNORECASE)


def digit_of(name: str) -> int:
    """Return the digit that a letter or figure stands for."""
    return FIGURES.index(name.upper())


def digits_in(text: str) -> list[int]:
    """Return the digits of a list in words."""
    return [digit_of(name) for name in re.split(r", | or | ", text)]


def finish(twin: Twin) -> int | None:
    """Return a digit that makes a multiple now."""
    return next((digit for digit in twin.legal() if twin.play(digit).divided()), None)


def is_safe(twin: Twin, digit: int) -> bool:
    """Return whether nothing left can finish after this digit."""
    return finish(twin.play(digit)) is None


def goes_on(twin: Twin) -> bool:
    """Return whether there is a finish or another safe digit, or the digits have run out."""
    legal = twin.legal()
    return not legal or finish(twin) is not None or any(is_safe(twin, digit) for digit in legal)


def chosen_by(found: re.Match[str]) -> Plan:
    """Return the rule: finish, or else write the first digit that the words describe."""
    order = digits_in(found["order"]) if found["order"] else []
    down, ahead = found["end"] == "largest", bool(found["ahead"])

    def answer(twin: Twin, reply: int) -> tuple[int, Plan]:
        last = finish(twin)
        if last is not None:
            return last, answer
        legal = twin.legal()
        for digit in order or sorted(legal, reverse=down):
            after = twin.play(digit) if digit in legal and is_safe(twin, digit) else None
            if after and (not ahead or all(goes_on(after.play(d)) for d in after.legal())):
                return digit, answer
        raise AssertionError(f"no digit fits the words after {twin.placed}")

    return answer


def partnered(text: str) -> Plan:
    """Return the rule: finish, or else write the partner of the digit just written."""
    partners = dict[int, int]()
    for pair in text.split(", "):
        one, other = map(digit_of, pair.split("-"))
        partners |= {one: other, other: one}

    def answer(twin: Twin, reply: int) -> tuple[int, Plan]:
        last = finish(twin)
        return partners[reply] if last is None else last, answer

    return answer


def any_safe(twin: Twin, reply: int) -> tuple[int, Plan]:
    """Write a digit that nothing left can finish: the last that there is, to try another."""
    safe = [digit for digit in twin.legal() if is_safe(twin, digit)]
    assert len(twin.legal()) - len(safe) <= 1
    return safe[-1], any_safe


def over(twin: Twin, reply: int) -> tuple[int, Plan]:
    """Fail: the sentence says that the game is over."""
    raise AssertionError(f"the game goes on after {twin.placed}")
