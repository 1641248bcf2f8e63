"""The documentation is true: its examples run and its tables agree with the program."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from divisor_duel import GAMES
from tests.play.test_record import SAMPLE

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@every_page
def test_python_examples_run(page: Path) -> None:
    """Every Python example in a page prints what the page says."""
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert (tried > 0) == (">>>" in page.read_text())


@every_page
def test_shell_examples_run(page: Path, tmp_path: Path) -> None:
    """Every shell example in a page prints what the page says; a line of dots stands for any."""
    shim = tmp_path / "duel"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m divisor_duel "$@"\n')
    shim.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            done = subprocess.run(
                ["bash", "-c", f"{command} 2>&1"],
                env=dict(os.environ, PATH=path),
                capture_output=True,
                text=True,
                check=False,
                cwd=tmp_path,
            )
            pattern = re.escape(expected).replace(re.escape("...\n"), "(.*\n)*?")
            assert re.fullmatch(pattern, done.stdout), f"{command}\n{done.stdout}"


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link and picture of a page exists."""
    for target in re.findall(r"\[[^]\"]+\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_site_has_every_page(tmp_path: Path) -> None:
    """`make docs` makes a page of each file of docs/ and finds no broken link between them."""
    options = ["--fail-on-warning", "--quiet", "--doctree-dir", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(ROOT / "docs"), str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for page in ROOT.glob("docs/**/*.md"):
        made = (tmp_path / "site" / page.relative_to(ROOT / "docs")).with_suffix(".html")
        assert made.is_file()


def test_the_rules_page_has_the_rules_of_every_game() -> None:
    """docs/rules.md says word for word what `duel rules` says, and the presets' reasons."""
    text = (ROOT / "docs" / "rules.md").read_text()
    for game in GAMES.values():
        assert game.rules() in text
        assert f"- **{game.title}** {game.fair.why}" in text


def test_the_table_of_limits_is_that_of_the_program() -> None:
    """The limits, defaults and presets in docs/rules.md are the real ones."""
    text = (ROOT / "docs" / "rules.md").read_text()
    rows = []
    for game in GAMES.values():
        for spec in game.option_specs():
            least, most = spec.choices or (spec.least, spec.most)
            fair = game.fair.options.get(spec.name, spec.default)
            cells = (game.id, f"`{spec.name}`", least, most, spec.default, fair)
            rows.append("| " + " | ".join(map(str, cells)) + " |")
    assert "\n".join(rows) in text


def test_the_record_in_the_docs_is_the_tested_one() -> None:
    """docs/records.md and the module's docstring show the record that the tests pin."""
    from divisor_duel.play import record

    assert SAMPLE in (ROOT / "docs" / "records.md").read_text()
    lines = [line.strip() for line in (record.__doc__ or "").splitlines()]
    assert SAMPLE.strip() in "\n".join(lines)


def test_the_readme_names_every_game() -> None:
    """The table of games in the README has each game's own summary and a command that works."""
    text = (ROOT / "README.md").read_text()
    for game in GAMES.values():
        assert f"| {game.summary} | `{game.id} " in text
