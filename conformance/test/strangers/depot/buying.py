"""Suppliers, and orders that come in parts."""

from decimal import Decimal

from breaks import broken
from show import show_lot, show_order, show_supplier
from stock import check_day, check_room, make_lot
from store import Refusal, add, find, money, order_status, orders_of_item, remember
from tokens import clock


def add_supplier(account: str, *, name, email, lead_days) -> dict:
    return {"supplier": show_supplier(add("supplier", account, name=name, email=email, lead_days=lead_days))}


def create_order(account: str, *, supplier_id, lines, discount_percent) -> dict:
    supplier = find("supplier", account, supplier_id)
    items = [find("item", account, line["item_id"]) for line in lines]
    order = add(
        "order",
        account,
        supplier_id=supplier_id,
        lines=[
            {
                "item_id": line["item_id"],
                "packs": line["packs"],
                "pack_size": item["pack_size"],
                "pack_price": Decimal(line["pack_price"]),
                "received_packs": 0,
            }
            for line, item in zip(lines, items)
        ],
        discount_percent=discount_percent,
        lead_days=supplier["lead_days"],
        ordered_at=clock.seconds(),
        closed_at=None,
        cancelled=False,
    )
    for line in order["lines"]:
        remember(orders_of_item, line["item_id"], order)
    return {"order": show_order(order)}


def receive_delivery(account: str, *, order_id, line, place_id, expires_on, packs=None, rest=None) -> dict:
    order = find("order", account, order_id)
    place = find("place", account, place_id)
    if order_status(order) not in ("placed", "partly"):
        raise Refusal("over_delivery" if broken("closed-order-over-delivers") else "order_closed", f"{order_id} is {order_status(order)}.")
    if line > len(order["lines"]):
        raise Refusal("no_such_line", f"{order_id} has {len(order['lines'])} lines.")
    wanted = order["lines"][line - 1]
    outstanding = wanted["packs"] - wanted["received_packs"]
    arrived = outstanding if packs is None else packs
    if arrived > outstanding or arrived == 0:
        raise Refusal("over_delivery", f"{outstanding} packs of line {line} are outstanding.")
    check_day(expires_on)
    quantity = arrived if broken("delivery-in-packs") else arrived * wanted["pack_size"]
    check_room(place, quantity)
    item = find("item", account, wanted["item_id"])
    unit_cost = Decimal(money(wanted["pack_price"] / wanted["pack_size"], 4))
    lot = make_lot(account, item, place, quantity, expires_on, unit_cost, order_id)
    wanted["received_packs"] += arrived
    if order_status(order) == "received":
        order["closed_at"] = clock.seconds()
    return {"order": show_order(order), "lot": show_lot(lot)}


def cancel_order(account: str, *, order_id) -> dict:
    order = find("order", account, order_id)
    if order_status(order) not in ("placed", "partly"):
        raise Refusal("order_closed", f"{order_id} is {order_status(order)}.")
    order["cancelled"] = True
    order["closed_at"] = clock.seconds()
    return {"order": show_order(order)}
