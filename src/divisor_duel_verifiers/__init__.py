"""The name under which verifiers finds `divisor_duel.adapters.verifiers`."""

from divisor_duel.adapters.verifiers import DuelEnv, DuelTaskset

__all__ = ["DuelEnv", "DuelTaskset"]
