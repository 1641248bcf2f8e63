"""Who a client is, and which address it asked for, also behind proxies."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import Scope

from divisor_duel.errors import OptionsError

WIDER_NETWORKS = {56: 2, 48: 3}
"""Prefix lengths of IPv6 networks that are budgeted beside the /64, each with how many clients'
budgets it gets. Providers give a customer a /64, a /56 or a /48. By default a client may take a
quarter of the event loop's time, so not even a whole /48 can take all of it.
"""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LOOPBACK = "127.0.0.0/8 ::1"
"""What the word ``loopback`` stands for among proxies."""

_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](?::\d+)?|(?P<four>[0-9.]+):\d+")


class Addresses:
    """The proxies whose word about where a request comes from is believed."""

    def __init__(self, text: str = "") -> None:
        words = text.replace("loopback", LOOPBACK).replace(",", " ").split()
        try:
            self._networks = [ipaddress.ip_network(word, strict=False) for word in words]
        except ValueError:
            problem = f"proxies are addresses or networks such as 10.0.0.0/8, not {text[:80]!r}"
            raise OptionsError(problem) from None

    def trusts(self, peer: str) -> bool:
        """Whether this is one of them."""
        address = _read(peer) if self._networks else None
        return address is not None and any(
            address.version == network.version and address in network for network in self._networks
        )

    def client_of(self, peer: str, forwarded: Sequence[str]) -> str:
        """Who asks: the peer, or who a trusted proxy says it is.

        Each proxy adds the address it was called from at the end, so the last value
        that is not a trusted proxy's own is the client; what stands before it anybody
        could have written.
        """
        if not self.trusts(peer):
            return household(peer)
        for value in reversed(_values(forwarded)):
            address = _read(value)
            if address is None:
                break
            if not self.trusts(str(address)):
                return household(str(address))
        return household(peer)


def use_forwarded_address(scope: Scope) -> None:
    """Set the scheme and host that the client asked for, as a trusted proxy forwarded them.

    Of several values the last one counts: the proxy nearest to the server wrote it.
    """
    headers = Headers(scope=scope)
    schemes = _values(headers.getlist("x-forwarded-proto"))
    if schemes and schemes[-1].lower() in ("http", "https"):
        scheme = schemes[-1].lower()
        scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
    hosts = _values(headers.getlist("x-forwarded-host"))
    if hosts:
        kept = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope["headers"] = [*kept, (b"host", hosts[-1].encode("latin-1"))]


def _values(lines: Iterable[str]) -> list[str]:
    return [value.strip() for line in lines for value in line.split(",") if value.strip()]


@lru_cache(maxsize=8192)
def _read(text: str) -> Address | None:
    """The address in a text, without a port; an IPv4 address in IPv6 clothes is IPv4."""
    matched = _WITH_PORT.fullmatch(text)
    if matched:
        text = matched["six"] or matched["four"] or ""
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (parsed.version == 6 and parsed.ipv4_mapped) or parsed


@lru_cache(maxsize=8192)
def household(address: str) -> str:
    """Whom an address belongs to: of IPv6 the first half names a household."""
    parsed = _read(address)
    if parsed is None:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


@lru_cache(maxsize=8192)
def accounts_of(client: str) -> tuple[tuple[str, int], ...]:
    """Return the accounts that a client draws on, each with how many clients' budgets it gets.

    The first is the client's own. An IPv6 client has more: those of its wider networks.
    """
    own = ((client, 1),)
    try:
        network = ipaddress.IPv6Network(client)
    except ValueError:  # an IPv4 address, or no address at all
        return own
    wider = {
        str(network.supernet(new_prefix=prefix)): share for prefix, share in WIDER_NETWORKS.items()
    }
    return (*own, *wider.items())
