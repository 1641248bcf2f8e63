"""Draw the pictures of the documentation from the real program: ``make pictures``.

A terminal picture is a session of the real command in a real terminal, converted to an SVG
drawing on squared paper, or a screen of the real app as it draws itself. The page is a screenshot
of a real browser. The others come from `duel draw`. So no picture can show something that does
not exist.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

import pexpect
from screen_pictures import draw_screens

FOLDER = Path(__file__).parent / "pictures"
SESSIONS = {
    "terminal": (
        ["play", "chain", "--plain", "--name1", "Ann", "--name2", "Ben"],
        ["15", "5", "20"],
        19,
    ),
}
DRAWINGS = {
    "draw-divider": ["divider", "--high", "20", "--moves", "7 8"],
    "draw-ladder": ["ladder", "--moves", "2 6"],
    "draw-countdown": ["countdown"],
    "draw-chain": ["chain", "--high", "30", "--moves", "6 3"],
    "draw-digits": ["digits", "--target", "12", "--moves", "6 5"],
    "explain-divider": ["divider", "--high", "14"],
    "explain-ladder": ["ladder", "--high", "100", "--moves", "2 3 18 27"],
    "explain-chain": ["chain", "--high", "30", "--opening", "even"],
    "explain-digits": ["digits", "--target", "18"],
}
EXPLORED = "explore?game=chain&high=40&opening=even#line=24(18.9)12.36&at=24.12"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
INK, PAPER, GRID, FADED = "#1d2733", "#fbfaf5", "#dfe6ea", "#9aa4ad"
COLOURS = {"38;5;32": "#0072B2", "38;5;166": "#D55E00", "33": "#8a5a00"}
COLUMN, LINE = 8.4, 20


def capture(arguments: list[str], typed: list[str], last: int) -> list[str]:
    """Run a session, type the given lines, and return the last lines of its output."""
    with tempfile.TemporaryDirectory() as home:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "divisor_duel", *arguments],
            env=dict(os.environ, HOME=home, XDG_DATA_HOME=home, TERM="xterm-256color"),
            encoding="utf-8",
            dimensions=(60, 84),
        )
        shown = ""
        for line in typed:
            child.expect(r"number: ")
            shown += (child.before or "") + str(child.after)
            child.sendline(line)
        child.expect(r"number: $")
        shown += (child.before or "") + str(child.after)
        child.close(force=True)
    shown = re.sub(r"\x1b\[\?\d+[hl]", "", shown)
    return shown.replace("\r", "").split("\n")[-last:]


def spans(line: str) -> str:
    """Convert a line with colour codes to SVG text spans."""
    parts, style, column = [], "", 0
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            codes = piece[2:-1]
            colour = next((hue for code, hue in COLOURS.items() if code in codes), INK)
            weight = ' font-weight="700"' if codes.startswith("1") else ""
            style = f' fill="{FADED if codes == "2" else colour}"{weight}' if codes != "0" else ""
        elif piece:
            parts.append(f'<tspan x="{24 + column * COLUMN:.1f}"{style}>{escape(piece)}</tspan>')
            column += len(piece)
    return "".join(parts)


def draw(lines: list[str]) -> str:
    """Return the lines as an SVG picture on squared paper."""
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = round(max(map(len, plain)) * COLUMN + 48, 1)
    height = len(lines) * LINE + 40
    rows = [
        f'<text y="{36 + index * LINE}" xml:space="preserve">{spans(line)}</text>'
        for index, line in enumerate(lines)
        if line
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="{INK}">',
            '<defs><pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">'
            f'<path d="M20 0H0V20" fill="none" stroke="{GRID}"/></pattern></defs>',
            f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
            '<rect width="100%" height="100%" rx="6" fill="url(#grid)"/>',
            *rows,
            "</svg>\n",
        ]
    )


def photograph(path: Path) -> None:
    """Take a screenshot of the exploration board, served by a temporary server."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "divisor_duel.web", "--port", "0"]
        command += ["--database", f"{folder}/games"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            url = re.search(r"http://\S+/", server.stdout.readline())
            assert url
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(
                viewport={"width": 1240, "height": 640}, reduced_motion="reduce"
            )
            page.goto(f"{url[0]}{EXPLORED}")
            page.locator(".badge").first.wait_for()
            page.locator(".looking").wait_for(state="detached")
            page.locator('.tile[data-move="36"]').hover()
            page.screenshot(path=path)
            browser.close()
        finally:  # a server left running would block the terminal
            server.terminate()
            server.wait()


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, (arguments, typed, last) in SESSIONS.items():
        (FOLDER / f"{name}.svg").write_text(draw(capture(arguments, typed, last)))
    draw_screens(FOLDER)
    photograph(FOLDER / "page.png")
    for name, arguments in DRAWINGS.items():
        picture = str(FOLDER / f"{name}.svg")
        command = [sys.executable, "-m", "divisor_duel", "draw", *arguments, "-o", picture]
        command += ["--theme", "auto"]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
