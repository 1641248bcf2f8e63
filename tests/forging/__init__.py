"""Certificates to try a checker with: true ones, true ones changed, and made-up ones.

The moves and answers in them come from the slow twins of `tests/reference`, never from the
package, so that a mistake in the rules cannot hide a mistake in the checker. Only `true_claims`
asks the package, for what `duel prove` writes.
"""
