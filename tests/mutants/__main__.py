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
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.making import SOURCE, Mutant, mutants_of
from tests.mutants.targets import TARGETS
from tests.mutants.trying import Trial, preload

EXPLAINED = Path(__file__).with_name("explained.toml")

LONGEST = 600
"""CPU seconds that the tests of a module may take without a mutant."""


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
    tests, began = TARGETS[module], time.monotonic()
    seconds = 5 + 3 * baseline(module, tests)
    mutants = deque(mutants_of(module))
    count, killers, survivors = len(mutants), list[str](), list[Mutant]()
    running = dict[int, tuple[Mutant, Trial]]()
    while mutants or running:
        while mutants and len(running) < workers:
            mutant = mutants.popleft()
            trial = Trial(module, mutant.source, tests, killers, seconds)
            running[trial.pid] = mutant, trial
        pid, status = os.wait()
        mutant, trial = running.pop(pid)
        killer = trial.killer(status)
        if not killer:
            survivors.append(mutant)
        elif "::" in killer:
            killers = [killer, *(test for test in killers if test != killer)][:20]
        done = count - len(mutants) - len(running)
        if sys.stdout.isatty() or done % 50 == 0:
            print(f"{module}: {done} of {count}, {len(survivors)} survive", flush=True)
    took = time.monotonic() - began
    print(f"{module}: {count} mutants, {len(survivors)} survive, {took:.0f} s", flush=True)
    return survivors


def baseline(module: str, tests: Sequence[str]) -> int:
    """The CPU seconds that the tests take; they must pass while nothing is changed."""
    before = os.times()
    trial = Trial(module, (SOURCE / "divisor_duel" / module).read_text(), tests, (), LONGEST)
    failed = trial.killer(os.waitpid(trial.pid, 0)[1])
    if failed:
        sys.exit(f"{module}: the tests fail without a mutant: {failed}")
    after = os.times()
    return int(after.children_user + after.children_system - before.children_user) + 1


if __name__ == "__main__":
    sys.exit(main())
