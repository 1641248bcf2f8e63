"""The cost of a call to a language model, with many in flight in one process.

The endpoint is a server in another process that takes a while for each reply, as models
do. For comparison, a bare httpx loop sends the same number of requests, with the same
concurrency, and ignores the replies. What the arena needs beyond that is its overhead.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measure import at_least, at_most, duration, table
from divisor_duel.arena import (
    OutputFolder,
    Schedule,
    Terms,
    read_players,
    read_setups,
    run_tournament,
)
from divisor_duel.arena.players.chat_client import CALLS_PER_CLIENT
from divisor_duel.arena.run.concurrent_games import ConcurrentRunner

LATENCY = 2.0
"""Delay of each reply of the endpoint, in seconds."""
IN_FLIGHT = 256
TARGET_OVERHEAD = 0.005
"""Limit on CPU seconds per call beyond those of the bare loop."""


async def serve() -> None:
    """Serve an endpoint that plays the first legal move and counts concurrent calls."""
    seen = {"calls": 0, "at_once": 0, "most": 0}

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            body = json.loads(await reader.readexactly(length))
            reply = json.dumps(await answer(body)).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
            writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(reply), reply))

    async def answer(body: dict[str, Any]) -> dict[str, Any]:
        if body["model"] == "seen":
            return seen
        seen["calls"] += 1
        seen["at_once"] += 1
        seen["most"] = max(seen["most"], seen["at_once"])
        await asyncio.sleep(LATENCY)
        seen["at_once"] -= 1
        text = body["messages"][-1]["content"].partition("Your legal moves: ")[2]
        said = {"role": "assistant", "content": f"move: {text.split(',')[0].split('.')[0]}"}
        return {"choices": [{"message": said, "finish_reason": "stop"}]}

    async def guarded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(guarded, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def endpoint() -> Iterator[str]:
    """Start an endpoint in its own process and yield its URL."""
    command = [sys.executable, "-m", "benchmarks.calls"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.kill()


def post(url: str, bodies: list[dict[str, Any]], at_once: int) -> list[Any]:
    """Send requests in a bare loop, `at_once` concurrently, and return the replies."""
    import httpx

    async def run() -> list[Any]:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=at_once)
        gate = asyncio.Semaphore(at_once)
        clients = [  # a single client is much slower with hundreds of calls
            httpx.AsyncClient(timeout=None, limits=limits, trust_env=False)
            for _ in range(-(-at_once // CALLS_PER_CLIENT))
        ]

        async def send(client: Any, body: dict[str, Any]) -> Any:
            async with gate:
                return (await client.post(f"{url}/chat/completions", json=body)).json()

        try:
            return await asyncio.gather(*map(send, cycle(clients), bodies))
        finally:
            for client in clients:
                await client.aclose()

    return asyncio.run(run())


def arena_calls(url: str, at_once: int, folder: Path) -> int:
    """Play games of one model against itself, and return the number of calls."""
    spec = f"chat:fake,calls={at_once}@{url}"
    entries = read_players([f"one={spec}", f"two={spec}"])
    setups = read_setups(["countdown:start=6"], "rulebook")  # two moves a game
    plan = Schedule(entries, setups, at_once // 2, Terms(starts="rulebook", judge=False))
    with closing(OutputFolder(folder, plan)) as output:
        rows = run_tournament(plan, output, ConcurrentRunner(at_once))
    return sum(len(row.exchanges) for row in rows)


def measured(at_once: int, folder: Path) -> list[str]:
    """Return the row of the table for `at_once` concurrent calls."""
    with endpoint() as url:
        post(url, [{"model": "seen"}], 1)  # imports, which are not part of the cost of a call
        wall, cpu = time.perf_counter(), time.process_time()
        calls = arena_calls(url, at_once, folder)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        most = post(url, [{"model": "seen"}], 1)[0]["most"]
        prompt = [{"role": "user", "content": "Your legal moves: 2. " + "words " * 200}]
        bare = time.process_time()
        post(url, [{"model": "fake", "messages": prompt}] * calls, at_once)
        bare = time.process_time() - bare
    overhead = max(0.0, cpu - bare) / calls
    memory = f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    cells = [str(at_once), str(calls), str(most), f"{calls / wall:,.0f}", memory]
    target, mark = at_most(overhead, TARGET_OVERHEAD)
    full = at_least(most, at_once)[1]
    shown = [duration(cpu / calls), duration(bare / calls), duration(overhead)]
    ok = "ok" if mark == full == "ok" else "missed"
    return [*cells, *shown, f"<= {duration(TARGET_OVERHEAD)}" if target else "", ok]


def run() -> None:
    """Print the cost of calls, by the number in flight."""
    with TemporaryDirectory() as name:
        rows = [measured(at_once, Path(name) / str(at_once)) for at_once in (16, IN_FLIGHT)]
    head = ("at once", "calls", "most seen", "calls/s", "memory")
    costs = ("CPU a call", "bare httpx", "overhead", "target", "")
    title = f"Calls of language models in one process; each reply takes {LATENCY:g} s"
    table(title, (*head, *costs), rows)


if __name__ == "__main__":
    asyncio.run(serve())
