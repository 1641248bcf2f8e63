"""The style of a report, which is that of all pictures, and the script of its replays."""

from __future__ import annotations

from divisor_duel.drawing.style import FAINT, FONT, GRID, INK, PAPER, PENCIL, SQUARE

STYLE = f"""
:root {{ color-scheme: light; }}
body {{ margin: 0; color: {INK}; font: 17px/1.5 {FONT};
  font-variant-numeric: lining-nums tabular-nums; background: {PAPER};
  background-image: linear-gradient({GRID} 1px, transparent 1px),
    linear-gradient(90deg, {GRID} 1px, transparent 1px);
  background-size: {SQUARE}px {SQUARE}px; }}
main {{ max-width: 60rem; margin: 0 auto; padding: 1.5rem; background: {PAPER}; }}
h1 {{ font-size: 2rem; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.35rem; margin: 2.2rem 0 .4rem; }}
h3 {{ font-size: 1.05rem; margin: 1.2rem 0 .3rem; }}
p {{ margin: .3rem 0 .6rem; max-width: 44rem; }}
figure {{ margin: .5rem 0; }}
svg {{ max-width: 100%; height: auto; font-family: inherit; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid {GRID};
  white-space: nowrap; }}
thead th {{ border-bottom: 1px solid {INK}; font-weight: normal; color: {PENCIL}; }}
tr > :first-child {{ text-align: left; padding-left: 0; }}
small {{ color: {PENCIL}; font-size: .8em; }}
select, button {{ font: inherit; color: inherit; background: {PAPER}; border: 1px solid {FAINT};
  min-height: 2.2rem; padding: 0 .8rem; max-width: 100%; }}
button:hover, button:focus-visible {{ border-color: {INK}; }}
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
