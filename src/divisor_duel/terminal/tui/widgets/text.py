"""Text on a screen: passages that scroll, and the line of keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static


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


class KeyLine(Footer):
    """Textual's line of keys, without those that would be cut at its end."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)

    async def recompose(self) -> None:
        """Show the keys of the active bindings, as many as fit."""
        await super().recompose()
        self.hide_cut_keys()

    def on_resize(self) -> None:
        self.hide_cut_keys()

    def hide_cut_keys(self) -> None:
        """Hide the keys that do not fit; measured before they are laid out, they never flicker."""
        right = 0
        for key in self.children:
            right += key.get_content_width(self.size, self.app.size)
            key.visible = right <= self.size.width
            right += key.styles.margin.width


def players_text(entries: Iterable[tuple[str, str]]) -> Content:
    """Join texts, each in the style given with it."""
    return Content.assemble(*((text, style) if style else text for text, style in entries))
