"""Tests of adapters with clients too heavy for `make test`; see `make clients`.

Each file needs the extra that it is named after, in its own environment.
"""
