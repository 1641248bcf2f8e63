"""Measurements, side by side with peers where there are any: ``python -m benchmarks``.

Machines differ and are shared, so seconds say little. Every figure here is a
ratio of two things measured alternately within one run; seconds and rates are
printed only to show their order of magnitude.
"""
