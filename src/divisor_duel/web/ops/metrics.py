"""Metrics for operators, which Prometheus reads at /metrics."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Upper bounds of the histogram buckets, in seconds."""

Read = Callable[[], float]


class Metrics:
    """All metrics of one server process."""

    def __init__(self, numbers: Mapping[str, tuple[str, Read]]) -> None:
        """`numbers` maps each name to its help text and a function that reads its value.

        A name that ends in _total is a counter, any other a gauge.
        """
        self._registry = CollectorRegistry()
        self.moves = 0
        counters: dict[str, tuple[str, Read]] = {
            "duel_moves_total": ("Moves and other changes saved", lambda: self.moves)
        }
        for name, (about, read) in numbers.items():
            if name.endswith("_total"):
                counters[name] = about, read
            else:
                Gauge(name, about, registry=self._registry).set_function(read)
        self._registry.register(_Counters(counters))
        self.requests = Counter(
            "duel_requests", "Requests answered", ["status"], registry=self._registry
        )
        self.commit = Timings("duel_commit_seconds", "Time until a change is on disk")
        self.delivery = Timings(
            "duel_delivery_seconds", "Time until a change is passed to all listeners"
        )
        for timings in (self.commit, self.delivery):
            self._registry.register(timings)

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self._registry)


class Timings(Collector):
    """A histogram of durations; only one thread adds to it, so it needs no lock."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        """Yield the histogram: for each bound, how many durations were at most that long."""
        bounds = [*map(str, BUCKETS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._about, buckets, self._sum)


class _Counters(Collector):
    """Numbers that other objects count; the library's own counters cannot read a function."""

    def __init__(self, counters: Mapping[str, tuple[str, Read]]) -> None:
        self._counters = counters

    def collect(self) -> Iterator[Metric]:
        """Yield the current numbers."""
        for name, (about, read) in self._counters.items():
            yield CounterMetricFamily(name.removesuffix("_total"), about, value=read())
