"""A checker of Chain pairings that knows nothing of how they are made.

It checks the five rules stated in `divisor_duel.games.chain.solving.pairing` with sets
and divisibility alone; whatever passes is a proof that the winner never runs out.
"""

from __future__ import annotations

from divisor_duel.games.chain.solving.pairing import Pairing


def related(one: int, other: int) -> bool:
    """Whether one of two numbers divides the other."""
    return one != other and (one % other == 0 or other % one == 0)


def flaw(left: set[int], last: int, legal: set[int], plan: Pairing) -> str:
    """What is wrong with a plan for the pool `left` after `last`; empty if it is a proof."""
    partners, barrier = plan.partners, plan.barrier
    if plan.move and plan.move not in legal:
        return f"{plan.move} may not be taken"
    held = plan.move or last
    left = left - {plan.move}
    for number, other in partners.items():
        if number not in left or not related(number, other) or partners.get(other) != number:
            return f"{number} and {other} are no pair"
        if number in barrier and other in barrier:
            return f"{number} and {other} are both in the barrier"
    free = set(partners) - barrier | ({held} if held else set())
    for group in groups(free):
        entries = [number for number in group if partners.get(number) not in group]
        if len(entries) > 1:
            return f"a group has the entries {entries}"
        for number in group:
            if any(related(number, other) and other not in partners for other in left):
                return f"{number} can be followed by a number that is not listed"
        if not held and entries and group & legal:
            return f"the group of {entries[0]} can be opened"
    if not held and not legal <= set(partners):
        return "an opening is not listed"
    return ""


def groups(numbers: set[int]) -> list[set[int]]:
    """The numbers in groups connected by divisibility."""
    found, rest = [], set(numbers)
    while rest:
        group, waiting = set[int](), [min(rest)]
        while waiting:
            number = waiting.pop()
            if number not in group:
                group.add(number)
                waiting += [other for other in rest if related(number, other)]
        rest -= group
        found.append(group)
    return found
