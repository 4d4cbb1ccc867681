"""The mistake of BREAK, for tests of the suite: one thing that the depot does wrong."""

import os

MISTAKES = {
    "cost-rounded-by-pick": "The cost of what is issued is rounded for each lot, not once.",
    "discount-rounds-down": "A discount of half a cent and more is rounded down.",
    "oldest-lot-first": "What came in first is issued first, whenever it expires.",
    "place-takes-one-more": "A place takes one unit more than fits.",
    "incoming-takes-no-room": "What is on its way to a place takes no room in it.",
    "part-closes-the-order": "An order is received as soon as one of its lines is.",
    "delivery-in-packs": "A delivered lot has as many units as packs came.",
    "release-keeps-reserved": "What is released stays reserved.",
    "lapsed-keeps-reserved": "What has lapsed stays reserved.",
    "transfer-hides-the-difference": "The lot that arrives has all units that were sent, not those that came.",
    "quarantined-is-no-filter": "The filter for lots in quarantine lists all lots.",
    "ties-in-any-order": "Items that were added in the same second come in another order each time.",
    "cursor-skips-equal": "A page of orders begins after all orders of the last second.",
    "transfers-of-all": "The transfers of a lot are listed for every account.",
    "count-without-scope": "A token without stock:write counts lots.",
    "keys-for-all": "A key of another account gives its result.",
    "list-keeps-old-name": "The list of items shows the name that an item had at first.",
    "count-applied-twice": "The correction of a count is applied twice.",
    "closed-order-over-delivers": "A delivery for a closed order is refused as too large.",
    "refused-transfer-takes": "A transfer for which there is no room takes the units all the same.",
    "quarantine-counts": "A quarantine sets the time of the last count.",
    "fifth-reservation": "An item has five reservations.",
    "negative-arrives": "Fewer than no units arrive.",
    "reorder-point-of-old": "The list of what is short looks at the reorder point that the item had at first.",
    "lead-days-zero": "A supplier without lead days has none, not seven.",
    "box-is-piece": "The filter for boxes lists pieces.",
    "short-by-on-hand": "The list of what is short looks at what is on hand, not at what is available.",
    "last-day-is-over": "A lot expires when its last day begins.",
    "quarantined-is-reserved": "Units in quarantine can be reserved.",
    "none-changes-nothing": "A note of null leaves the note as it was.",
    "costs-in-list": "The list of reservations shows costs to tokens without purchasing.",
}

MISTAKE = os.environ.get("BREAK")
if MISTAKE is not None and MISTAKE not in MISTAKES:
    raise SystemExit(f"There is no mistake {MISTAKE}.")


def broken(name: str) -> bool:
    assert name in MISTAKES, name
    return name == MISTAKE
