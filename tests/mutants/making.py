"""The mutants of a module: cosmic-ray's operators, without those that say the same twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import ndiff
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

SOURCE = Path(__file__).parents[2] / "src"

ARITHMETIC = {
    "Add": ("Sub", "Mul"),
    "Sub": ("Add",),
    "Mul": ("Add", "FloorDiv"),
    "FloorDiv": ("Mul",),
    "Mod": ("FloorDiv",),
    "Pow": ("Mul",),
    "LShift": ("RShift",),
    "RShift": ("LShift",),
    "BitOr": ("BitAnd", "BitXor"),
    "BitAnd": ("BitOr",),
    "BitXor": ("BitAnd", "BitOr"),
}
"""What each arithmetic operator becomes; all eleven others would be the same test over again."""

COMPARISONS = {
    "Eq": ("NotEq",),
    "NotEq": ("Eq",),
    "Lt": ("LtE", "Gt"),
    "LtE": ("Lt", "GtE"),
    "Gt": ("GtE", "Lt"),
    "GtE": ("Gt", "LtE"),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
}


class Mutant(NamedTuple):
    """One change of one module."""

    module: str
    """The module's path below `src/divisor_duel`."""
    line: str
    """The lines that change, without indentation."""
    becomes: str
    """What they become."""
    number: int
    """The line's number."""
    source: str
    """The whole changed module."""

    @property
    def import_name(self) -> str:
        """The name by which the module is imported."""
        path = self.module.removesuffix(".py").removesuffix("/__init__")
        return "divisor_duel." + path.replace("/", ".")

    @property
    def name(self) -> tuple[str, str, str]:
        """The identity of a mutant; it does not depend on the line number."""
        return self.module, self.line, self.becomes


def mutants_of(module: str) -> Iterator[Mutant]:
    """Every mutant of a module, each once."""
    original = (SOURCE / "divisor_duel" / module).read_text()
    tree, seen = get_ast(original), set[str]()
    for name in sorted(operator_names()):
        if not _is_used(name):
            continue
        operator = get_operator(name)()
        nodes = [node for node in ast_nodes(tree) for _ in operator.mutation_positions(node)]
        for occurrence, node in enumerate(nodes):
            if "BitOr" in name and _is_annotation(node):
                continue
            source = mutate_code(original, operator, occurrence)
            if source and source != original and source not in seen and _is_python(source):
                seen.add(source)
                mutant = _described(module, original, source)
                if "@lru_cache" not in mutant.line:  # a cache changes the speed alone
                    yield mutant


def _is_used(name: str) -> bool:
    operator = name.removeprefix("core/")
    for prefix, pairs in (
        ("ReplaceBinaryOperator_", ARITHMETIC),
        ("ReplaceComparisonOperator_", COMPARISONS),
    ):
        if operator.startswith(prefix):
            one, _, other = operator.removeprefix(prefix).partition("_")
            return other in pairs.get(one, ())
    if operator.startswith("ReplaceUnaryOperator_"):
        return "Delete" in operator
    return operator not in ("VariableReplacer", "VariableInserter")


def _is_python(source: str) -> bool:
    """Return whether it compiles. Not all do: an operator may change the ** of an argument."""
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _is_annotation(node: Any) -> bool:
    """Whether it stands in the annotation of a name, a parameter or a result."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type == "annassign" and child is parent.children[1]:
            return True
        if parent.type == "tfpdef" or (parent.type == "funcdef" and child is parent.annotation):
            return True
        child, parent = parent, parent.parent
    return False


def _described(module: str, original: str, source: str) -> Mutant:
    """A mutant by the lines in which it differs."""
    before, after, number, line = list[str](), list[str](), 0, 0
    for entry in ndiff(original.splitlines(), source.splitlines()):
        line += entry[0] in " -"
        if entry[0] in "-+":
            (before if entry[0] == "-" else after).append(_tidy(entry[2:]))
            number = number or line
    return Mutant(module, " ".join(before), " ".join(after), number, source)


def _tidy(line: str) -> str:
    """The line without the blanks that operators leave behind."""
    blanks = r"(?<=[(\[{]) |(?<=\w=) |(?<=\*\*) |(?<=\[:) | (?=[)\]},:])"
    return re.sub(blanks, "", " ".join(line.split()))
