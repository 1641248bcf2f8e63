"""Help: the keys of a screen, and the rules of the games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES, every_game, recommended
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, Dialog, DuelScreen
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from divisor_duel.terminal.tui.widgets.text import KeyLine

BOARD_MARKS = (
    "On the board: [n] or a large n: you can play it, >n< the cursor, ●n and ■n the players' "
    "numbers, x removed by the move under the cursor, • a possible reply to it, · gone. In the "
    "panel: + wins, - loses, and partners have the same letter."
)


WIDEST, BESIDE = 76, 6
"""Width of a dialog in columns, and how many of them its border, space and scrollbar take."""


class Help(Dialog[None]):
    """The keys of the screen below, as its bindings describe them."""

    BINDINGS: ClassVar[list[BindingType]] = [("question_mark,enter,space", "close")]

    def __init__(self, bindings: Iterable[Binding]) -> None:
        super().__init__()
        self._bindings_below = bindings

    def compose(self) -> ComposeResult:
        width = min(self.app.size.width, WIDEST) - BESIDE
        lines = key_lines(self._bindings_below, self.app.get_key_display, width)
        with VerticalScroll(classes="dialog"):
            yield Static("\n".join(["Keys", *lines, "", BOARD_MARKS]), markup=False)


def key_lines(
    bindings: Iterable[Binding], display: Callable[[Binding], str], width: int
) -> list[str]:
    """Return lines for each thing that keys do, those in the line of keys first."""
    keys: dict[str, dict[str, None]] = {}
    for binding in sorted(bindings, key=lambda binding: not binding.show):
        if binding.description and not binding.system:
            what = "; ".join(filter(None, (binding.description, binding.tooltip)))
            keys.setdefault(what, {})[display(binding)] = None
    names = {what: " ".join(several) for what, several in keys.items()}
    indent = max(map(len, names.values()), default=0)
    return [
        line
        for what, name in names.items()
        for line in wrap(
            f"{name:>{indent}}  {what}",
            width,
            subsequent_indent=" " * (indent + 2),
        )
    ]


class Rules(DuelScreen):
    """The rules of the games, in plain words."""

    DEFAULT_CSS = """
    Rules Menu { height: auto; margin: 1 1; }
    Rules VerticalScroll { height: 1fr; padding: 0 2; border-top: solid $rule;
                           scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "play it"),
        Binding("pagedown", "read(1)", "scroll", priority=True),
        Binding("pageup", "read(-1)", "scroll", show=False, priority=True),
    ]

    def __init__(self, kind: type[AnyGame] | None = None) -> None:
        super().__init__()
        self._kind = kind or next(iter(GAMES.values()))

    def compose(self) -> ComposeResult:
        yield Static("Rules", classes="title")
        yield Menu([Line(game, game.title) for game in every_game().values()])
        with VerticalScroll():
            yield Static(id="rules", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        menu = self.query_one(Menu)
        menu.focus()
        games = list(every_game().values())
        menu.highlighted = games.index(self._kind) if self._kind in games else None
        self._show(self._kind)

    def on_option_list_option_highlighted(self, message: Menu.OptionHighlighted) -> None:
        """Show the rules of the marked game."""
        marked = self.query_one(Menu).value
        self._show(marked if isinstance(marked, type) else self._kind)

    def action_read(self, pages: int) -> None:
        """Scroll rules that are longer than the screen, by pages."""
        page = self.query_one(VerticalScroll)
        page.scroll_relative(y=pages * max(1, page.size.height - 1), animate=False)

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Play that game."""
        self.duel_app.new_game(recommended(value_of(message, type)))

    def _show(self, kind: type[AnyGame]) -> None:
        paragraphs = kind.rules().split("\n\n")
        text = "\n\n".join(" ".join(part.split()) for part in paragraphs)
        self.query_one("#rules", Static).update(text)
        self.query_one(VerticalScroll).scroll_home(animate=False)
