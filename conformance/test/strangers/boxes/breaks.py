"""Ten mistakes that the developers of the boxes could make. The variable BREAK names the one that the server has."""

import os

BREAKS = [
    "skip-until-delivery",
    "expired-gift-redeems",
    "delivery-keeps-credit",
    "total-of-old-choice",
    "copy-stays-published",
    "allergens-keep-the-revision",
    "phone-in-customer-list",
    "paused-subscription-gets-box",
    "gift-code-of-anyone",
    "key-forgets-arguments",
]


def is_broken(name: str) -> bool:
    assert name in BREAKS
    return os.environ.get("BREAK") == name
