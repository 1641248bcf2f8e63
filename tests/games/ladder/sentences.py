"""Ladder's sentences: how they read, and how a reader follows what they say."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.reference.ladder import Ladder as Twin

Plan = Callable[[Twin, int], tuple[int, "Plan"]]
"""From the position after the loser's number, and that number, to the answer and the next plan."""

BEGINS = re.compile(
    r"(?:Take|Play) (\d+)\. |(\d+) wins against every reply\. Play may begin [\d, ]+\.$"
)
COUNTED = re.compile(
    r"(?P<who>They|You) own (?P<own>\d+), and every step at least doubles it, so within "
    r"(?P<high>\d+) (?:they|you) can climb (?P<steps>once more|\d+ more times) at most\. Meanwhile "
    r"(?P<winner>you|they) (?P<how>climb|keep doubling,?) from (?P<other>\d+) to "
    r"(?P<path>\d+(?:, \d+)*): no multiples? of (?P=own), so (?:they|you) cannot take (?:it|them)\."
)
ENDED = re.compile(r"(?P<who>They|You) own (?P<own>\d+), and no multiple of (?P=own) is left\.")
RULED = re.compile(
    r"(?:Answer|They answer) (?P<answers>.*? with \d+), and any other number with (?P<rest>\d+)\. "
    r"(?P<then>.*)"
)
ANSWER = re.compile(r"(?P<replies>[\d, ]+?(?: or \d+| and so on)?) with (?P<answer>\d+)(?:, |$)")
LATER = re.compile(
    r"After (?P<places>\d+ and \d+(?: or \d+ and \d+)*), (?:your|their) answers change\. Otherwise "
    r"(?:they )?double (?:your|their) number each turn, or triple it if (?:they|you) have just "
    r"taken a number that doubling would reach\. (?P<who>They|You) run out of steps first\."
)
DOUBLED = re.compile(
    r"Then (?:they )?double (?:your|their) number each turn\. (?:They|You) run out of steps first\."
)
ANSWERED = re.compile(r"(?:You|They) answer (.*), and have an answer again every time\.")
SEARCHED = re.compile(r"Every move was worked out: all (\d+) moves lose\. Play may begin [\d, ]+\.")
STUCK = re.compile(r"After that (?:they|you) cannot climb\.")
TREE = re.compile(r"(?:Whatever they take is answered|They answer whatever you take): (.*)\.")
MET = re.compile(
    r"(?P<replies>\d+(?:, \d+)*(?: or \d+)?) is met by (?P<answer>\d+)"
    r"(?P<ends>, and no multiple of (?:it|them) is left)?"
    r"(?: \(and then (?P<path>\d+(?:, \d+)*) (?:is|are) safe\))?"
)


def numbers(text: str) -> list[int]:
    """Return the numbers of a list in words."""
    return [int(number) for number in re.findall(r"\d+", text)]


def stuck(after: Twin, reply: int) -> tuple[int, Plan]:
    """Fail: the sentence says that the loser cannot climb."""
    raise AssertionError(f"{reply} was taken where nothing could be")


def double(after: Twin, reply: int) -> tuple[int, Plan]:
    """Double the winner's number."""
    return 2 * after.current[after.turn], double


def double_or_triple(after: Twin, reply: int) -> tuple[int, Plan]:
    """Double, or triple after a number that doubling would reach."""
    own = after.current[after.turn]
    reached = own
    while reached < reply:
        reached *= 2
    return (3 if reached == reply else 2) * own, double_or_triple


def along(path: list[int]) -> Plan:
    """Take the numbers of a path one after the other."""

    def step(after: Twin, reply: int) -> tuple[int, Plan]:
        assert path, f"{reply} was taken after the last step that was counted"
        return path[0], along(path[1:])

    return step
