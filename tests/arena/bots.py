"""Programs that play well or behave badly, to be run as players.

``python bots.py KIND`` runs one of them. Each bad one does a single thing wrong,
and does it when the game is under way, except the two that never get ready.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any


def say(**message: Any) -> None:
    """Send one line."""
    print(json.dumps(message), flush=True)


def misbehave(kind: str, question: dict[str, Any]) -> None:
    """Answer a question in the way that the kind is called."""
    smallest = question["legal"][0]
    if kind == "hang":
        time.sleep(1000)
    elif kind == "crash":
        raise RuntimeError("I have had enough")
    elif kind == "babble":
        while True:
            sys.stdout.write("x" * 65536)
    elif kind == "chatter":
        answer = json.dumps({"type": "move", "move": smallest})
        sys.stdout.write(f"{answer}\n{answer}\n")  # at once: neither can be late
        sys.stdout.flush()
    elif kind == "hungry":
        hoard = [bytearray(1 << 28) for _ in range(100)]
        say(type="move", move=len(hoard))
    elif kind == "garbage":
        print("I think 12 is nice", flush=True)
    elif kind == "illegal":
        say(type="move", move=0)
    elif kind == "learns":
        say(type="move", move=smallest if "refused" in question else 0)
    elif kind == "breeds":
        sleeper = [sys.executable, "-c", "import time; time.sleep(1000)  # bred"]
        subprocess.Popen(sleeper, start_new_session=True)
        subprocess.Popen(sleeper)
        say(type="move", move=smallest)
    else:
        say(type="move", move=smallest)


def main(kind: str) -> None:
    """Serve as a player of one kind."""
    if kind == "silent":
        time.sleep(1000)
    if kind == "leaves":
        os._exit(3)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="ready", name=kind)
        elif message["type"] == "choose":
            misbehave(kind, message)
        elif kind != "stays":
            return


def greedy(observation: dict[str, Any]) -> int:
    """Take the largest legal number."""
    print("what a function prints is not an answer")
    return int(observation["legal"][-1])


def first_listed(prompt: str) -> str:
    """Answer in words with the first legal move that the words tell."""
    legal = prompt.split("Your legal moves: ")[1].split(".")[0]
    return f"The first one looks good.\n**Move: {legal.split(', ')[0]}**"


def speechless(prompt: str) -> str:
    """Say nothing."""
    return ""


def broken(observation: dict[str, Any]) -> int:
    """Fail."""
    raise ValueError("no idea")


if __name__ == "__main__":
    main(sys.argv[1])
