"""Metrics in Prometheus's text format."""

from __future__ import annotations

import re

from divisor_duel.web.ops.metrics import BUCKETS, Metrics, Timings


def lines_of(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name and labels."""
    found = re.findall(r"^([^#]\S*) (\S+)$", metrics.text().decode(), re.M)
    return {name: float(value) for name, value in found}


def test_gauges_are_read_when_they_are_asked_for() -> None:
    """A name that ends in _total is a counter, any other a gauge; both show the current number."""
    games = 3.0
    metrics = Metrics(
        {
            "duel_games": ("Games", lambda: games),
            "duel_restarts_total": ("Restarts", lambda: 2.0),
        }
    )
    games = 4.0
    assert lines_of(metrics)["duel_games"] == 4.0
    assert lines_of(metrics)["duel_restarts_total"] == 2.0
    text = metrics.text().decode()
    assert "# TYPE duel_games gauge" in text
    assert "# TYPE duel_restarts_total counter" in text


def test_requests_and_moves_are_counted() -> None:
    """Requests are counted by their status, moves all together."""
    metrics = Metrics({})
    for status in (200, 200, 404):
        metrics.requests.labels(status).inc()
    metrics.moves += 5
    lines = lines_of(metrics)
    assert lines['duel_requests_total{status="200"}'] == 2
    assert lines['duel_requests_total{status="404"}'] == 1
    assert lines["duel_moves_total"] == 5


def test_a_histogram_counts_up_to_each_bound() -> None:
    """A duration counts in its own bucket and all larger ones, also exactly at a bound."""
    timings = Timings("t", "times")
    durations = (0.0005, 0.001, 0.0011, 3.0, 60.0)
    for seconds in durations:
        timings.observe(seconds)
    (family,) = timings.collect()
    counts = {
        sample.labels["le"]: sample.value for sample in family.samples if sample.name == "t_bucket"
    }
    for bound in BUCKETS:
        assert counts[str(bound)] == sum(seconds <= bound for seconds in durations)
    assert counts["+Inf"] == 5
    totals = {sample.name: sample.value for sample in family.samples}
    assert (totals["t_count"], totals["t_sum"]) == (5, sum(durations))
