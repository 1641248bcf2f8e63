"""Ladder as a picture: for each player, the numbers that they can still climb.

Each diagram starts at the player's own number and goes up through its free
multiples. The players can block each other at the numbers that both can reach.
"""

from __future__ import annotations

from typing import NamedTuple

from divisor_duel.drawing.layout import Layout, arrange
from divisor_duel.drawing.marks import cover, number_node, owned_number, player_mark
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, value_key
from divisor_duel.drawing.paper_boards import number_square
from divisor_duel.drawing.style import INK, PENCIL, PLAYERS
from divisor_duel.drawing.svg import Shape, group, write
from divisor_duel.game import Player
from divisor_duel.games.ladder.figure import Climb, climb
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import members
from divisor_duel.text import plural

MOST_NUMBERS = 100
"""Most free multiples drawn for one player, smallest first; winning ones are always drawn."""

ACROSS, UP = 52, 84
"""Distance between numbers in a row, and between rows, in SVG units."""

HEAD, GAP, SIDE = 56, 50, 34
"""Space for a panel's title, between panels, and around a diagram, in SVG units."""

WIDEST = 1500
"""Widest picture with two panels side by side, in SVG units."""


class LadderPanel(NamedTuple):
    """The diagram of one player, or of both while they own the same number."""

    players: tuple[Player, ...]
    """The players whose diagram it is."""
    own: int
    """The number at the bottom."""
    hidden: int
    """How many free multiples are not drawn."""
    layout: Layout
    """Where its numbers are drawn."""
    climb: Climb
    """The steps that are sure, and the most that are possible."""

    @property
    def width(self) -> float:
        return max(self.layout.width + 2 * SIDE, 320)

    @property
    def height(self) -> float:
        return self.layout.height + 2 * SIDE + HEAD


def check(game: Ladder, position: LadderPosition) -> None:
    """Refuse nothing: only part of a long ladder is drawn."""


def sketch(subject: Subject[Ladder, LadderPosition]) -> Sketch:
    """Draw both ladders, with the value of each move of the player to move."""
    game, position = subject.game, subject.position
    reach = {player: _free(game, position, player) for player in Player}
    winning = set(subject.analysis.winning)
    race = {player: climb(game, position, player) for player in Player}
    together = position.one == position.two
    panels = [
        _panel(players, own, reach[players[0]], winning, race[players[0]])
        for players, own in (
            [(tuple(Player), position.one)]
            if together
            else [((Player.ONE,), position.one), ((Player.TWO,), position.two)]
        )
    ]
    shared = reach[Player.ONE] & reach[Player.TWO] if len(panels) == 2 else set()
    shapes, width, height = _place(panels, position.to_move, subject.values, shared)
    key = value_key(subject.values.values())
    if any(panel.layout.edges for panel in panels):
        key.append(("thin", "the upper number is a multiple"))
    key += [("shared", "dashed: both can climb to it")] if shared else []
    key += [("ringed", "a safe step")] if any(panel.climb.sure for panel in panels) else []
    notes = [] if together else [_counted(panel) for panel in panels]
    notes += [
        f"Not drawn: {panel.hidden} larger multiples of {panel.own}."
        for panel in panels
        if panel.hidden
    ]
    return Sketch(width, height, shapes, key, notes)


def _free(game: Ladder, position: LadderPosition, player: Player) -> set[int]:
    """Return what `player` could take if it were their turn."""
    return set(game.legal_moves(position._replace(to_move=player)))


def _counted(panel: LadderPanel) -> str:
    """Say how far a player can climb."""
    name, (sure, most) = f"Player {int(panel.players[0])}", (panel.climb.sure, panel.climb.most)
    if not most:
        return f"{name} has no step left."
    steps = f"{name} has at most {plural(most, 'more step')}"
    safe = f"; safe steps: {', '.join(map(str, sure))}" if sure else "; none is safe"
    return f"{steps}{safe}."


def _panel(
    players: tuple[Player, ...], own: int, free: set[int], winning: set[int], climb: Climb
) -> LadderPanel:
    drawn = set(sorted(free)[:MOST_NUMBERS]) | winning & free
    layout = arrange(_rungs(own, drawn), ACROSS, UP)
    return LadderPanel(players, own, len(free) - len(drawn), layout, climb)


def _rungs(own: int, drawn: set[int]) -> dict[int, int]:
    """Return each number's row: the longest climb to it from the player's own number."""
    rungs = {own: 0}
    for number in sorted(drawn):
        rungs[number] = 1 + max(rungs[below] for below in rungs if number % below == 0)
    return rungs


def _place(
    panels: list[LadderPanel], mover: Player, values: dict[int, str], shared: set[int]
) -> tuple[list[Shape], float, float]:
    """Draw the panels side by side if they fit, else one below the other."""
    beside = sum(panel.width for panel in panels) + GAP <= WIDEST
    shapes: list[Shape] = []
    x = y = width = 0.0
    for panel in panels:
        theirs = values if mover in panel.players else {}
        down = max(other.height for other in panels) - panel.height if beside else 0
        shapes.append(_draw(panel, x, y + down, theirs, shared))
        width = max(width, x + panel.width)
        x, y = (x + panel.width + GAP, y) if beside else (x, y + panel.height + GAP)
    height = max(panel.height for panel in panels) if beside else y - GAP
    return shapes, width, height


def _draw(
    panel: LadderPanel, x: float, y: float, values: dict[int, str], shared: set[int]
) -> Shape:
    shapes = _title(panel, x, y)
    margin = (panel.width - panel.layout.width) / 2
    places = {
        number: (x + margin + left, y + HEAD + SIDE + down)
        for number, (left, down) in panel.layout.places.items()
    }
    for small, large in panel.layout.edges:
        ink = {"stroke": INK, "stroke_width": 0.9, "stroke_opacity": 0.5}
        shapes.append(cover(places, small, large, **ink))
    for number, place in places.items():
        if number != panel.own:
            sure = PLAYERS[panel.players[0]] if number in panel.climb.sure else None
            both = number in shared
            value = values.get(number)
            shapes.append(number_node(str(number), place, value, shared=both, ringed=sure))
    own = panel.own, places[panel.own]
    if len(panel.players) == 2:
        shapes.append(number_node(str(own[0]), own[1]))
    else:
        shapes.append(owned_number(panel.players[0], str(own[0]), own[1], 24))
    return group(shapes, class_="ladder")


def _title(panel: LadderPanel, x: float, y: float) -> list[Shape]:
    shapes: list[Shape] = []
    for index, player in enumerate(panel.players):
        shapes.append(player_mark(player, (x + 10 + 24 * index, y + 14), 18))
    left = x + 24 * len(panel.players) + 6
    names = " and ".join(f"Player {int(player)}" for player in panel.players)
    owns = "own" if len(panel.players) == 2 else "owns"
    count = len(panel.layout.places) - 1 + panel.hidden
    words = f"{names} {owns} {panel.own}: {plural(count, 'free multiple')}"
    return [*shapes, write(words, (left, y + 20), 18, fill=PENCIL)]


def board(game: Ladder, position: LadderPosition, start: LadderPosition) -> Sketch:
    """Draw the numbers on paper, and on which one each player stands."""
    mine, theirs = position.own, position.one + position.two - position.own
    words = [f"You are on {mine}." if mine else "You have no number yet."]
    words.append(f"They are on {theirs}." if theirs else "They have no number yet.")
    numbers = members(start.pool)
    return number_square(numbers, members(start.pool & ~position.pool), " ".join(words))


PICTURE = GamePicture[Ladder, LadderPosition](check, sketch, board)
