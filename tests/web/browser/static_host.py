"""A host of the static site for the tests that run on server and static site alike.

The page is the static site's, with its adapter and `offline/backend.py`. Only the worker is
replaced: starting Pyodide on each page would cost seconds, so the page's requests go to the same
Python here. `test_static_site.py` has the real worker, and compares its answers with these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from divisor_duel.web.offline.backend import Backend
from tests.web.browser.file_host import QuietHandler

WORKER = """
window.Worker = class extends EventTarget {
    streams = new Map();
    terminate() {}
    tell(data) { this.dispatchEvent(new MessageEvent('message', { data })); }
    postMessage({ files, close, number, request, stream }) {
        if (files) setTimeout(() => this.tell({ ready: true }));
        else if (close) this.streams.get(close)?.abort();
        else this.ask(number, request, stream);
    }
    async ask(number, body, stream) {
        const ended = new AbortController();
        this.streams.set(number, ended);
        const address = stream ? '/stream' : '/answer';
        try {
            const response = await fetch(address, { method: 'POST', body, signal: ended.signal });
            let text = '';
            for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
                const lines = (text + piece).split('\\n');
                text = lines.pop();
                for (const answer of lines) this.tell({ number, answer });
            }
            this.tell({ number, done: true });
        } catch (error) {
            if (!ended.signal.aborted) this.tell({ number, failed: String(error) });
        }
    }
};
"""
"""Takes the place of the browser's workers: sends requests to the host."""


class _Handler(QuietHandler, SimpleHTTPRequestHandler):
    """Sends the site's files, answers as Python in the browser would, and creates games."""

    host: StaticHost

    def do_GET(self) -> None:
        """Send a file, an answer of the API, or the way to a game's page."""
        path, query = urlsplit(self.path).path, urlsplit(self.path).query
        if path.startswith("/g/"):
            self.send_response(302)
            self.send_header("Location", f"/play/?id={path[3:]}")
            self.end_headers()
        elif path.startswith("/saved/"):
            self._send([json.dumps(self.host.games[path[7:]])])
        elif path.startswith("/api/"):
            reply = self.host.ask(path, params=dict(parse_qsl(query)))
            self._send([json.dumps(reply["answer"])])
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """Answer the page's worker, or create or change a game for a test."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/answer":
            self._send([self.host.answer(body)])
        elif self.path == "/stream":
            self._send(self.host.stream(body))
        else:
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            self._send([json.dumps(self.host.change(self.path, json.loads(body), token))])

    def _send(self, lines: list[str] | Iterator[str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        for line in lines:
            self.wfile.write(line.encode() + b"\n")
            self.wfile.flush()


class StaticHost:
    """Sends the static site from the root of its address, on a port of its own."""

    def __init__(self, site: Path) -> None:
        self.games: dict[str, dict[str, Any]] = {}
        self._backend, self._lock = Backend(), Lock()
        handler = type("Handler", (_Handler,), {"host": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site)))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Answer no more requests."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: str) -> str:
        """Return the answer to a request, both as JSON."""
        with self._lock:
            return self._backend.answer(request)

    def stream(self, request: str) -> Iterator[str]:
        """Yield better and better analyses."""
        answers = self._backend.stream(request)
        while True:
            with self._lock:
                line = next(answers, None)
            if line is None:
                return
            yield line

    def ask(self, path: str, **more: Any) -> Any:
        """Return the reply to a request."""
        return json.loads(self.answer(json.dumps({"path": path, **more})))

    def change(self, path: str, body: Any, token: str) -> Any:
        """Create or change a game as a test asks; pages get it into their storage."""
        name = path.split("/")[3] if path.count("/") > 2 else ""
        game = self.games.get(name, {"seats": {}})
        about = {"table": game["table"], "token": token} if name else {}
        reply = self.ask(path, body=body, **about)
        for saved in reply["saved"]:
            self.games[saved["table"]["id"]] = {**game, **saved}
        answer = reply["answer"]
        if not name:
            seats = {token: int(seat) for seat, token in answer["seats"].items()}
            self.games[answer["id"]]["seats"] = seats
        return {**answer, "static": True}
