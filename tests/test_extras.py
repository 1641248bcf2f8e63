"""What is said where an extra is missing."""

from __future__ import annotations

import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from divisor_duel.extras import install_message, is_installed

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


@pytest.mark.parametrize("extra", ["arena", "cluster", "dataset", "fast", "mcp", "postgres", "web"])
def test_the_command_names_the_extra_s_packages(extra: str) -> None:
    """It is for this very Python, and installs exactly what the project says the extra needs."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"][extra]
    says, _, command = install_message("it needs more", extra).partition(": ")
    assert says == "it needs more"
    words = shlex.split(command)
    assert words[:4] == [sys.executable, "-m", "pip", "install"]
    assert len(words[4:]) == len(wanted)
    for word, spec in zip(words[4:], wanted, strict=True):
        requirement = Requirement(spec)
        assert Requirement(word).name == requirement.name.replace("_", "-")
        bounded = any(part.operator == "<" for part in requirement.specifier)
        assert Requirement(word).specifier == (requirement.specifier if bounded else SpecifierSet())


def test_sources_that_are_not_installed_name_the_distribution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where nothing is known of the packages, the extra itself is named."""

    def nothing(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", nothing)
    assert install_message("it needs more", "web").endswith("-m pip install 'divisor-duel[web]'")


def test_an_extra_is_installed_if_all_its_packages_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """One missing package is enough to say no."""
    assert is_installed("web")
    version = metadata.version

    def without_uvicorn(name: str) -> str:
        if name == "uvicorn":
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", without_uvicorn)
    assert not is_installed("web")
