"""Two tracks: the steps that each player still has, and who runs out of them."""

from __future__ import annotations

from divisor_duel.diagram import Track, Tracks
from divisor_duel.drawing.layouts.laid import (
    Laid,
    Mark,
    Named,
    box,
    label,
    line,
    ring,
    shortened,
    width_of,
    words,
)
from divisor_duel.drawing.svg import Point
from divisor_duel.game import Player

SIZE, HALF, TRACK = 14, 14, 52
"""Font size, half of a step's height, and height of a track, in SVG units."""

LEFT = 26
"""Space for a player's mark, in SVG units."""

WIDEST = 54.0
"""Greatest distance between steps, in SVG units."""


def lay_out_tracks(tracks: Tracks, width: float, named: Named) -> Laid:
    """Lay out the loser's track above the winner's, step below step."""
    loser, winner = tracks.loser, tracks.winner
    numbers = [loser.number, winner.number, *winner.steps]
    least = max(width_of(named(number), SIZE) for number in numbers) + 16
    wanted = 1 + max(loser.most, winner.most)
    columns, pitch = wanted, min(max(WIDEST, least), (width - LEFT - 8) / wanted)
    if pitch < least:  # the last steps are left out on both tracks
        pitch, columns = least, int((width - LEFT - 24) / least)
    marks = _track(loser, 20, pitch, columns, named)
    if loser.choices:
        texts, _ = shortened([named(number) for number in loser.choices], 13, width - LEFT - 90)
        text = f"? is {texts.replace(' ', ' or ')}"
        marks.append(words(text, (LEFT + pitch, 51), 13)._replace(about=loser.choices))
    below = 20 + TRACK + (16 if loser.choices else 0)
    marks += _track(winner, below, pitch, columns, named)
    if loser.most < columns:
        end = LEFT + pitch * (loser.most + 1)
        marks.append(line("bar", (end, 4), (end, 36)))
    note = "The last steps are not drawn." if wanted > columns else ""
    return Laid(width, below + 22, tuple(marks), note)


def _track(track: Track, y: float, pitch: float, columns: int, named: Named) -> list[Mark]:
    """Return a player's number and steps on a line."""
    player = f"p{int(track.player)}"
    steps = min(track.most, columns - 1)
    marks = [line(f"track {player}", (LEFT, y), (LEFT + pitch * (steps + 0.5), y))]
    marks += _player(track.player, (11.0, y))
    marks += _step(f"own {player}", named(track.number), (LEFT + pitch / 2, y), (track.number,))
    for index in range(steps):
        at = LEFT + pitch * (index + 1.5), y
        if index < len(track.steps):
            number = track.steps[index]
            marks += _step(f"sure {player}", named(number), at, (number,))
        else:
            marks += _step(f"maybe {player}", "?", at, track.choices)
    if track.most > steps:
        marks.append(label("…", (LEFT + pitch * (steps + 1.3), y - 5), SIZE, "aside"))
    return marks


def _player(player: Player, at: Point) -> list[Mark]:
    """Return Player 1's disc or Player 2's square."""
    if player is Player.ONE:
        return [ring("player p1", at, 8)]
    return [box("player p2", (at[0] - 7, at[1] - 7), (14, 14))]


def _step(role: str, text: str, at: Point, about: tuple[int, ...]) -> list[Mark]:
    """Return a number in a frame: round for Player 1, square for Player 2."""
    half = max(HALF, width_of(text, SIZE) / 2 + 5)
    corner, size = (at[0] - half, at[1] - HALF), (2 * half, 2.0 * HALF)
    written = f"number on {role}" if role.startswith("own") else f"number {role}"
    return [
        box(role, corner, size, HALF if "p1" in role else 2, about),
        label(text, at, SIZE, written, about),
    ]
