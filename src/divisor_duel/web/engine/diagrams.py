"""How to win as diagrams for the page: marks that it draws as they are."""

from __future__ import annotations

from collections.abc import Iterable

from divisor_duel.diagram import Diagram
from divisor_duel.drawing.descriptions import description
from divisor_duel.drawing.diagrams import diagrams_of
from divisor_duel.drawing.layouts import lay_out
from divisor_duel.game import AnyGame, P
from divisor_duel.strategy import Strategy
from divisor_duel.web.schema.analysis import DiagramMessage, MarkMessage


def diagram_messages(strategy: Strategy[P], position: P) -> list[DiagramMessage]:
    """Return the diagrams for a position reached by following the strategy."""
    return messages_of(diagrams_of(strategy, position), strategy.game)


def messages_of(diagrams: Iterable[Diagram], game: AnyGame) -> list[DiagramMessage]:
    """Return diagrams as marks in their places."""
    messages = []
    for diagram in diagrams:
        laid = lay_out(diagram, named=game.format_move)
        marks = [
            MarkMessage(
                mark.tag,
                mark.role,
                {
                    name: round(at, 1) if isinstance(at, float) else at
                    for name, at in mark.at.items()
                },
                mark.text,
                mark.about,
            )
            for mark in laid.marks
        ]
        caption = f"{diagram.caption} {laid.note}".strip()
        height, words = round(laid.height, 1), description(diagram, game.format_move)
        messages.append(DiagramMessage(laid.width, height, caption, words, marks))
    return messages
