"""The addresses that people can open, printed when the server starts."""

from __future__ import annotations

import io
import ipaddress
import socket
import sys
from contextlib import suppress

ELSEWHERE = ("192.0.2.1", 9), ("2001:db8::1", 9)
"""Addresses reserved for documentation: nothing is sent to them, but routing to them shows which
of its own addresses this machine would use."""


def greeting(host: str, port: int, for_others: str = "") -> str:
    """Return the lines that say where to play, with a QR code if others can come too.

    If they cannot, `for_others` says how they could.
    """
    addresses = addresses_of(host, port)
    lines = [f"Divisor Duel is at {addresses[0]}  (Ctrl-C stops it)"]
    others = addresses[1:] if _is_any(host) else []
    if others:
        lines += ["Other devices on your network can open:", *(f"  {other}" for other in others)]
        lines += _code(others[0])
    elif _is_loopback(host):
        lines += [f"Only this computer can open it. {for_others}".rstrip()]
    return "\n".join(lines)


def addresses_of(host: str, port: int) -> list[str]:
    """Return what to type in a browser: never 0.0.0.0, which is not an address to open."""
    if not _is_any(host):
        return [_address(host, port)]
    return [_address(name, port) for name in ("localhost", *own_addresses())]


def own_addresses() -> list[str]:
    """Return the addresses of this machine that other devices can reach."""
    found = list[str]()
    for family, target in zip((socket.AF_INET, socket.AF_INET6), ELSEWHERE, strict=True):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(target)
            found.append(str(probe.getsockname()[0]))
    return [address for address in found if not _is_loopback(address)]


def _address(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def _is_any(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return host == ""


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _code(address: str) -> list[str]:
    """Return an address as a QR code in lines of text, if this is a terminal."""
    if not sys.stdout.isatty():
        return []
    import segno

    drawn = io.StringIO()
    segno.make(address).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()
