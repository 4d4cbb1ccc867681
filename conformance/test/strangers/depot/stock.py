"""Items, places and lots: what comes in, is held back, counted and thrown away."""

from datetime import date
from decimal import Decimal

from breaks import broken
from clock import show_day
from show import show_item, show_lot, show_place
from store import Refusal, add, find, free, incoming, lot_status, lots_of_item, lots_of_place, remember, rows
from tokens import clock

EPOCH = date(1970, 1, 1).toordinal()


def add_item(account: str, *, sku, name, unit, pack_size, reorder_point, note=None) -> dict:
    if any(item["sku"] == sku for item in rows("item", account)):
        raise Refusal("sku_taken", f"There is an item {sku} already.")
    now = clock.seconds()
    item = add(
        "item",
        account,
        sku=sku,
        name=name,
        unit=unit,
        pack_size=pack_size,
        reorder_point=reorder_point,
        first={"name": name, "reorder_point": reorder_point},
        note=note,
        revision=1,
        created_at=now,
        updated_at=now,
    )
    return {"item": show_item(item)}


def update_item(account: str, *, item_id, revision, **changes) -> dict:
    item = find("item", account, item_id)
    if revision != item["revision"]:
        raise Refusal("stale", f"{item_id} has the revision {item['revision']}.")
    if broken("none-changes-nothing"):
        changes = {name: value for name, value in changes.items() if value is not None}
    item.update(changes, revision=item["revision"] + 1, updated_at=clock.seconds())
    return {"item": show_item(item)}


def get_item(account: str, *, item_id) -> dict:
    return {"item": show_item(find("item", account, item_id))}


def add_place(account: str, *, name, warehouse, capacity) -> dict:
    return {"place": show_place(add("place", account, name=name, warehouse=warehouse, capacity=capacity))}


def get_place(account: str, *, place_id) -> dict:
    return {"place": show_place(find("place", account, place_id))}


def check_day(expires_on: str) -> None:
    if expires_on < show_day(clock.seconds()):
        raise Refusal("already_expired", f"{expires_on} is over.")


def check_room(place: dict, quantity: int) -> None:
    room = free(place)
    if broken("place-takes-one-more"):
        room += 1
    if broken("incoming-takes-no-room"):
        room += incoming(place)
    if quantity > room:
        raise Refusal("place_full", f"{place['place_id']} has room for {free(place)}.")


def make_lot(account: str, item: dict, place: dict, quantity: int, expires_on: str, unit_cost: Decimal, order_id=None) -> dict:
    lot = add(
        "lot",
        account,
        item_id=item["item_id"],
        place_id=place["place_id"],
        quantity=quantity,
        expires_on=expires_on,
        # A lot is usable on its last day.
        ends=(date.fromisoformat(expires_on).toordinal() - EPOCH + (0 if broken("last-day-is-over") else 1)) * 86400,
        unit_cost=unit_cost,
        order_id=order_id,
        held=False,
        discarded=False,
        received_at=clock.seconds(),
        counted_at=None,
    )
    remember(lots_of_item, lot["item_id"], lot)
    remember(lots_of_place, lot["place_id"], lot)
    return lot


def receive_lot(account: str, *, item_id, place_id, quantity, expires_on, unit_cost) -> dict:
    item = find("item", account, item_id)
    place = find("place", account, place_id)
    check_day(expires_on)
    check_room(place, quantity)
    return {"lot": show_lot(make_lot(account, item, place, quantity, expires_on, Decimal(unit_cost)))}


def get_lot(account: str, *, lot_id) -> dict:
    return {"lot": show_lot(find("lot", account, lot_id))}


def quarantine_lot(account: str, *, lot_id) -> dict:
    lot = find("lot", account, lot_id)
    if lot_status(lot) != "usable":
        raise Refusal("wrong_status", f"{lot_id} is {lot_status(lot)}.")
    lot["held"] = True
    if broken("quarantine-counts"):
        lot["counted_at"] = clock.seconds()
    return {"lot": show_lot(lot)}


def clear_lot(account: str, *, lot_id) -> dict:
    lot = find("lot", account, lot_id)
    if lot_status(lot) != "quarantined":
        raise Refusal("wrong_status", f"{lot_id} is {lot_status(lot)}.")
    lot["held"] = False
    return {"lot": show_lot(lot)}


def discard_lot(account: str, *, lot_id) -> dict:
    lot = find("lot", account, lot_id)
    if lot_status(lot) not in ("quarantined", "expired"):
        raise Refusal("wrong_status", f"{lot_id} is {lot_status(lot)}.")
    discarded = lot["quantity"]
    lot["quantity"] = 0
    lot["discarded"] = True
    return {"lot": show_lot(lot), "discarded": discarded}


def count_lot(account: str, *, lot_id, counted, reason) -> dict:
    lot = find("lot", account, lot_id)
    if lot_status(lot) != "usable":
        raise Refusal("lot_not_usable", f"{lot_id} is {lot_status(lot)}.")
    expected = lot["quantity"]
    check_room(find("place", account, lot["place_id"]), counted - expected)
    lot["quantity"] = max(2 * counted - expected, 0) if broken("count-applied-twice") else counted
    lot["counted_at"] = clock.seconds()
    return {"lot": show_lot(lot), "expected": expected, "counted": counted, "difference": counted - expected, "reason": reason}
