"""Divisors of small numbers by trial, of large ones by multiplying back."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.factors import factorize, is_prime, proper_divisors


def test_small_numbers_by_trial() -> None:
    """Up to 3000, divisors and primes are what trying every number gives."""
    for number in range(1, 3001):
        divisors = tuple(d for d in range(2, number) if number % d == 0)
        assert proper_divisors(number) == divisors
        assert is_prime(number) == (number > 1 and not divisors)


@given(st.integers(1, 10**18))
def test_large_numbers_multiply_back(number: int) -> None:
    """The prime factors of any number multiply back to it and have no small divisor."""
    powers = factorize(number)
    assert prod(prime**power for prime, power in powers.items()) == number
    for prime in powers:
        assert all(prime % d for d in range(2, min(prime, 300)))
        assert all(pow(base, prime - 1, prime) == 1 for base in range(2, 20) if base % prime)


@pytest.mark.parametrize(
    ("number", "count"),
    [
        (963_761_198_400, 6720 - 2),  # most divisors below 10^12
        (897_612_484_786_617_600, 103_680 - 2),  # most divisors below 10^18
        (999_983**2, 1),
        (999_999_937 * 999_999_929, 2),
        (10**18 - 11, 0),
        (10**18, 19 * 19 - 2),
        (3_215_031_751, 8 - 2),  # 151 x 751 x 28351 passes the test with bases 2, 3, 5 and 7
    ],
)
def test_known_counts(number: int, count: int) -> None:
    """Numbers with known divisors, among them the hardest to take apart, have exactly those."""
    divisors = proper_divisors(number)
    assert len(divisors) == count
    assert all(number % divisor == 0 for divisor in divisors)
    assert list(divisors) == sorted(set(divisors))
