"""What an operator can measure: counted as it happens, read by Prometheus at /metrics."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

Read = Callable[[], float]


class Metrics:
    """Everything that is counted in one server process."""

    def __init__(self, gauges: Mapping[str, tuple[str, Read]]) -> None:
        """`gauges` are read when asked for: each has a name, a meaning and who knows it."""
        self._registry = CollectorRegistry()
        self._registry.register(_Gauges(gauges))
        self.requests = Counter(
            "duel_requests", "Requests answered", ["status"], registry=self._registry
        )
        self.moves = 0
        moves = {"duel_moves_total": ("Moves and other changes kept", lambda: float(self.moves))}
        self._registry.register(_Gauges(moves))
        self.commit = Timings("duel_commit_seconds", "Until a change was on disk")
        self.delivery = Timings(
            "duel_delivery_seconds", "Until a change was handed to all who watch"
        )
        for timings in (self.commit, self.delivery):
            self._registry.register(timings)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)


class Timings(Collector):
    """How long something took, each time; counted by one thread, and so without locks."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(QUICK) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(QUICK, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        """How many took at most so long, for each bound."""
        bounds = [*map(str, QUICK), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._about, buckets, self._sum)


class _Gauges(Collector):
    """Numbers that somebody else keeps."""

    def __init__(self, gauges: Mapping[str, tuple[str, Read]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        """Each number as it is now; what only grows is called a total."""
        for name, (about, read) in self._gauges.items():
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            yield kind(name.removesuffix("_total"), about, value=read())
