"""Schemas of what tools take and show."""

PURCHASING = "purchasing"


def text(description: str, longest: int = 100, **more) -> dict:
    return {"type": "string", "description": description, "minLength": 1, "maxLength": longest, **more}


def code(prefix: str, description: str) -> dict:
    return {"type": "string", "description": description, "pattern": f"^{prefix}-[1-9][0-9]{{0,8}}$"}


def whole(description: str, least: int, most: int, **more) -> dict:
    return {"type": "integer", "description": description, "minimum": least, "maximum": most, **more}


def number(description: str, nullable: bool = False) -> dict:
    return {"type": ["integer", "null"] if nullable else "integer", "description": description}


def decimals(description: str, places: int, nullable: bool = False) -> dict:
    kind = ["string", "null"] if nullable else "string"
    return {"type": kind, "description": description, "pattern": f"^[0-9]{{1,12}}\\.[0-9]{{{places}}}$"}


def price(description: str, places: int) -> dict:
    return {"type": "string", "description": description, "pattern": f"^[0-9]{{1,6}}\\.[0-9]{{{places}}}$"}


def day(description: str) -> dict:
    return {"type": "string", "description": description, "format": "date"}


def moment(description: str, nullable: bool = False) -> dict:
    return {"type": ["string", "null"] if nullable else "string", "description": description, "format": "date-time"}


def choice(description: str, *values: str, **more) -> dict:
    return {"type": "string", "description": description, "enum": list(values), **more}


def entries(items: dict, description: str, **more) -> dict:
    return {"type": "array", "description": description, "items": items, **more}


def record(properties: dict, optional: tuple = ()) -> dict:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


ITEM_ID = code("ITEM", "Id of an item.")
PLACE_ID = code("PLACE", "Id of a place.")
LOT_ID = code("LOT", "Id of a lot.")
SUPPLIER_ID = code("SUP", "Id of a supplier.")
ORDER_ID = code("PO", "Id of an order.")
TRANSFER_ID = code("TR", "Id of a transfer.")
RESERVATION_ID = code("RES", "Id of a reservation.")
UNITS = ("dose", "vial", "box", "piece")


def or_null(schema: dict) -> dict:
    return {"anyOf": [schema, {"type": "null"}]}


ITEM = record(
    {
        "item_id": ITEM_ID,
        "sku": text("Code of the depot.", 20),
        "name": text("Name."),
        "unit": choice("What is counted.", *UNITS),
        "pack_size": number("Units in a pack."),
        "reorder_point": number("The item is short when no more units than these are available."),
        "note": {"type": ["string", "null"], "description": "A remark."},
        "revision": number("Grows with each update."),
        "on_hand": number("Units in usable lots."),
        "reserved": number("Units of reservations that are held."),
        "available": number("Units on hand that are not reserved. Below zero when a reserved lot has expired."),
        "on_order": number("Units that are ordered and outstanding."),
        "created_at": moment("When it was added."),
        "updated_at": moment("When it was last updated."),
    }
)
SHORT = record(
    {
        "item_id": ITEM_ID,
        "name": text("Name."),
        "available": number("Units on hand that are not reserved."),
        "reorder_point": number("The item is short when no more units than these are available."),
        "missing": number("Units up to the reorder point."),
    }
)
PLACE = record(
    {
        "place_id": PLACE_ID,
        "name": text("Name, such as a shelf."),
        "warehouse": text("The warehouse.", 40),
        "capacity": number("Units that fit."),
        "used": number("Units of the lots at the place."),
        "incoming": number("Units that are on their way."),
        "free": number("Units for which there is room."),
    }
)
LOT = record(
    {
        "lot_id": LOT_ID,
        "item_id": ITEM_ID,
        "place_id": PLACE_ID,
        "quantity": number("Units."),
        "expires_on": day("The last day on which it is usable, in UTC."),
        "order_id": or_null(ORDER_ID),
        "status": choice("Whether it can be used.", "usable", "quarantined", "expired", "discarded"),
        "unit_cost": decimals("Cost of a unit, in EUR.", 4),
        "value": decimals("Quantity times unit cost, rounded to cents.", 2),
        "received_at": moment("When it came in."),
        "counted_at": moment("When it was last counted.", True),
    },
    ("unit_cost", "value"),
)
SUPPLIER = record(
    {
        "supplier_id": SUPPLIER_ID,
        "name": text("Name."),
        "email": {"type": "string", "description": "Address for orders.", "format": "email"},
        "lead_days": number("Days until a delivery comes."),
    }
)
LINE = record(
    {
        "line": number("Number of the line, from 1."),
        "item_id": ITEM_ID,
        "packs": number("Packs that were ordered."),
        "pack_size": number("Units in a pack."),
        "pack_price": decimals("Price of a pack, in EUR.", 2),
        "line_total": decimals("Packs times price.", 2),
        "received_packs": number("Packs that came."),
    }
)
ORDER = record(
    {
        "order_id": ORDER_ID,
        "supplier_id": SUPPLIER_ID,
        "status": choice("What has come.", "placed", "partly", "received", "cancelled"),
        "lines": entries(LINE, "What is ordered."),
        "subtotal": decimals("Sum of the lines.", 2),
        "discount_percent": number("Discount on the subtotal."),
        "discount": decimals("The discount, rounded half up to cents.", 2),
        "total": decimals("Subtotal without the discount.", 2),
        "lead_days": number("Days until the delivery, as the supplier had them."),
        "ordered_at": moment("When it was ordered."),
        "due_at": moment("When it is due."),
        "closed_at": moment("When all had come, or it was cancelled.", True),
    }
)
TRANSFER = record(
    {
        "transfer_id": TRANSFER_ID,
        "lot_id": LOT_ID,
        "item_id": ITEM_ID,
        "from_place_id": PLACE_ID,
        "to_place_id": PLACE_ID,
        "quantity": number("Units that were sent."),
        "received": number("Units that came.", True),
        "lost": number("Units that were sent and did not come.", True),
        "arrived_lot_id": or_null(LOT_ID),
        "status": choice("Whether it came.", "sent", "received"),
        "sent_at": moment("When it was sent."),
        "received_at": moment("When it came.", True),
    }
)
PICK = record(
    {
        "lot_id": LOT_ID,
        "place_id": PLACE_ID,
        "expires_on": day("The last day of the lot."),
        "quantity": number("Units from this lot."),
        "unit_cost": decimals("Cost of a unit, in EUR.", 4),
    },
    ("unit_cost",),
)
RESERVATION = record(
    {
        "reservation_id": RESERVATION_ID,
        "item_id": ITEM_ID,
        "quantity": number("Units."),
        "holder": text("Who gets it.", 60),
        "status": choice("What became of it.", "held", "issued", "released", "lapsed"),
        "picks": entries(PICK, "The lots from which it was issued; what expires first is taken first."),
        "cost": decimals("Sum of quantities times unit costs, rounded once.", 2, True),
        "created_at": moment("When it was made."),
        "expires_at": moment("Until when it is held: 48 hours."),
        "closed_at": moment("When it was issued or released.", True),
    },
    ("cost",),
)
