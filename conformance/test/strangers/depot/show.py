"""What results show of each thing."""

from decimal import ROUND_DOWN, Decimal

from breaks import broken
from clock import show_time
from store import available, free, incoming, lot_status, money, on_hand, on_order, order_status, reservation_status, reserved, used


def show_item(item: dict) -> dict:
    kept = ("item_id", "sku", "name", "unit", "pack_size", "reorder_point", "note", "revision")
    return {
        **{key: item[key] for key in kept},
        "on_hand": on_hand(item),
        "reserved": reserved(item),
        "available": available(item),
        "on_order": on_order(item),
        "created_at": show_time(item["created_at"]),
        "updated_at": show_time(item["updated_at"]),
    }


def show_short(item: dict) -> dict:
    left = available(item)
    return {
        "item_id": item["item_id"],
        "name": item["name"],
        "available": left,
        "reorder_point": item["reorder_point"],
        "missing": item["reorder_point"] - left,
    }


def show_place(place: dict) -> dict:
    return {
        **{key: place[key] for key in ("place_id", "name", "warehouse", "capacity")},
        "used": used(place),
        "incoming": incoming(place),
        "free": free(place),
    }


def show_lot(lot: dict) -> dict:
    return {
        **{key: lot[key] for key in ("lot_id", "item_id", "place_id", "quantity", "expires_on", "order_id")},
        "status": lot_status(lot),
        "unit_cost": money(lot["unit_cost"], 4),
        "value": money(lot["quantity"] * lot["unit_cost"]),
        "received_at": show_time(lot["received_at"]),
        "counted_at": show_time(lot["counted_at"]),
    }


def show_supplier(supplier: dict) -> dict:
    return {key: supplier[key] for key in ("supplier_id", "name", "email", "lead_days")}


def show_order(order: dict) -> dict:
    totals = [line["packs"] * line["pack_price"] for line in order["lines"]]
    subtotal = sum(totals, Decimal(0))
    exact = subtotal * order["discount_percent"] / 100
    discount = exact.quantize(Decimal("0.01"), rounding=ROUND_DOWN) if broken("discount-rounds-down") else Decimal(money(exact))
    return {
        "order_id": order["order_id"],
        "supplier_id": order["supplier_id"],
        "status": order_status(order),
        "lines": [
            {
                "line": index + 1,
                "item_id": line["item_id"],
                "packs": line["packs"],
                "pack_size": line["pack_size"],
                "pack_price": money(line["pack_price"]),
                "line_total": money(totals[index]),
                "received_packs": line["received_packs"],
            }
            for index, line in enumerate(order["lines"])
        ],
        "subtotal": money(subtotal),
        "discount_percent": order["discount_percent"],
        "discount": money(discount),
        "total": money(subtotal - discount),
        "lead_days": order["lead_days"],
        "ordered_at": show_time(order["ordered_at"]),
        "due_at": show_time(order["ordered_at"] + order["lead_days"] * 86400),
        "closed_at": show_time(order["closed_at"]),
    }


def show_transfer(transfer: dict) -> dict:
    received = transfer["received"]
    kept = ("transfer_id", "lot_id", "item_id", "from_place_id", "to_place_id", "quantity", "received", "arrived_lot_id")
    return {
        **{key: transfer[key] for key in kept},
        "status": "sent" if received is None else "received",
        "lost": None if received is None else transfer["quantity"] - received,
        "sent_at": show_time(transfer["sent_at"]),
        "received_at": show_time(transfer["received_at"]),
    }


def show_reservation(reservation: dict) -> dict:
    picks = reservation["picks"]
    costs = [each["quantity"] * each["unit_cost"] for each in picks]
    if broken("cost-rounded-by-pick"):
        costs = [Decimal(money(each)) for each in costs]
    cost = sum(costs, Decimal(0))
    return {
        **{key: reservation[key] for key in ("reservation_id", "item_id", "quantity", "holder")},
        "status": reservation_status(reservation),
        "picks": [{**each, "unit_cost": money(each["unit_cost"], 4)} for each in picks],
        "cost": money(cost) if picks else None,
        "created_at": show_time(reservation["created_at"]),
        "expires_at": show_time(reservation["expires_at"]),
        "closed_at": show_time(reservation["closed_at"]),
    }
