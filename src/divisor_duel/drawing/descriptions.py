"""What a diagram shows, in words: for screen readers, and for anyone who cannot see a picture.

>>> from divisor_duel.diagram import Arcs
>>> description(Arcs((2, 3, 4, 6), ((2, 6),), ringed=4))
'Partners: 2-6. Without a partner: 4.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from divisor_duel.diagram import (
    Arcs,
    Clock,
    Copies,
    Diagram,
    Heaps,
    Replies,
    Searched,
    Singles,
    Track,
    Tracks,
    Zigzag,
)
from divisor_duel.text import plural


def description(diagram: Diagram, named: Callable[[int], str] = str) -> str:
    """Return what a diagram shows, in a few sentences; `named` writes its moves."""
    say = Describing(named)
    match diagram:
        case Arcs():
            return say.arcs(diagram)
        case Copies():
            return f"Partners: {say.pairs(diagram.pairs)}."
        case Singles() | Searched():
            return say.numbers_left(diagram)
        case Heaps():
            return say.heaps(diagram)
        case Replies():
            return say.replies(diagram)
        case Tracks():
            return f"{say.track(diagram.loser)} {say.track(diagram.winner)}"
        case Zigzag():
            return say.zigzag(diagram)
        case Clock():
            return say.clock(diagram)


class Describing:
    """Describes diagrams of one game."""

    def __init__(self, named: Callable[[int], str]) -> None:
        self.named = named
        """Writes a move."""

    def row(self, numbers: Iterable[int], last: str = ", ") -> str:
        """Return numbers as a list: ``2, 3 or 5``."""
        *most, end = map(self.named, numbers)
        return f"{', '.join(most)}{last}{end}" if most else end

    def pairs(self, pairs: Iterable[tuple[int, int]]) -> str:
        """Return pairs as a list: ``2-3, 5-7``."""
        return ", ".join(f"{self.named(one)}-{self.named(two)}" for one, two in pairs)

    def arcs(self, arcs: Arcs) -> str:
        """Name the partners, those in play, and the number left over."""
        sentences = [f"Partners: {self.pairs(arcs.pairs)}."] if arcs.pairs else []
        if arcs.bold:
            sentences.append(f"The next move is in {self.pairs(arcs.bold)}.")
        if arcs.ringed:
            sentences.append(f"Without a partner: {self.named(arcs.ringed)}.")
        return " ".join(sentences)

    def numbers_left(self, diagram: Singles | Searched) -> str:
        """Name the winner's move and the numbers left, with the example if they are searched."""
        move = f"After {self.named(diagram.move)}, " if diagram.move else ""
        left = f"{move}numbers left: {self.row(diagram.numbers)}."
        if isinstance(diagram, Searched):
            left += f" The answer to {self.named(diagram.reply)} is {self.named(diagram.answer)}."
        return left[0].upper() + left[1:]

    def heaps(self, heaps: Heaps) -> str:
        """Name each heap and what is worth it."""
        move = f"After {self.named(heaps.move)}: " if heaps.move else ""
        named = (
            f"{heap.name or self.row(heap.numbers)}, heap of {heap.size}" for heap in heaps.heaps
        )
        return f"{move}{'; '.join(named)}."

    def replies(self, replies: Replies) -> str:
        """Name each reply with its answer, and what follows."""
        move = f"After {self.named(replies.move)}: " if replies.move else ""
        lines = (", then ".join(self.row(step, " or ") for step in line) for line in replies.lines)
        return f"{move}{'; '.join(lines)}."

    def track(self, track: Track) -> str:
        """Name a player's number and the steps that are left."""
        begin = f"Player {int(track.player)} is on {self.named(track.number)}"
        safe = f", safe steps: {self.row(track.steps)}" if track.steps else ""
        more = f", with at most {plural(track.open, 'step')} left" if track.open else ""
        choices = f": {self.row(track.choices, ' or ')}" if track.choices else ""
        return f"{begin}{safe}{more}{choices}."

    def zigzag(self, zigzag: Zigzag) -> str:
        """Name each number on the way down, and what is subtracted."""
        stops = zigzag.stops
        way = [self.named(stops[0].number)]
        way += [f"minus {self.named(stop.less)} is {self.named(stop.number)}" for stop in stops[1:]]
        lower = [stop.number for stop in stops if stop.lost]
        below = f" On the lower line: {self.row(lower)}." if lower else ""
        notes = "".join(f" {self.named(s.number)} is {s.note}." for s in stops if s.note)
        return f"{', '.join(way)}.{below}{notes}"

    def clock(self, clock: Clock) -> str:
        """Name the remainder now, and for each other one what leads to it and what ends it."""
        ends = "win" if clock.finishing_wins else "lose"
        sentences = [f"The target is {clock.target}. The remainder is {clock.now}."]
        for hour in clock.hours:
            after = f" after {self.row(hour.reached_by, ' or ')}" if hour.reached_by else ""
            if hour.finishers:
                digits = self.row(hour.finishers, " or ")
                verb = f"{ends}s" if len(hour.finishers) == 1 else ends
                sentences.append(f"Remainder {hour.remainder}{after}: {digits} {verb}.")
            elif after:
                sentences.append(f"Remainder {hour.remainder}{after}: no digit {ends}s.")
        return " ".join(sentences)
