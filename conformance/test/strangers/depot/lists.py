"""Lists with filters, orders and cursors."""

import base64
import json
import random

from breaks import broken
from show import show_item, show_lot, show_order, show_place, show_reservation, show_short, show_supplier, show_transfer
from store import Refusal, available, free, lot_status, on_hand, order_status, reservation_status, rows, things
from validate import read_time


def contains(text: str, part: str) -> bool:
    return part.casefold() in text.casefold()


ITEM_ORDERS = {
    "name": (lambda item: item["name"], False),
    "newest": (lambda item: item["created_at"], True),
    "available": (available, False),
}


def page(items: list, key, name: str, show, cursor, limit: int, descending: bool = False, order: str = "") -> dict:
    """A page of things by the key and then by their number, after the one that the cursor names."""
    position = lambda row: (key(row), row["number"])  # noqa: E731
    if broken("ties-in-any-order") and name == "items":
        items = random.sample(items, len(items))
        ordered = sorted(items, key=key, reverse=descending)
    else:
        ordered = sorted(items, key=position, reverse=descending)
    if cursor is not None and broken("cursor-skips-equal") and name == "orders":
        ordered = [row for row in ordered if key(row) < read_cursor(cursor, name, order)[0]]
    elif cursor is not None:
        after = read_cursor(cursor, name, order)
        try:
            ordered = [row for row in ordered if (position(row) < after if descending else position(row) > after)]
        except TypeError:
            raise Refusal("bad_cursor", "The cursor is none of this list.") from None
    shown = ordered[:limit]
    result = {name: [show(row) for row in shown], "total_count": len(items), "next_cursor": None}
    if len(ordered) > limit:
        result["next_cursor"] = write_cursor(name, order, position(shown[-1]))
    return result


def write_cursor(name: str, order: str, position: tuple) -> str:
    return base64.urlsafe_b64encode(json.dumps([name, order, *position]).encode()).decode()


def read_cursor(cursor: str, name: str, order: str) -> tuple:
    try:
        made_for, made_order, key, number = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        if (made_for, made_order) != (name, order) or not isinstance(number, int):
            raise ValueError(cursor)
    except (ValueError, TypeError):
        raise Refusal("bad_cursor", "The cursor is none of this list.") from None
    return (key, number)


def list_items(account: str, *, query=None, unit=None, sort, cursor=None, limit) -> dict:
    found = [
        item
        for item in rows("item", account)
        if (query is None or contains(item["name"], query) or contains(item["sku"], query))
        and (unit is None or item["unit"] == ("piece" if unit == "box" and broken("box-is-piece") else unit))
    ]
    key, descending = ITEM_ORDERS[sort]
    return page(found, key, "items", show_listed, cursor, limit, descending, sort)


def show_listed(item: dict) -> dict:
    return {**show_item(item), "name": item["first"]["name"]} if broken("list-keeps-old-name") else show_item(item)


def list_short_items(account: str) -> dict:
    left = on_hand if broken("short-by-on-hand") else available
    of = (lambda item: item["first"]) if broken("reorder-point-of-old") else (lambda item: item)
    short = [item for item in rows("item", account) if left(item) <= of(item)["reorder_point"]]
    return {"items": [show_short(item) for item in short]}


def list_places(account: str, *, warehouse=None, min_free=None, cursor=None, limit) -> dict:
    found = [
        place
        for place in rows("place", account)
        if (warehouse is None or place["warehouse"] == warehouse) and (min_free is None or free(place) >= min_free)
    ]
    return page(found, lambda place: place["name"], "places", show_place, cursor, limit)


def list_lots(account: str, *, item_id=None, place_id=None, status=None, expires_until=None, cursor=None, limit) -> dict:
    if status == "quarantined" and broken("quarantined-is-no-filter"):
        status = None
    found = [
        lot
        for lot in rows("lot", account)
        if item_id in (None, lot["item_id"])
        and place_id in (None, lot["place_id"])
        and status in (None, lot_status(lot))
        and (expires_until is None or lot["expires_on"] <= expires_until)
    ]
    return page(found, lambda lot: lot["expires_on"], "lots", show_lot, cursor, limit)


def list_suppliers(account: str, *, query=None, cursor=None, limit) -> dict:
    found = [each for each in rows("supplier", account) if query is None or contains(each["name"], query)]
    return page(found, lambda supplier: supplier["name"], "suppliers", show_supplier, cursor, limit)


def list_orders(account: str, *, supplier_id=None, item_id=None, status=None, ordered_from=None, cursor=None, limit) -> dict:
    since = None if ordered_from is None else read_time(ordered_from)
    found = [
        order
        for order in rows("order", account)
        if supplier_id in (None, order["supplier_id"])
        and (item_id is None or any(line["item_id"] == item_id for line in order["lines"]))
        and status in (None, order_status(order))
        and (since is None or order["ordered_at"] >= since)
    ]
    return page(found, lambda order: order["ordered_at"], "orders", show_order, cursor, limit, descending=True)


def list_transfers(account: str, *, lot_id=None, to_place_id=None, status=None, cursor=None, limit) -> dict:
    found = [
        each
        for each in (things["transfer"].values() if lot_id is not None and broken("transfers-of-all") else rows("transfer", account))
        if lot_id in (None, each["lot_id"])
        and to_place_id in (None, each["to_place_id"])
        and status in (None, "sent" if each["received"] is None else "received")
    ]
    return page(found, lambda each: each["sent_at"], "transfers", show_transfer, cursor, limit, descending=True)


def list_reservations(account: str, *, item_id=None, status=None, holder=None, cursor=None, limit) -> dict:
    found = [
        each
        for each in rows("reservation", account)
        if item_id in (None, each["item_id"])
        and status in (None, reservation_status(each))
        and (holder is None or contains(each["holder"], holder))
    ]
    return page(found, lambda each: each["expires_at"], "reservations", show_reservation, cursor, limit)
