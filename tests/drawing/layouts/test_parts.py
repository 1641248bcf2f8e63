"""Equal parts and heaps."""

from __future__ import annotations

from collections import Counter

from divisor_duel.diagram import Copies, Heap, Heaps
from divisor_duel.drawing.layouts.parts import lay_out_copies, lay_out_heaps


def test_partners_are_at_the_same_place_in_both_parts() -> None:
    """The parts are drawn alike, at one distance."""
    laid = lay_out_copies(Copies((17, 34, 51), (19, 38, 57), ((0, 1), (0, 2))), 320, str)
    places = {mark.text: mark.at for mark in laid.marks if mark.tag == "text"}
    apart = {
        (float(places[b]["x"]) - float(places[a]["x"]), places[a]["y"] == places[b]["y"])
        for a, b in (("17", "19"), ("34", "38"), ("51", "57"))
    }
    assert len({(round(across, 6), level) for across, level in apart}) == 1
    assert {level for _, level in apart} == {True}


def test_blocks_of_one_size_are_in_one_layer_and_come_in_twos() -> None:
    """Heaps that cancel have an even number of blocks in every layer."""
    laid = lay_out_heaps(Heaps((Heap(3, (2, 4)), Heap(2, (3, 9)), Heap(1, (5,)))), 320, str)
    layers = Counter(mark.at["y"] for mark in laid.marks if mark.role == "block")
    assert sorted(layers.values()) == [2, 2]
