"""``python -m benchmarks [NAME ...]`` runs the named sections, or all of them."""

from __future__ import annotations

import argparse
from importlib import import_module

SECTIONS = {
    "playouts": "random games per second, side by side with OpenSpiel",
    "scalar": "random games one call at a time, side by side with bare Python loops",
    "startup": "how quickly the command answers",
    "waiting": "first questions of fresh processes, and whether limits hold",
    "full_screen": "how soon the full screen is there, and answers a key",
    "batch": "thousands of games at once as arrays, against one by one",
    "observations": "steps with what an agent sees, beside OpenSpiel and, if installed, pgx",
    "training": "steps per second of Gymnasium's environments against a level, beside none",
    "arena": "what a game costs in the arena, beside OpenSpiel's evaluate_bots",
    "calls": "calls of language models in flight, and what each of them costs here",
    "oracle": "positions per second whose every move is valued exactly, one by one and in batches",
    "web": "a thousand live games: moves per second, and how soon the other player sees them",
    "page": "the page on slow 4G and a slow phone: bytes, jumps, how soon a first press counts",
    "static_site": "the site without a server on Fast 4G: bytes, first paint, engine, memory",
    "crowd": "10,000 players: what a move costs, two servers, a storm of connections, a kill",
    "levels": "how often each level of the computer beats the one below",
    "growth": "how the cost of a move grows with the game played and the size of the pool",
    "engine": "what the engine's answers cost, side by side with OpenSpiel",
    "reach": "how far searches get: long lists of Divider Duel, remoteness of Chain",
    "lengths": "how far fresh processes find winners and lengths, where no theory helps",
    "reasons": "how many reasons are proofs, and how many merely report a search",
    "words": "how long explanations are, and the school grade of their words",
    "curve": "which positions of random games on long lists of Divider Duel are settled in 2 s",
    "proofs": "how much a proof of Countdown's remoteness has to look at",
    "attack": "what an honest client waits for while the server is attacked",
    "scaling": "how time and memory of the engine's answers grow",
}
"""Each is a module of this package with a function `run` that prints its tables."""


def main() -> None:
    """Run the named sections; a missed target is marked, not an error."""
    sections = "\n".join(f"  {name:12} {about}" for name, about in SECTIONS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure this package; every figure with a target is a ratio within one run.",
        epilog=f"sections:\n{sections}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a section; all if none is named")
    names = parser.parse_args().names
    for name in names:
        if name not in SECTIONS:
            parser.error(f"there is no section {name!r}; choose from {', '.join(SECTIONS)}")
    for name in names or SECTIONS:
        import_module(f"benchmarks.{name}").run()


if __name__ == "__main__":
    main()
