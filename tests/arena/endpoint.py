"""A chat endpoint on this machine that answers as a test wants, well or badly."""

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
merge into the choice, or bytes to send as they are, or a `Reply`, or a float to wait first (at
most until the end), or None to send one space after the other without end, or a list of bytes to
begin a stream with that never ends."""


class Reply:
    """A reply with everything about it chosen."""

    def __init__(
        self, data: bytes, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        self.data, self.status, self.headers = data, status, headers or {}


class Endpoint:
    """What a running endpoint has seen."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.most_at_once = 0
        self.at_once = 0
        self.lock = threading.Lock()


@contextmanager
def chat_endpoint(script: Script) -> Iterator[Endpoint]:
    """Serve `script` on a free port until the block ends."""
    seen, closing = Endpoint(""), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

        def _drip(self, pieces: list[bytes]) -> None:
            self.send_response(200)
            self.send_header("Connection", "close")
            if pieces:
                self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            with contextlib.suppress(OSError):
                for piece in pieces:
                    self.wfile.write(piece)
                while not closing.wait(0.05):
                    self.wfile.write(b": wait\n" if pieces else b" ")
            self.close_connection = True

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with seen.lock:
                seen.requests.append(body)
                seen.keys.append(self.headers["Authorization"])
                seen.paths.append(self.path)
                number = len(seen.requests)
                seen.at_once += 1
                seen.most_at_once = max(seen.most_at_once, seen.at_once)
            try:
                self._answer(script(body, number))
            finally:
                with seen.lock:
                    seen.at_once -= 1

        def _answer(self, reply: Any) -> None:
            if reply is None or isinstance(reply, list):
                self._drip(reply or [])
                return
            if isinstance(reply, float):
                closing.wait(reply)
                reply = "move: 1"
            if isinstance(reply, int):
                reply = Reply(b"", reply)
            elif isinstance(reply, bytes):
                reply = Reply(reply)
            elif not isinstance(reply, Reply):
                reply = Reply(json.dumps(completion(reply)).encode())
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.data)))
            self.end_headers()
            self.wfile.write(reply.data)

    class Server(ThreadingHTTPServer):
        request_queue_size = 256

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Clients that went away are expected here."""

    server = Server(("127.0.0.1", 0), Handler)
    server.block_on_close = False
    server.daemon_threads = True
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


def completion(reply: str | dict[str, Any]) -> dict[str, Any]:
    """A whole reply of the usual shape around a text or a choice."""
    choice = reply if isinstance(reply, dict) else {"message": {"content": reply}}
    choice = {"index": 0, "finish_reason": "stop", **choice}
    choice["message"] = {"role": "assistant", **choice["message"]}
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    named = {"id": "1", "object": "chat.completion", "created": 1, "model": "fake"}
    return {**named, "choices": [choice], "usage": usage}


def streamed(*events: Any, end: bool = True) -> Reply:
    """A reply as a stream of events, ended as such streams are or broken off before."""
    lines = [f"data: {json.dumps(event)}\n\n" for event in events]
    data = "".join([": hello\n\n", *lines, "data: [DONE]\n\n" if end else ""]).encode()
    return Reply(data, headers={"Content-Type": "text/event-stream"})


def as_asked(request: dict[str, Any], text: str) -> Any:
    """A text whole, or as a stream if the request asks for one."""
    if not request.get("stream"):
        return text
    named = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "fake"}
    said = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}
    end = {"index": 0, "delta": {}, "finish_reason": "stop"}
    usage = {"choices": [], "usage": completion(text)["usage"]}
    return streamed({**named, "choices": [said]}, {**named, "choices": [end]}, {**named, **usage})


def first_legal(request: dict[str, Any]) -> str:
    """The reply of a model that reads the last list of legal moves."""
    told = [said["content"] for said in request["messages"] if said["role"] == "user"]
    lists = [text for text in told if "Your legal moves: " in text]
    if not lists:
        return "ready"
    return f"move: {lists[-1].split('Your legal moves: ')[-1].split(',')[0].split('.')[0]}"
