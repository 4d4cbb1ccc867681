"""The tools about items, places and lots."""

import lists
import shapes
import stock
from shapes import choice, day, entries, number, price, record, text, whole

READ, ADD, WRITE = "read", "add", "write"
STOCK_READ, STOCK_WRITE = ("stock:read",), ("stock:write",)

LIMIT = whole("At most so many.", 1, 50, default=20)
CURSOR = text("The next_cursor of the page before.", 2000)
REQUEST_ID = {
    "type": "string",
    "description": "A key of your own: the same call with the same key is made once.",
    "pattern": "^[A-Za-z0-9_-]{8,64}$",
}


def tool(name, handler, mode, scopes, title, description, inputs: dict, optional: tuple, output: dict, has_key=False) -> dict:
    if has_key:
        inputs, optional = {**inputs, "request_id": REQUEST_ID}, (*optional, "request_id")
    hints = {
        READ: {"readOnlyHint": True, "openWorldHint": False},
        ADD: {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False},
        WRITE: {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": False},
    }[mode]
    return {
        "name": name,
        "handler": handler,
        "scopes": scopes,
        "has_key": has_key,
        "entry": {
            "name": name,
            "title": title,
            "description": description,
            "inputSchema": record(inputs, optional),
            "outputSchema": output,
            "annotations": hints,
        },
    }


def listed(name: str, shape: dict) -> dict:
    return record(
        {
            name: entries(shape, "The page.", maxItems=50),
            "total_count": number("How many there are on all pages."),
            "next_cursor": {"type": ["string", "null"], "description": "Cursor of the next page; null at the end."},
        }
    )


ITEM, PLACE, LOT = (record({name: shape}) for name, shape in (("item", shapes.ITEM), ("place", shapes.PLACE), ("lot", shapes.LOT)))
NAME = text("Name.")
REORDER = whole("The item is short when no more units than these are available.", 0, 100000)
NOTE = {"type": ["string", "null"], "description": "A remark; null for none.", "maxLength": 500}
QUANTITY = whole("Units.", 1, 100000)
EXPIRES = day("The last day on which it can be used, in UTC.")

TOOLS = [
    tool(
        "add_item", stock.add_item, ADD, STOCK_WRITE, "Add an item", "Adds an item of which lots can come in.",
        {
            "sku": {"type": "string", "description": "Code of the depot, which only one item has.", "pattern": "^[A-Z0-9-]{3,20}$"},
            "name": NAME,
            "unit": choice("What is counted.", *shapes.UNITS),
            "pack_size": whole("Units in a pack.", 1, 1000),
            "reorder_point": REORDER,
            "note": NOTE,
        },
        ("note",), ITEM,
    ),
    tool(
        "update_item", stock.update_item, WRITE, STOCK_WRITE, "Update an item",
        "Changes what is given, if nobody else has updated the item since the revision.",
        {
            "item_id": shapes.ITEM_ID,
            "revision": whole("The revision that was last seen.", 1, 1000000000),
            "name": NAME,
            "reorder_point": REORDER,
            "note": NOTE,
        },
        ("name", "reorder_point", "note"), ITEM,
    ),
    tool("get_item", stock.get_item, READ, STOCK_READ, "Get an item", "Shows an item with its stock.", {"item_id": shapes.ITEM_ID}, (), ITEM),
    tool(
        "list_items", lists.list_items, READ, STOCK_READ, "List items", "Lists items page by page.",
        {
            "query": text("A part of the name or of the SKU, in any case."),
            "unit": choice("What is counted.", *shapes.UNITS),
            "sort": choice("The order: by name, newest first, or by what is available, least first.", "name", "newest", "available", default="name"),
            "cursor": CURSOR,
            "limit": LIMIT,
        },
        ("query", "unit", "sort", "cursor", "limit"), listed("items", shapes.ITEM),
    ),
    tool(
        "list_short_items", lists.list_short_items, READ, STOCK_READ, "List short items",
        "Lists every item of which no more is available than its reorder point.",
        {}, (), record({"items": entries(shapes.SHORT, "All of them.")}),
    ),
    tool(
        "add_place", stock.add_place, ADD, STOCK_WRITE, "Add a place", "Adds a place for lots.",
        {
            "name": NAME,
            "warehouse": text("The warehouse.", 40),
            "capacity": whole("Units that fit.", 1, 1000000),
        },
        (), PLACE,
    ),
    tool("get_place", stock.get_place, READ, STOCK_READ, "Get a place", "Shows a place and how full it is.", {"place_id": shapes.PLACE_ID}, (), PLACE),
    tool(
        "list_places", lists.list_places, READ, STOCK_READ, "List places", "Lists places by their names, page by page.",
        {
            "warehouse": text("The warehouse.", 40),
            "min_free": whole("Room for at least so many units.", 0, 1000000),
            "cursor": CURSOR,
            "limit": LIMIT,
        },
        ("warehouse", "min_free", "cursor", "limit"), listed("places", shapes.PLACE),
    ),
    tool(
        "receive_lot", stock.receive_lot, ADD, STOCK_WRITE, "Receive a lot", "Puts a lot that nobody ordered into a place.",
        {
            "item_id": shapes.ITEM_ID,
            "place_id": shapes.PLACE_ID,
            "quantity": QUANTITY,
            "expires_on": EXPIRES,
            "unit_cost": price("Cost of a unit, in EUR.", 4),
        },
        (), LOT, True,
    ),
    tool("get_lot", stock.get_lot, READ, STOCK_READ, "Get a lot", "Shows a lot.", {"lot_id": shapes.LOT_ID}, (), LOT),
    tool(
        "list_lots", lists.list_lots, READ, STOCK_READ, "List lots", "Lists lots page by page, first what expires first.",
        {
            "item_id": shapes.ITEM_ID,
            "place_id": shapes.PLACE_ID,
            "status": choice("The status.", "usable", "quarantined", "expired", "discarded"),
            "expires_until": day("Whose last day is not after this one."),
            "cursor": CURSOR,
            "limit": LIMIT,
        },
        ("item_id", "place_id", "status", "expires_until", "cursor", "limit"), listed("lots", shapes.LOT),
    ),
    tool("quarantine_lot", stock.quarantine_lot, WRITE, STOCK_WRITE, "Quarantine a lot", "Holds a usable lot back.", {"lot_id": shapes.LOT_ID}, (), LOT),
    tool("clear_lot", stock.clear_lot, WRITE, STOCK_WRITE, "Clear a lot", "Makes a lot in quarantine usable.", {"lot_id": shapes.LOT_ID}, (), LOT),
    tool(
        "discard_lot", stock.discard_lot, WRITE, STOCK_WRITE, "Discard a lot", "Throws a lot away that is in quarantine or has expired.",
        {"lot_id": shapes.LOT_ID}, (), record({"lot": shapes.LOT, "discarded": number("Units that were thrown away.")}),
    ),
    tool(
        "count_lot", stock.count_lot, WRITE, STOCK_WRITE, "Count a lot", "Corrects the quantity of a usable lot to what was counted.",
        {
            "lot_id": shapes.LOT_ID,
            "counted": whole("Units that are there.", 0, 100000),
            "reason": choice("Why it differs.", "miscounted", "damaged", "found"),
        },
        (),
        record(
            {
                "lot": shapes.LOT,
                "expected": number("Units before the count."),
                "counted": number("Units that are there."),
                "difference": number("Counted without expected."),
                "reason": choice("Why it differs.", "miscounted", "damaged", "found"),
            }
        ),
        True,
    ),
]
