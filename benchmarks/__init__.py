"""Benchmarks, some against other libraries: ``python -m benchmarks``.

Machines differ and are shared, so seconds say little. Every figure with a target is a
ratio of two things measured alternately within one run; seconds and rates are printed
only to show their order of magnitude.
"""
