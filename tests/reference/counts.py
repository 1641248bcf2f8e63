"""Write how many positions and games small set-ups have: python -m tests.reference.counts."""

import json
from collections.abc import Iterator
from pathlib import Path

from .brute import Twin, count_games, count_positions
from .chain import Chain
from .countdown import Countdown
from .digits import Digits
from .divider import Divider
from .ladder import Ladder

Options = dict[str, int | str]

COUNTS = Path(__file__).parents[1] / "data" / "counts.json"

DIVIDER = [(1, 2), (1, 9), (1, 12), (2, 2), (2, 6), (2, 9), (2, 12), (2, 16), (2, 20), (3, 9)]
DIVIDER += [(3, 18), (5, 16)]
LADDER = [2, 3, 4, 6, 8, 10, 12, 14, 20, 24, 30, 50]
COUNTDOWN = [1, 2, 4, 7, 8, 12, 30, 36, 45, 60, 97, 100, 128, 210]
CHAIN = [
    (1, 6, "any"),
    (1, 12, "any"),
    (1, 12, "even"),
    (1, 16, "any"),
    (2, 2, "any"),
    (2, 6, "any"),
    (2, 8, "even"),
    (2, 10, "any"),
    (2, 12, "even"),
    (2, 16, "any"),
    (2, 16, "even"),
    (2, 20, "any"),
    (2, 24, "any"),
    (2, 24, "even"),
    (2, 26, "any"),
    (3, 5, "even"),
    (3, 20, "any"),
    (3, 28, "even"),
]
DIGITS = [(2, 10), (3, 10), (5, 10), (7, 10), (11, 10), (12, 10), (13, 10), (37, 10), (3, 2)]
DIGITS += [(2, 3), (5, 6), (7, 8), (13, 8), (7, 12), (12, 12)]


def setups() -> Iterator[tuple[str, Options, Twin]]:
    """Every set-up to count, as its game's name, its options and its first position."""
    for low, high, opening in CHAIN:
        options: Options = {"low": low, "high": high, "opening": opening}
        yield "chain", options, Chain(low=low, high=high, opening=opening)
    for start in COUNTDOWN:
        yield "countdown", {"start": start}, Countdown(start=start)
    for target, base in DIGITS:
        yield "digits", {"target": target, "base": base}, Digits(target=target, base=base)
    for low, high in DIVIDER:
        yield "divider", {"low": low, "high": high}, Divider(low=low, high=high)
    for high in LADDER:
        yield "ladder", {"high": high}, Ladder(high=high)


def main() -> None:
    """Count every set-up and write one line for each, sorted, so that differences read well."""
    lines = []
    for game, options, state in sorted(setups(), key=lambda one: (one[0], list(one[1].values()))):
        entry = {
            "game": game,
            "options": options,
            "positions": count_positions(state),
            "games": count_games(state),
        }
        lines.append(json.dumps(entry))
    COUNTS.parent.mkdir(exist_ok=True)
    COUNTS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
