"""The frame and style of report pages, and the script of the replays."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from divisor_duel.drawing.style import FAINT, FONT, GRID, INK, PAPER, PENCIL, PLAYERS, SQUARE
from divisor_duel.game import Player

DARK = {INK: "#ece8dd", PENCIL: "#a3adb6", FAINT: "#56626d", PLAYERS[Player.ONE]: "#4aa3dc"}
"""Dark-mode colours of the plots, the same as on the game page."""

_ROLES = "".join(
    f"""
  svg [fill="{day}"], svg[fill="{day}"] {{ fill: {night}; }}
  svg [stroke="{day}"] {{ stroke: {night}; }}"""
    for day, night in DARK.items()
)

STYLE = f"""
:root {{ color-scheme: light dark; --paper: {PAPER}; --ink: {INK}; --grid: {GRID};
  --pencil: {PENCIL}; --faint: {FAINT}; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --paper: #12171c; --ink: {DARK[INK]}; --grid: #222b33; --pencil: {DARK[PENCIL]};
    --faint: {DARK[FAINT]}; }}{_ROLES}
}}
body {{ margin: 0; color: var(--ink); font: 17px/1.5 {FONT};
  font-variant-numeric: lining-nums tabular-nums; background: var(--paper);
  background-image: linear-gradient(var(--grid) 1px, transparent 1px),
    linear-gradient(90deg, var(--grid) 1px, transparent 1px);
  background-size: {SQUARE}px {SQUARE}px; }}
main {{ max-width: 60rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); }}
main.broad {{ max-width: 82rem; }}
.broad td, .broad th {{ padding: .2rem .5rem; font-size: .94rem; }}
h1 {{ font-size: 2rem; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.35rem; margin: 2.2rem 0 .4rem; }}
h3 {{ font-size: 1.05rem; margin: 1.2rem 0 .3rem; }}
p {{ margin: .3rem 0 .6rem; max-width: 44rem; }}
figure {{ margin: .5rem 0; }}
svg {{ max-width: 100%; height: auto; font-family: inherit; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--grid);
  white-space: nowrap; vertical-align: top; }}
thead th {{ border-bottom: 1px solid var(--ink); font-weight: normal; color: var(--pencil); }}
.pairs table {{ font-size: clamp(9px,
  calc(min(100vw - 3rem, 57rem) / (var(--columns) * 2.6 + 9)), 1em); }}
.pairs th, .pairs td {{ padding: .2rem .35em; }}
.pairs th[scope="row"] {{ max-width: 9em; overflow: hidden; text-overflow: ellipsis; }}
abbr {{ text-decoration: none; }}
.wordy :last-child {{ text-align: left; white-space: normal; min-width: 16rem; }}
tr > :first-child {{ text-align: left; padding-left: 0; }}
small {{ color: var(--pencil); font-size: .8em; }}
td small {{ display: block; line-height: 1.2; }}
select, button {{ font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--faint); min-height: 2.2rem; padding: 0 .8rem; max-width: 100%; }}
button:hover, button:focus-visible {{ border-color: var(--ink); }}
pre {{ overflow-x: auto; }}
#note {{ font-size: 1.15rem; min-height: 1.7em; }}
#position {{ font-size: 1.15rem; overflow-wrap: anywhere; min-height: 5em; }}
"""

SCRIPT = """
const replays = JSON.parse(document.getElementById("replays").textContent);
const by = (id) => document.getElementById(id);
let replay, step;
function show(to) {
  step = Math.max(0, Math.min(to, replay.steps.length - 1));
  by("ply").textContent = step + " of " + (replay.steps.length - 1);
  by("note").textContent = replay.steps[step].note;
  by("position").textContent = replay.steps[step].position;
}
function choose(number) {
  replay = replays[number];
  by("versus").textContent = replay.players;
  show(replay.at);
}
if (replays.length) {
  by("choice").addEventListener("change", (event) => choose(Number(event.target.value)));
  const moves = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => 1e9 };
  for (const button of document.querySelectorAll("[data-step]"))
    button.addEventListener("click", () => show(moves[button.dataset.step]()));
  choose(0);
}
"""


def fit_columns(table: str, columns: int) -> str:
    """Return a table of that many narrow columns in letters that let it fit the page."""
    return f'<div class="pairs" style="--columns: {columns}">{table}</div>'


def html_page(title: str, parts: Iterable[str], scripts: str = "", wide: bool = False) -> str:
    """Return a self-contained page, with style and scripts inline; `wide` for large tables."""
    main = '<main class="broad">' if wide else "<main>"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{main}\n"
        + "\n".join(parts)
        + f"\n</main>\n{scripts}</body>\n</html>\n"
    )
