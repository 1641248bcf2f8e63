"""A match in words: text for the screens, made from frozen values."""

from __future__ import annotations

from textwrap import wrap

from divisor_duel.drawing.scene import Preview, effect, listed
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui.background_match import MatchEvent, MatchSnapshot


def title(snapshot: MatchSnapshot, width: int) -> str:
    """Return the game and its set-up in one line, with a short name if space is tight."""
    number, rounds = snapshot.record.round
    of = f"   round {number} of {rounds}" if rounds > 1 else ""
    setup = f", {snapshot.game.phrase()}{of}"
    whole = f"{snapshot.game.title}{setup}"
    return whole if len(whole) <= width else f"{snapshot.game.id.title()}{setup}"


def players(snapshot: MatchSnapshot) -> list[tuple[str, str]]:
    """Return the banner: both players with their marks, and whose turn it is."""
    parts: list[tuple[str, str]] = []
    for player in Player:
        name = snapshot.name(player)
        says_level = snapshot.level(player) not in (HUMAN, name.lower())
        level = f" ({snapshot.level(player)})" if says_level else ""
        turn = not snapshot.outcome and snapshot.position.to_move == player
        colour = "$one" if player == Player.ONE else "$two"
        says = ": your turn" if snapshot.is_you(player) else " to move"
        text = f" {MARKS[player]} {name}{level}{says if turn else ''} "
        parts += [(text, f"bold reverse {colour}" if turn else colour), ("  ", "")]
    return parts


def moves(snapshot: MatchSnapshot, rows: int, width: int) -> list[tuple[str, str]]:
    """Return the last `rows` lines of the moves, two to a line if they fit."""
    parts: list[tuple[str, str]] = []
    shown = [
        (ply, player, f"{MARKS[player]} {snapshot.game.format_move(move)}")
        for ply, (player, move) in enumerate(snapshot.moves_with_players)
    ]
    longest = max((len(text) for _, _, text in shown), default=0)
    number = len(str((len(shown) + 1) // 2))
    per_line = 2 if number + 2 + 2 * longest + 1 <= width else 1
    first = max(0, (len(shown) + per_line - 1) // per_line - rows) * per_line
    for ply, player, text in shown[first:]:
        style = "$one" if player == Player.ONE else "$two"
        if ply % per_line == 0:
            parts.append((f"{ply // 2 + 1:{number}}. ", "$faint"))
        ends = (ply + 1) % per_line == 0
        parts.append((f"{text}\n" if ends else f"{text:<{longest}} ", style))
    return parts or [("No moves yet.", "$faint")]


def preview_text(game: AnyGame, position: Position, move: int, preview: Preview, width: int) -> str:
    """Return what a move would do, with as many answers as fit in two lines."""
    name = game.format_move(move)
    if preview.outcome:
        won = preview.outcome.winner == position.to_move
        return f"{name} {'wins' if won else 'loses'}: {preview.outcome.reason}."
    does = f"{preview.effect}. " if preview.effect else ""
    for most in (12, 8, 5, 3, 1):
        text = f"{name}: {does}Possible replies: {listed(game, preview.answers, most)}."
        if len(wrap(text, width)) <= 2:
            return text
    return f"{name}: {preview.effect or 'legal'}."


def _continued(snapshot: MatchSnapshot) -> str:
    """Return what a resumed game says: its last move."""
    before, move = snapshot.positions[-2], snapshot.record.moves[-1]
    name = snapshot.name(before.to_move)
    return f"The game continues. {name} played {snapshot.game.format_move(move)} last."


def event_text(event: MatchEvent) -> str:
    """Return what just happened, in a sentence."""
    snapshot, game = event.snapshot, event.snapshot.game
    if event.kind == "moved":
        before = snapshot.positions[-2]
        does = effect(game, before, event.moves[0])
        return (
            f"{snapshot.name(before.to_move)} played {game.format_move(event.moves[0])}"
            f"{': ' + does if does else ''}."
        )
    if event.kind == "began":
        begins = snapshot.name(snapshot.record.first)
        goes = "go" if begins == "You" else "goes"
        return f"{begins} {goes} first." if not snapshot.ply else _continued(snapshot)
    if event.kind == "ended":
        return "The game is over."
    if not event.moves:
        return f"Nothing to {event.kind}."
    done = "Took back" if event.kind == "undo" else "Played again"
    return f"{done}: {listed(game, event.moves)}."
