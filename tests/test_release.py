"""The wheel, installed into an empty environment with the newest versions of what it needs."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from divisor_duel import __version__

ROOT = Path(__file__).parents[1]
BUNDLES = "divisor_duel/web/bundles/"
"""Where the wheel has the bundles of the page's scripts, which no checkout has."""

CORE = [
    "tests/play",
    "tests/proofs/test_certificate.py",
    "tests/test_game.py",
    "tests/test_text.py",
]
"""Tests that need only the package itself, pytest and Hypothesis."""


def run(*command: str | Path, folder: Path = ROOT, stdin: str = "") -> str:
    """Run a command that must succeed, and return what it printed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        input=stdin,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": ""},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as a release has it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds only the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, str(wheel)], check=True)
    return programs


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    """Scripts, styles, tables and templates are in it, and nothing but our packages."""
    source = ROOT / "src"
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }
    assert {name for name in names if not name.startswith(BUNDLES)} == files
    assert names > files, "the bundles are missing: npm ci installs esbuild, which makes them"
    assert f"-{__version__}-" in wheel.name


def test_the_wheel_works_where_nothing_else_is_installed(installed: Path, tmp_path: Path) -> None:
    """A player can play, analyse, prove and check; what an extra is for is said in a sentence."""
    duel = installed / "duel"
    assert run(duel, "--version", folder=tmp_path) == f"duel {__version__}\n"
    played = run(duel, "play", "divider", "--p2", "perfect", folder=tmp_path, stdin="4\n9\n5\n2\n")
    assert "Computer" in played
    assert '"value": "win"' in run(duel, "analyze", "chain", "--json", folder=tmp_path)
    run(duel, "prove", "countdown", "-o", "proof.json", folder=tmp_path)
    assert "holds" in run(duel, "check", "proof.json", folder=tmp_path)
    run(installed / "python", "-m", "pip", "check", folder=tmp_path)
    served = subprocess.run([duel, "serve"], capture_output=True, text=True, cwd=tmp_path)
    assert served.returncode != 0
    assert "the web server needs more packages" in served.stderr
    assert "Traceback" not in served.stderr


def test_the_core_works_with_the_newest_versions(installed: Path, tmp_path: Path) -> None:
    """The tests of the core pass with the newest packages, not only with the pinned ones."""
    python = installed / "python"
    packages = ["pytest", "pytest-timeout", "hypothesis"]
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *packages], check=True)
    printed = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *CORE)
    assert " failed" not in printed


def test_every_package_of_the_tests_is_pinned_by_hash() -> None:
    """The lock files name one version of each package with its hashes, and no index."""
    for name in ("all", "test"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        blocks = [block for block in text.split("\n") if block and not block.startswith(" ")]
        assert len(blocks) > 50
        assert all("==" in block and block.endswith("\\") for block in blocks)
        assert "://" not in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pinned = {block.partition("==")[0] for block in blocks}
    for wanted in project["project"]["dependencies"]:
        assert wanted.partition(">")[0] in pinned


def test_the_version_is_in_the_changelog() -> None:
    """The newest section of the changelog is about this version."""
    text = (ROOT / "CHANGELOG.md").read_text()
    assert text.index(f"## [{__version__}]") == text.index("## [")
