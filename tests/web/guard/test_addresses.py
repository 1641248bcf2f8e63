"""Which accounts a client draws on."""

from __future__ import annotations

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.web.guard.addresses import AddressList, accounts_of, client_name
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.guard.rate_limits import ClientCounter, RateLimiter


def test_an_ipv6_client_draws_on_three_accounts() -> None:
    """Beside its /64 its /56 and /48 count; an IPv4 address and a name stand for themselves."""
    client = client_name("2001:db8:12:3456::7")
    assert accounts_of(client) == (
        ("2001:db8:12:3456::/64", 1),
        ("2001:db8:12:3400::/56", 2),
        ("2001:db8:12::/48", 3),
    )
    assert accounts_of("192.0.2.1") == (("192.0.2.1", 1),)
    assert accounts_of("a-game") == (("a-game", 1),)


def test_a_site_cannot_multiply_its_budget() -> None:
    """However many /64s ask, a /56 gets the budget of two clients and a /48 that of three."""
    limits = Limits(burst=10, requests_per_second=1e-9, games_burst=10, games_per_second=1e-9)
    near = [client_name(f"2001:db8:1:{number:x}::1") for number in range(100)]
    far = [client_name(f"2001:db8:1:{number << 8:x}::1") for number in range(100)]
    for clients, most in ((near, 20), (far, 30)):
        limiter = RateLimiter(limits)
        assert sum(limiter.admit_request(client) == 0 for client in clients) == most
        assert sum(limiter.admit_game(client) == 0 for client in clients) == most
        assert limiter.admit_request("192.0.2.1") == 0
        held = ClientCounter(1000, 10)
        assert sum(held.enter(client) for client in clients) == most
        assert held.enter("192.0.2.1")


def test_a_site_that_keeps_the_server_busy_is_refused_as_a_whole() -> None:
    """Time that many /64s use is charged to their /48, and then none of them is served."""
    limiter = RateLimiter(Limits(busy_seconds=1.0, busy_share=1e-9))
    for number in range(4):
        limiter.charge_cpu(client_name(f"2001:db8:1:{number << 8:x}::1"), 0.9)
    assert limiter.admit_request(client_name("2001:db8:1:ffff::1")) > 0
    assert limiter.is_overdrawn(client_name("2001:db8:1:ffff::1"))
    assert limiter.admit_request(client_name("2001:db8:2::1")) == 0


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["1.2.3.4", "5.6.7.8"], "5.6.7.8"),
        ("127.0.0.1", ["1.2.3.4", ""], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 10.1.1.1"], "5.6.7.8"),
        ("127.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("127.0.0.1", ["[2001:db8:1:2::9]:443"], "2001:db8:1:2::/64"),
        ("::ffff:127.0.0.1", ["::ffff:1.2.3.4"], "1.2.3.4"),
        ("::1", ["2001:db8::1"], "2001:db8::/64"),
        ("127.0.0.1", ["1.2.3.4, nonsense"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["10.9.9.9, 10.0.0.7"], "127.0.0.1"),
        ("127.0.0.1", ["5.6.7.8, ::ffff:10.1.1.1"], "5.6.7.8"),
        ("::ffff:9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
    ],
)
def test_who_a_client_is(peer: str, forwarded: list[str], client: str) -> None:
    """Only trusted proxies are believed, and only about the address that they add at the end."""
    assert AddressList("loopback, 10.0.0.0/8").client_of(peer, forwarded) == client


def test_proxies_must_be_addresses() -> None:
    """Anything but addresses and networks is refused in a sentence."""
    with pytest.raises(OptionsError, match="addresses or networks"):
        AddressList("example.org")
