"""The plan of a sweep: a game, the option that varies, and the fixed ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.registry import set_up
from divisor_duel.sweep.rows import Task

MOST_SIZES = 10_000
"""Limit on the sizes of a sweep; a longer table or denser plot is unreadable."""


@dataclass(frozen=True)
class Plan:
    """A sweep that can be run: every size in it is a legal set-up."""

    game: type[AnyGame]
    """The game."""
    fixed: Mapping[str, OptionValue]
    """The options that stay fixed; those left out have their defaults."""
    over: str
    """The option that varies."""
    sizes: range
    """Its values."""

    def __post_init__(self) -> None:
        if not self.sizes:
            raise OptionsError(f"a sweep over {self.over} needs at least one size")
        if len(self.sizes) > MOST_SIZES:
            problem = f"a sweep can have at most {MOST_SIZES} sizes, not {len(self.sizes)}"
            raise OptionsError(f"{problem}; narrow the range or give it a step")
        for size in self.sizes:
            self._check(size)

    def _check(self, size: int) -> None:
        try:
            self.set_up(size)
        except OptionsError as error:
            raise OptionsError(f"{self.over} cannot be {size} here: {error}") from None

    def set_up(self, size: int) -> AnyGame:
        """Return the game of one size."""
        return set_up(self.game, {**self.fixed, self.over: size})

    @property
    def has_nim_values(self) -> bool:
        """Whether its rows have nim-values."""
        return self.set_up(self.sizes[0]).has_nim_values

    @property
    def settings(self) -> dict[str, OptionValue]:
        """The options that stay fixed, including defaults."""
        options = self.set_up(self.sizes[0]).options
        del options[self.over]
        return options

    @property
    def title(self) -> str:
        """Heading that names the game, its options and the sizes."""
        settings = ", ".join(f"{name} {value}" for name, value in self.settings.items())
        step = f" in steps of {self.sizes.step}" if self.sizes.step > 1 else ""
        first, last = self.sizes[0], self.sizes[-1]
        return (
            f"{self.game.title}{f' ({settings})' if settings else ''}, "
            f"{self.over} {first}{f' to {last}{step}' if last != first else ''}"
        )

    def tasks(self, seconds: float | None = None, cache: Path | None = None) -> list[Task]:
        """Return a task for each size, in order; `cache` is the folder for facts."""
        settings = self.settings
        return [
            Task(self.game.id, {**settings, self.over: size}, size, seconds, cache)
            for size in self.sizes
        ]
