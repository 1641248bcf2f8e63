"""Text on a screen: passages that scroll, and the line of keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

Keys = tuple[tuple[str, str, str], ...]
"""Keys as shown to the player: the key, what it does, and its action."""


class ScrollingText(VerticalScroll, can_focus=False):
    """Text that scrolls when it does not fit, and never takes the focus."""

    DEFAULT_CSS = """
    ScrollingText { height: auto; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def update(self, text: str) -> None:
        """Show another text, scrolled to its beginning."""
        shown = self.query_one(Static)
        if str(shown.content) != text:
            shown.update(text)
            self.scroll_home(animate=False)


class KeyLine(Static):
    """The keys of a screen in one line, as many as fit; each can also be clicked."""

    def __init__(self, keys: Keys) -> None:
        super().__init__(classes="keys")
        self._keys = keys

    def on_resize(self) -> None:
        self.update(key_text(fitting(self._keys, self.size.width)), layout=False)


def fitting(keys: Keys, width: int) -> Keys:
    """Return the keys that fit side by side; the first ones take precedence."""
    chosen: list[tuple[str, str, str]] = []
    for key in keys:
        needed = len(key[0]) + len(key[1]) + 1
        if needed <= width:
            chosen.append(key)
            width -= needed + 2
    return tuple(chosen)


def key_text(keys: Keys) -> Content:
    """Return keys and what they do, each a link to its action."""
    parts: list[Content] = []
    for key, what, action in keys:
        link = Content.assemble((key, "bold"), f" {what}")
        if action:
            link = link.stylize(Style.from_meta({"@click": action}))
        parts += [link, Content("  ")]
    return Content("").join(parts)


def players_text(entries: Iterable[tuple[str, str]]) -> Content:
    """Join texts, each in the style given with it."""
    return Content.assemble(*((text, style) if style else text for text, style in entries))
