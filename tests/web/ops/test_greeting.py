"""The greeting names addresses that work, and says how other devices can come."""

from __future__ import annotations

import ipaddress
import sys

import pytest

from divisor_duel.web.ops import greeting


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000/"),
        ("::1", 8000, "http://[::1]:8000/"),
        ("duel", 80, "http://duel/"),
    ],
)
def test_the_address_can_be_opened(host: str, port: int, address: str) -> None:
    """An IPv6 address is written in brackets, and the usual port is left out."""
    assert greeting.addresses_of(host, port) == [address]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_a_server_for_everyone_prints_real_addresses(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`0.0.0.0` is never printed as an address; those of the network are, with a QR code."""
    monkeypatch.setattr(greeting, "own_addresses", lambda: ["192.168.1.7", "fd00::7"])
    assert greeting.addresses_of(host, 8000) == [
        "http://localhost:8000/",
        "http://192.168.1.7:8000/",
        "http://[fd00::7]:8000/",
    ]
    plain = greeting.greeting(host, 8000)
    assert plain.splitlines()[0] == "Divisor Duel is at http://localhost:8000/  (Ctrl-C stops it)"
    assert "  http://192.168.1.7:8000/" in plain.splitlines()
    assert "0.0.0.0" not in plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert greeting.greeting(host, 8000).startswith(plain)
    assert "\u2588" in greeting.greeting(host, 8000)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_computer_names_the_flag(host: str) -> None:
    """On loopback the greeting warns that no one else can come, and says what helps."""
    said = greeting.greeting(host, 8000, "Use --host.")
    assert said.endswith("\nOnly this computer can open it. Use --host.")


def test_own_addresses_are_not_loopback() -> None:
    """The machine's addresses, as far as it has a network, can be reached from elsewhere."""
    for address in greeting.own_addresses():
        assert not ipaddress.ip_address(address).is_loopback
