"""A chat endpoint on this machine that answers as it is told, well or badly."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any], int], Any]
"""From a request and its number to the text of the reply, or an int for a status, or a dict to
merge into the choice, or bytes to send as they are, or a float to wait first (at most until the
end), or None to send one byte after the other without end."""


class Endpoint:
    """What a running endpoint has seen."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []


@contextmanager
def chat_endpoint(script: Script) -> Iterator[Endpoint]:
    """Serve `script` on a free port until the block ends."""
    seen, closing = Endpoint(""), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

        def _drip(self) -> None:
            self.send_response(200)
            self.end_headers()
            with contextlib.suppress(OSError):
                while not closing.wait(0.05):
                    self.wfile.write(b" ")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.requests.append(body)
            seen.keys.append(self.headers["Authorization"])
            seen.paths.append(self.path)
            reply = script(body, len(seen.requests))
            status, data = 200, b""
            if reply is None:
                self._drip()
                return
            if isinstance(reply, float):
                closing.wait(reply)
                reply = "move: 1"
            if isinstance(reply, int):
                status = reply
            elif isinstance(reply, bytes):
                data = reply
            else:
                choice = reply if isinstance(reply, dict) else {"message": {"content": reply}}
                usage = {"prompt_tokens": 100, "completion_tokens": 7}
                choice = {"finish_reason": "stop", **choice}
                data = json.dumps({"choices": [choice], "usage": usage}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """Clients that went away are expected here."""

    server = Server(("127.0.0.1", 0), Handler)
    seen.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield seen
    finally:
        closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


def first_legal(request: dict[str, Any]) -> str:
    """The reply of a model that reads the list of legal moves."""
    text = request["messages"][0]["content"]
    return f"move: {text.split('Your legal moves: ')[1].split(',')[0].split('.')[0]}"
