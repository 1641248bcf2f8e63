"""Try every mutant and fail if one survives that is not explained.

python -m tests.mutants                          all modules
python -m tests.mutants games/chain/rules.py     some of them
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import tomllib
from pathlib import Path

from tests.mutants.making import Mutant, mutants_of
from tests.mutants.targets import TARGETS
from tests.mutants.trying import TestsFail, preload, try_all

EXPLAINED = Path(__file__).with_name("explained.toml")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    modules = arguments.modules or [*TARGETS]
    explained = read_explained()
    preload()
    problems = list[str]()
    for module in modules:
        listed = {name for name in explained if name[0] == module}
        survivors = survivors_of(module, arguments.workers)
        names = {mutant.name for mutant in survivors}
        problems += [told(mutant) for mutant in survivors if mutant.name not in listed]
        problems += [
            f"{' | '.join(name)}\n    is explained and does not survive" for name in listed - names
        ]
        print(f"  {len(names & listed)} survivors are explained", flush=True)
    print("\n".join(problems) or "Every mutant is killed or explained.")
    return 1 if problems else 0


def read_explained() -> dict[tuple[str, str, str], str]:
    """The survivors that may be, each with the reason."""
    entries = tomllib.loads(EXPLAINED.read_text()).get("survivor", [])
    return {(each["module"], each["line"], each["becomes"]): each["why"] for each in entries}


def told(mutant: Mutant) -> str:
    """A survivor for people."""
    where = f"src/divisor_duel/{mutant.module}:{mutant.number}"
    return f"{where} survives\n    {mutant.line}\n    {mutant.becomes}"


def survivors_of(module: str, workers: int) -> list[Mutant]:
    """The mutants of a module that none of its tests notices."""
    began, mutants, survivors = time.monotonic(), list(mutants_of(module)), list[Mutant]()
    try:
        for done, (index, killer) in enumerate(try_all(mutants, TARGETS[module], workers), 1):
            if not killer:
                survivors.append(mutants[index])
                print(told(mutants[index]), flush=True)
            if sys.stdout.isatty() or done % 50 == 0:
                print(f"{module}: {done} of {len(mutants)}, {len(survivors)} survive", flush=True)
    except TestsFail as problem:
        sys.exit(f"{module}: the tests fail without a mutant: {problem}")
    took = time.monotonic() - began
    print(f"{module}: {len(mutants)} mutants, {len(survivors)} survive, {took:.0f} s", flush=True)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
