"""Mistakes that a developer of the ledger could make. The variable BREAK names the one that the server has."""

import os

BREAKS = [
    "statement-drops-cents",
    "reversal-takes-nothing-back",
    "overdraft-is-never-reached",
    "one-quota-for-all-tenants",
    "reversal-gives-quota-back",
    "balance-is-a-float",
    "frozen-account-receives",
    "key-forgets-the-amount",
    "min-balance-is-left-out",
    "opening-has-the-first-day",
]


def is_broken(name: str) -> bool:
    assert name in BREAKS
    return os.environ.get("BREAK") == name
