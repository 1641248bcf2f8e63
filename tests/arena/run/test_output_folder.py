"""The folder of a tournament: nothing lost, nothing twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.arena import OutputFolder, run_tournament
from tests.arena.playing import make_plan

PLAN = make_plan(["random", "hard"], "countdown", rounds=3)


def test_other_terms_are_refused_and_more_rounds_are_not(tmp_path: Path) -> None:
    """A folder takes more of the same tournament, and another one only afresh."""
    folder = OutputFolder(tmp_path, PLAN)
    run_tournament(PLAN, folder)
    folder.close()
    longer = make_plan(["random", "hard"], "countdown", rounds=5)
    folder = OutputFolder(tmp_path, longer)
    assert len(folder.played) == 6
    folder.close()
    other = make_plan(["random", "hard"], "countdown", rounds=3, seed=2)
    with pytest.raises(DuelError, match="a tournament with other seed; name another folder"):
        OutputFolder(tmp_path, other)
    folder = OutputFolder(tmp_path, other, fresh=True)
    assert folder.played == {}
    folder.close()


@pytest.mark.parametrize("change", [{"colour": "blue"}, {"seed": None}, {"players": 3}])
def test_settings_of_another_version_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    """Settings with an unknown name or shape are refused in one sentence."""
    settings = {**PLAN.settings(), **change}
    (tmp_path / "results.json").write_text(json.dumps({"settings": settings}))
    with pytest.raises(DuelError, match=f"with other {next(iter(change))}; name another folder"):
        OutputFolder(tmp_path, PLAN)


def test_a_folder_is_used_once_at_a_time(tmp_path: Path) -> None:
    """A second process must wait."""
    folder = OutputFolder(tmp_path, PLAN)
    with pytest.raises(DuelError, match="running in another window"):
        OutputFolder(tmp_path, PLAN)
    folder.close()


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    """A file where the folder should be is an error of one sentence."""
    (tmp_path / "file").write_text("")
    with pytest.raises(DuelError, match="cannot save games in"):
        OutputFolder(tmp_path / "file", PLAN)
