"""All limits in one table: how they are set and documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.terminal.cli.serve import flag_of
from divisor_duel.web.guard.limits import Limits, read_limits, settings


def test_limits_come_from_flags_then_the_environment() -> None:
    """Each limit has a flag and a variable; the flag wins; nonsense is refused in a sentence."""
    assert read_limits({}, {}) == Limits()
    for setting in settings():
        raised = setting.kind(setting.default + 1)
        flagged = read_limits({setting.name: str(raised)}, {setting.variable: "1"})
        assert getattr(flagged, setting.name) == raised
        assert getattr(read_limits({}, {setting.variable: "1"}), setting.name) == 1
    for text in ("many", "-1", "0", "1e99", "nan"):
        with pytest.raises(OptionsError, match="burst must be a whole number above 0"):
            read_limits({"burst": text}, {})
    with pytest.raises(OptionsError, match="DUEL_BUSY_SHARE must be a number"):
        read_limits({}, {"DUEL_BUSY_SHARE": "half"})


def test_every_limit_is_documented() -> None:
    """docs/web.md lists every limit with its flag, variable, default and meaning."""
    text = (Path(__file__).parents[3] / "docs/web.md").read_text()
    for one in settings():
        line = f"| `{flag_of(one.name)}` | `{one.variable}` | {one.default:,.10g} | {one.about} |"
        assert line in text


def test_an_error_names_a_limit_as_the_operator_wrote_it() -> None:
    """A caller that has flags of its own gets them back in the error."""
    with pytest.raises(
        OptionsError, match=r"^--games-burst must be a whole number above 0, not 'x'"
    ):
        read_limits({"games_burst": "x"}, {}, flag_of)
