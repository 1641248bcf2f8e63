"""Fast divisors of numbers with up to eighteen digits.

Trial division removes small primes; Pollard's rho method splits what is left. The
Miller-Rabin test with twelve bases recognises primes; it is exact far beyond this size
(Sorenson and Webster, 2015: to 3 x 10^23).
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from divisor_duel.numbers import NumberLists

_FIRST = (2, 3, 5, 7, 11, 13, 17, 19)
_SMALL = (*_FIRST, *(n for n in range(23, 500) if all(n % prime for prime in _FIRST)))
_BASES = _SMALL[:12]


def is_prime(number: int) -> bool:
    """Return whether `number` is prime."""
    for prime in _SMALL:
        if number % prime == 0:
            return number == prime
    if number < _SMALL[-1] ** 2:
        return number > 1
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, base, odd, twos) for base in _BASES)


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    """Run one Miller-Rabin round: return whether `number` may be prime by `base`."""
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def _split(number: int) -> int:
    """Return a proper factor of an odd composite `number`, by Pollard's rho method.

    gcd dominates the cost, so it is taken of the product of a hundred differences at a time.
    If that gives `number` itself, the batch is repeated one difference at a time.
    """
    for shift in range(1, number):
        slow = fast = 2
        factor = 1
        while factor == 1:
            batch_slow, batch_fast, product = slow, fast, 1
            for _ in range(100):
                slow = (slow * slow + shift) % number
                fast = (fast * fast + shift) % number
                fast = (fast * fast + shift) % number
                product = product * (fast - slow) % number
            factor = gcd(product, number)
        if factor == number:
            slow, fast, factor = batch_slow, batch_fast, 1
            while factor == 1:
                slow = (slow * slow + shift) % number
                fast = (fast * fast + shift) % number
                fast = (fast * fast + shift) % number
                factor = gcd(fast - slow, number)
        if factor != number:
            return factor
    raise AssertionError(f"{number} is not composite")


def factorize(number: int) -> dict[int, int]:
    """Return the prime factors of `number` with their powers, small primes first."""
    powers: dict[int, int] = {}
    for prime in _SMALL:
        if prime * prime > number:  # what is left is prime
            if number > 1:
                powers[number] = powers.get(number, 0) + 1
            return powers
        while number % prime == 0:
            number //= prime
            powers[prime] = powers.get(prime, 0) + 1
    waiting = [number] if number > 1 else []
    while waiting:
        part = waiting.pop()
        if is_prime(part):
            powers[part] = powers.get(part, 0) + 1
        else:
            factor = _split(part)
            waiting += [factor, part // factor]
    return powers


MANY = 100
"""With more divisors than this, sorting after each prime is faster than once at the end."""


def list_divisors(number: int) -> tuple[int, ...]:
    """Return the divisors of `number` except 1 and itself, ascending."""
    divisors = [1]
    for prime, power in factorize(number).items():
        row = divisors
        for _ in range(power):
            row = [prime * divisor for divisor in row]
            divisors = divisors + row
        if len(divisors) > MANY:
            divisors.sort()  # each row is in order already, so this merely merges them
    return tuple(sorted(divisors)[1:-1])


proper_divisors: Callable[[int], tuple[int, ...]] = NumberLists(list_divisors, 1 << 20).__getitem__
"""`list_divisors` with a cache, since every turn asks for the same divisors several times."""
