"""Diagrams with every mark in its place, for pictures and the page.

>>> from divisor_duel.diagram import Arcs
>>> laid = lay_out(Arcs((2, 3, 5, 7), ((2, 7), (3, 5))), 320)
>>> [mark.role for mark in laid.marks if mark.tag == "path"]
['arc', 'arc']
"""

from __future__ import annotations

from divisor_duel.diagram import (
    Arcs,
    Clock,
    Copies,
    Diagram,
    Heaps,
    Replies,
    Searched,
    Singles,
    Tracks,
    Zigzag,
)
from divisor_duel.drawing.layouts.arcs import lay_out_arcs, lay_out_singles
from divisor_duel.drawing.layouts.clock import lay_out_clock
from divisor_duel.drawing.layouts.laid import NARROWEST, Laid, Mark, Named
from divisor_duel.drawing.layouts.parts import lay_out_copies, lay_out_heaps
from divisor_duel.drawing.layouts.replies import lay_out_replies, lay_out_searched
from divisor_duel.drawing.layouts.tracks import lay_out_tracks
from divisor_duel.drawing.layouts.zigzag import lay_out_zigzag

__all__ = ["NARROWEST", "Laid", "Mark", "lay_out"]


def lay_out(diagram: Diagram, width: float = NARROWEST, named: Named = str) -> Laid:
    """Lay out a diagram within `width`; `named` writes its moves."""
    match diagram:
        case Arcs():
            return lay_out_arcs(diagram, width, named)
        case Clock():
            return lay_out_clock(diagram, width, named)
        case Copies():
            return lay_out_copies(diagram, width, named)
        case Heaps():
            return lay_out_heaps(diagram, width, named)
        case Replies():
            return lay_out_replies(diagram, width, named)
        case Searched():
            return lay_out_searched(diagram, width, named)
        case Singles():
            return lay_out_singles(diagram, width, named)
        case Tracks():
            return lay_out_tracks(diagram, width, named)
        case Zigzag():
            return lay_out_zigzag(diagram, width, named)
