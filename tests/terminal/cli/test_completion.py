"""`duel completion`: the script that completes commands in a shell."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect


def test_the_shell_completes(tmp_path: Path) -> None:
    """In a real bash, Tab completes subcommands, games and options of `duel`."""
    (tmp_path / "duel").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m divisor_duel "$@"\n')
    (tmp_path / "duel").chmod(0o755)
    shell = pexpect.spawn(
        "bash", ["--norc", "--noprofile"], encoding="utf-8", dimensions=(40, 120), timeout=300
    )
    shell.sendline(f"PS1='$ '; export PATH='{tmp_path}':$PATH; bind 'set bell-style none'")
    shell.sendline('eval "$(duel completion bash)"; echo rea""dy')
    shell.expect("ready")
    shell.send("duel pl\t")
    shell.expect("duel play ")
    shell.send("cou\t")
    shell.expect("countdown ")
    shell.send("--sta\t")
    shell.expect("--start ")
    shell.send("60 --p1 rand\t")
    shell.expect("random ")
    shell.close(force=True)
