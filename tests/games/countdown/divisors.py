"""Divisors and primes by trial division, which share nothing with the package."""

from __future__ import annotations


def divisors_below(limit: int) -> list[list[int]]:
    """Return for each number below `limit` its divisors other than 1 and itself, in order."""
    found: list[list[int]] = [[] for _ in range(limit)]
    for divisor in range(2, limit // 2 + 1):
        for multiple in range(2 * divisor, limit, divisor):
            found[multiple].append(divisor)
    return found


def divisors(number: int) -> list[int]:
    """Return the divisors of one number other than 1 and itself, in order."""
    every, rest, prime = [1], number, 2
    while rest > 1:
        if prime * prime > rest:
            prime = rest
        power, known = 1, list(every)
        while rest % prime == 0:
            rest //= prime
            power *= prime
            every += [power * divisor for divisor in known]
        prime += 1
    return sorted(every)[1:-1]
