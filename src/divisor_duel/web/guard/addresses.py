"""Identify clients and the URL that they asked for, also behind proxies.

uvicorn's ProxyHeadersMiddleware is not used. It has no X-Forwarded-Host, and reads no list in
X-Forwarded-Proto. If all forwarded addresses are trusted, it believes the first, so a client in
a trusted network could get a new budget with every request. It takes a value that is not an
address for the client's, and trusts no IPv4 proxy that calls over IPv6 (``::ffff:10.0.0.5``).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import Scope

from divisor_duel.errors import OptionsError

WIDER_NETWORKS = {56: 2, 48: 3}
"""IPv6 prefix lengths that have a budget in addition to the /64, each in budgets of one client.

Providers give a customer a /64, a /56 or a /48. By default a client may take a quarter of the
event loop's time, so not even a whole /48 can take all of it.
"""

ROOM, ROOMS = "room", "rooms"
ROOM_SHARE, ROOMS_SHARE = 2, 3
"""Budgets of a room for a class, and of all rooms that one client opened, in budgets of a client.

A class shares one network address, so every seat in a room has a budget of its own.
"""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LOOPBACK = "127.0.0.0/8 ::1"
"""What the word ``loopback`` stands for in a list of addresses."""

_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](?::\d+)?|(?P<four>[0-9.]+):\d+")


class AddressList:
    """A list of trusted addresses and networks, of proxies or of operators."""

    def __init__(self, text: str = "", whose: str = "trusted clients") -> None:
        """Read a list; OptionsError, which names `whose` it is, if it is not one."""
        words = text.replace("loopback", LOOPBACK).replace(",", " ").split()
        try:
            self._networks = [ipaddress.ip_network(word, strict=False) for word in words]
        except ValueError:
            problem = f"{whose} are addresses or networks such as 10.0.0.0/8, not {text[:80]!r}"
            raise OptionsError(problem) from None

    def contains(self, peer: str) -> bool:
        """Return True if the list contains the address."""
        address = _read(peer) if self._networks else None
        return address is not None and any(
            address.version == network.version and address in network for network in self._networks
        )

    def client_of(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's name: the peer's, or the one that a trusted proxy forwards.

        Each proxy appends the address that called it, so the last value that is not a trusted
        proxy's own is the client. The values before it may be forged.
        """
        if not self.contains(peer):
            return client_name(peer)
        for value in reversed(_values(forwarded)):
            address = _read(value)
            if address is None:
                break
            if not self.contains(str(address)):
                return client_name(str(address))
        return client_name(peer)


def use_forwarded_address(scope: Scope) -> None:
    """Set the scheme and host that the client asked for, from the proxy's headers.

    Of several values the last one counts: the proxy nearest to the server wrote it.
    """
    headers = Headers(scope=scope)
    schemes = _values(headers.getlist("x-forwarded-proto"))
    if schemes and schemes[-1].lower() in ("http", "https"):
        scheme = schemes[-1].lower()
        scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
    hosts = _values(headers.getlist("x-forwarded-host"))
    if hosts:
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope["headers"] = [*others, (b"host", hosts[-1].encode("latin-1"))]


def _values(lines: Iterable[str]) -> list[str]:
    return [value.strip() for line in lines for value in line.split(",") if value.strip()]


@lru_cache(maxsize=8192)
def _read(text: str) -> Address | None:
    """Parse an address, ignoring a port; an IPv4-mapped IPv6 address becomes IPv4."""
    matched = _WITH_PORT.fullmatch(text)
    if matched:
        text = matched["six"] or matched["four"] or ""
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (parsed.version == 6 and parsed.ipv4_mapped) or parsed


@lru_cache(maxsize=8192)
def client_name(address: str) -> str:
    """Return the client's name for an address: itself, or for IPv6 its /64 network."""
    parsed = _read(address)
    if parsed is None:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def seat_name(code: str, number: int, owner: str) -> str:
    """Return the client's name for a seat in a room, of the client with the hash `owner`."""
    return f"{ROOM} {code} {number} {owner}"


@lru_cache(maxsize=8192)
def is_seat(client: str, code: str = "") -> bool:
    """Return True if a client is a seat in a room, or in the room with this code."""
    return client.startswith(f"{ROOM} {code} " if code else f"{ROOM} ")


@lru_cache(maxsize=8192)
def accounts_of(client: str) -> tuple[tuple[str, int], ...]:
    """Return the accounts that a client is charged to, with the size of each.

    The size is how many clients' budgets the account has. The first account is the client's own;
    an IPv6 client also has those of its wider networks. A seat in a room has that of the room and
    that of all rooms of the client that opened it, and not that of its address.
    """
    own = ((client, 1),)
    if is_seat(client):
        _, code, _, owner = client.split(" ")
        return (*own, (f"{ROOM} {code}", ROOM_SHARE), (f"{ROOMS} {owner}", ROOMS_SHARE))
    try:
        network = ipaddress.IPv6Network(client)
    except ValueError:  # an IPv4 address, or not an address
        return own
    wider = {
        str(network.supernet(new_prefix=prefix)): share for prefix, share in WIDER_NETWORKS.items()
    }
    return (*own, *wider.items())
