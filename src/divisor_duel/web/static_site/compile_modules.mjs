/**
 * Compile Python modules with Pyodide's own Python, which need not be the version that runs the build.
 *
 * node compile_modules.mjs PYODIDE FOLDER: replaces each .py file below FOLDER with a .pyc file.
 */

import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.mountNodeFS("/modules", folder);
python.runPython(`
import py_compile
from pathlib import Path

for path in sorted(Path("/modules").rglob("*.py")):
    place = path.relative_to("/modules")
    # Rules are printed from docstrings; those of the standard library are not needed.
    optimize = 2 if place.parts[0] == "stdlib" else 0
    py_compile.compile(
        path,
        cfile=str(path) + "c",
        dfile="/".join(place.parts[1:]),
        doraise=True,
        optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    path.unlink()
`);
