"""What an operator can measure: counted as it happens, read by Prometheus at /metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
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
        self.moves = Counter("duel_moves", "Moves and other changes kept", registry=self._registry)
        self.commit = self._histogram("duel_commit_seconds", "Until a change was on disk")
        self.delivery = self._histogram(
            "duel_delivery_seconds", "Until a change was handed to all who watch"
        )

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, buckets=QUICK, registry=self._registry)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)


class _Gauges(Collector):
    """Numbers that somebody else keeps."""

    def __init__(self, gauges: Mapping[str, tuple[str, Read]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        """Each number as it is now; what only grows is called a total."""
        for name, (about, read) in self._gauges.items():
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            yield kind(name.removesuffix("_total"), about, value=read())
