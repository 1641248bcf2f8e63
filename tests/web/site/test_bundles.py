"""Bundles: what esbuild makes of the site, when it is used, and that wheels contain it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from divisor_duel.games.registry import every_game
from divisor_duel.web.site.bundles import SOURCES, read_bundles
from divisor_duel.web.site.files import STYLES, hash_of, site_files

ROOT = Path(__file__).parents[3]
FILES = site_files(every_game())


def test_a_bundle_needs_no_further_request(bundles: Path) -> None:
    """Each page has one script and one style sheet, which load nothing and hold no comment."""
    made = read_bundles(FILES, bundles)
    assert made
    for page in STYLES:
        script, sheet = made[f"pages/{page}.js"].decode(), made[f"pages/{page}.css"].decode()
        assert "import{" not in script
        assert "@param" not in script
        assert "@import" not in sheet
        assert "data:image/svg+xml" in sheet
    assert ".rungs" in made["pages/play.css"].decode()
    assert ".rungs" not in made["pages/start.css"].decode()


def test_bundles_of_other_files_are_not_used(bundles: Path, tmp_path: Path) -> None:
    """A changed file, a game of another package, or no bundles at all: then there are none."""
    assert read_bundles(FILES, tmp_path) is None
    assert read_bundles({**FILES, "lib/dom.js": b""}, bundles) is None
    assert read_bundles({**FILES, "games/heap/page/page.js": b""}, bundles) is None
    assert read_bundles(FILES) is None  # a checkout has none of its own


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a wheel or a source distribution, as installers do."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=300)
    (made,) = folder.iterdir()
    return made


@pytest.mark.usefixtures("bundles")
def test_wheels_contain_the_bundles(tmp_path: Path) -> None:
    """A wheel from a checkout has them, and so has one from a source distribution, without npm."""
    archive = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        packed.extractall(tmp_path / "source")
    (source,) = (tmp_path / "source").iterdir()
    assert not (source / "node_modules").exists()
    for number, folder in enumerate((ROOT, source)):
        with ZipFile(build("wheel", folder, tmp_path / f"wheel{number}")) as wheel:
            sources = wheel.read(f"divisor_duel/web/bundles/{SOURCES}").decode()
            names = set(wheel.namelist())
        assert sources == hash_of(FILES)
        assert {f"divisor_duel/web/bundles/pages/{page}.js" for page in STYLES} <= names
