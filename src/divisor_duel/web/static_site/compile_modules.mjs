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
import importlib.util
import marshal
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path


def without_lines(code):
    """Replace the line numbers by one entry that names none for each eight instructions: they are a fifth of the file."""
    full, more = divmod(len(code.co_code) // 2, 8)
    table = b"\\xff" * full + (bytes([0xF8 | more - 1]) if more else b"")
    constants = tuple(without_lines(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=constants)


for path in sorted(Path("/modules").rglob("*.py")):
    place = path.relative_to("/modules")
    source = path.read_bytes()
    # Rules are shown from docstrings; no others are needed.
    optimize = 0 if place.name == "rules.py" else 2
    code = compile(source, "/".join(place.parts[1:]), "exec", dont_inherit=True, optimize=optimize)
    hashed = importlib.util.source_hash(source)
    path.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(without_lines(code), hashed, False))
    path.unlink()
`);
