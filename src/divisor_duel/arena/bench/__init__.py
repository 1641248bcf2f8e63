"""Divisor Duel Bench: one score for an agent's skill, measured against exact play.

The score comes from a frozen set of positions, each asked once and graded exactly: 1 is
perfect, 0 is random play. A gauntlet of games against the levels is reported
next to it.
"""
