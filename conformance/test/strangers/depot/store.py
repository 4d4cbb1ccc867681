"""What the depot has in memory: everything of all accounts, and the refusals of its rules."""

import threading
from decimal import ROUND_HALF_UP, Decimal

from breaks import broken
from tokens import clock

KINDS = {"item": "ITEM", "place": "PLACE", "lot": "LOT", "supplier": "SUP", "order": "PO", "transfer": "TR", "reservation": "RES"}
HOLD_SECONDS = 48 * 3600
OPEN_RESERVATIONS = 4

lock = threading.RLock()
things = {kind: {} for kind in KINDS}
numbers = dict.fromkeys(KINDS, 0)
lots_of_item: dict = {}
lots_of_place: dict = {}
orders_of_item: dict = {}
reservations_of_item: dict = {}
transfers_to_place: dict = {}


class Refusal(Exception):
    """A call that a rule of the depot forbids."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


def add(kind: str, account: str, **values) -> dict:
    numbers[kind] += 1
    key = f"{KINDS[kind]}-{numbers[kind]}"
    row = {f"{kind}_id": key, "number": numbers[kind], "account": account, **values}
    things[kind][key] = row
    return row


def find(kind: str, account: str, key: str) -> dict:
    row = things[kind].get(key)
    if row is None or row["account"] != account:
        raise Refusal("not_found", f"There is no {kind} {key}.")
    return row


def rows(kind: str, account: str) -> list:
    return [row for row in things[kind].values() if row["account"] == account]


def money(amount: Decimal, places: int = 2) -> str:
    return str(amount.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP))


def lot_status(lot: dict) -> str:
    if lot["discarded"]:
        return "discarded"
    if clock.seconds() >= lot["ends"]:
        return "expired"
    return "quarantined" if lot["held"] else "usable"


def reservation_status(reservation: dict) -> str:
    if reservation["closed_as"] is not None:
        return reservation["closed_as"]
    return "held" if clock.seconds() < reservation["expires_at"] else "lapsed"


def order_status(order: dict) -> str:
    if order["cancelled"]:
        return "cancelled"
    whole = any if broken("part-closes-the-order") else all
    if whole(line["received_packs"] == line["packs"] for line in order["lines"]):
        return "received"
    return "partly" if any(line["received_packs"] > 0 for line in order["lines"]) else "placed"


def on_hand(item: dict) -> int:
    return sum(lot["quantity"] for lot in lots_of_item.get(item["item_id"], []) if lot_status(lot) == "usable")


def reserved(item: dict) -> int:
    held = reservations_of_item.get(item["item_id"], [])
    counted = ["held"]
    if broken("release-keeps-reserved"):
        counted.append("released")
    if broken("lapsed-keeps-reserved"):
        counted.append("lapsed")
    return sum(each["quantity"] for each in held if reservation_status(each) in counted)


def available(item: dict) -> int:
    return on_hand(item) - reserved(item)


def on_order(item: dict) -> int:
    open_orders = [order for order in orders_of_item.get(item["item_id"], []) if not order["cancelled"]]
    lines = [line for order in open_orders for line in order["lines"] if line["item_id"] == item["item_id"]]
    return sum((line["packs"] - line["received_packs"]) * line["pack_size"] for line in lines)


def used(place: dict) -> int:
    return sum(lot["quantity"] for lot in lots_of_place.get(place["place_id"], []))


def incoming(place: dict) -> int:
    sent = transfers_to_place.get(place["place_id"], [])
    return sum(each["quantity"] for each in sent if each["received"] is None)


def free(place: dict) -> int:
    return place["capacity"] - used(place) - incoming(place)


def remember(index: dict, key: str, row: dict) -> None:
    entries = index.setdefault(key, [])
    if not entries or entries[-1] is not row:
        entries.append(row)
