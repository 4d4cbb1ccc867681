"""Mistakes that a developer of the gym could make. The variable BREAK names the one that the server has."""

import os

BREAKS = [
    "waiting-member-stays-waiting",
    "last-place-is-never-given",
    "frozen-member-books",
    "payment-key-is-ignored",
    "lapsed-rental-keeps-locker",
    "until-day-ends-at-midnight",
    "touching-classes-collide",
    "freezing-keeps-the-revision",
    "phone-without-scope-in-lists",
    "cancels-until-the-start",
]


def is_broken(name: str) -> bool:
    assert name in BREAKS
    return os.environ.get("BREAK") == name
