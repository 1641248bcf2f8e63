"""Adapters run by clients that are too heavy for `make test`; `make clients` runs these tests.

Each file needs the extra that it is named after, in an environment of its own.
"""
