"""Put the pages' bundles into wheels and source distributions; esbuild makes them.

`npm ci` installs esbuild. A wheel made from a source distribution gets the bundles in it. A wheel
made without either works too: its pages load their modules one by one, which is slower.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLES = "divisor_duel/web/bundles"


class BundleHook(BuildHookInterface[Any]):
    """The step of the build that makes the bundles."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the bundles and include them."""
        root = Path(self.root)
        esbuild = root / "node_modules" / ".bin" / "esbuild"
        if version == "editable" or (root / "src" / BUNDLES).is_dir():
            return
        if not esbuild.exists():
            self.app.display_warning("No esbuild (npm ci installs it): pages will load slowly.")
            return
        sys.path.insert(0, str(root / "src"))
        from divisor_duel.web.site.bundles import build_bundles

        self._folder = tempfile.TemporaryDirectory()
        build_bundles(esbuild, Path(self._folder.name))
        prefix = "src/" if self.target_name == "sdist" else ""
        build_data["force_include"][self._folder.name] = prefix + BUNDLES

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy from which the bundles were included."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
