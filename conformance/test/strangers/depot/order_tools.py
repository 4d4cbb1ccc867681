"""The tools about suppliers, orders, transfers and reservations."""

import buying
import lists
import moving
import shapes
from shapes import choice, entries, moment, price, record, text, whole
from stock_tools import ADD, CURSOR, EXPIRES, LIMIT, NAME, QUANTITY, READ, STOCK_READ, STOCK_WRITE, WRITE, listed, tool

PURCHASING = ("purchasing",)
ORDER = record({"order": shapes.ORDER})
TRANSFER = record({"transfer": shapes.TRANSFER})
RESERVATION = record({"reservation": shapes.RESERVATION})

TOOLS = [
    tool(
        "add_supplier", buying.add_supplier, ADD, PURCHASING, "Add a supplier", "Adds a supplier.",
        {
            "name": NAME,
            "email": {"type": "string", "description": "Address for orders.", "format": "email", "maxLength": 200},
            "lead_days": whole("Days until a delivery comes.", 0, 365, default=7),
        },
        ("lead_days",), record({"supplier": shapes.SUPPLIER}),
    ),
    tool(
        "list_suppliers", lists.list_suppliers, READ, PURCHASING, "List suppliers", "Lists suppliers by their names, page by page.",
        {"query": text("A part of the name, in any case."), "cursor": CURSOR, "limit": LIMIT},
        ("query", "cursor", "limit"), listed("suppliers", shapes.SUPPLIER),
    ),
    tool(
        "create_order", buying.create_order, ADD, PURCHASING, "Order", "Orders packs from a supplier.",
        {
            "supplier_id": shapes.SUPPLIER_ID,
            "lines": entries(
                record(
                    {
                        "item_id": shapes.ITEM_ID,
                        "packs": whole("Packs.", 1, 1000),
                        "pack_price": price("Price of a pack, in EUR.", 2),
                    }
                ),
                "What is ordered.",
                minItems=1,
                maxItems=10,
            ),
            "discount_percent": whole("Discount on the subtotal.", 0, 50, default=0),
        },
        ("discount_percent",), ORDER, True,
    ),
    tool(
        "list_orders", lists.list_orders, READ, PURCHASING, "List orders", "Lists orders page by page, newest first.",
        {
            "supplier_id": shapes.SUPPLIER_ID,
            "item_id": shapes.ITEM_ID,
            "status": choice("What has come.", "placed", "partly", "received", "cancelled"),
            "ordered_from": moment("Ordered at this time or later."),
            "cursor": CURSOR,
            "limit": LIMIT,
        },
        ("supplier_id", "item_id", "status", "ordered_from", "cursor", "limit"), listed("orders", shapes.ORDER),
    ),
    tool(
        "receive_delivery", buying.receive_delivery, WRITE, ("stock:write", "purchasing"), "Receive a delivery",
        "Puts packs of a line of an order into a place, as a lot of their units. Exactly one of packs and rest.",
        {
            "order_id": shapes.ORDER_ID,
            "line": whole("The line.", 1, 10),
            "place_id": shapes.PLACE_ID,
            "expires_on": EXPIRES,
            "packs": whole("Packs that came.", 1, 1000),
            "rest": {"type": "boolean", "description": "All packs came that are outstanding.", "enum": [True]},
        },
        ("packs", "rest"), record({"order": shapes.ORDER, "lot": shapes.LOT}), True,
    ),
    tool(
        "cancel_order", buying.cancel_order, WRITE, PURCHASING, "Cancel an order", "Cancels what is outstanding of an order.",
        {"order_id": shapes.ORDER_ID}, (), ORDER,
    ),
    tool(
        "send_transfer", moving.send_transfer, WRITE, STOCK_WRITE, "Send a transfer",
        "Sends units of a usable lot to another place. What is reserved of the item stays.",
        {"lot_id": shapes.LOT_ID, "to_place_id": shapes.PLACE_ID, "quantity": QUANTITY},
        (), TRANSFER, True,
    ),
    tool(
        "receive_transfer", moving.receive_transfer, WRITE, STOCK_WRITE, "Receive a transfer",
        "Says how many units came. They are a lot of their own at the place, and the others are lost.",
        {"transfer_id": shapes.TRANSFER_ID, "received": whole("Units that came.", 0, 100000)},
        (), TRANSFER,
    ),
    tool(
        "list_transfers", lists.list_transfers, READ, STOCK_READ, "List transfers", "Lists transfers page by page, newest first.",
        {
            "lot_id": shapes.LOT_ID,
            "to_place_id": shapes.PLACE_ID,
            "status": choice("Whether it came.", "sent", "received"),
            "cursor": CURSOR,
            "limit": LIMIT,
        },
        ("lot_id", "to_place_id", "status", "cursor", "limit"), listed("transfers", shapes.TRANSFER),
    ),
    tool(
        "reserve", moving.reserve, ADD, STOCK_WRITE, "Reserve", "Reserves units of an item for 48 hours. An item has at most 4 reservations that are held.",
        {"item_id": shapes.ITEM_ID, "quantity": QUANTITY, "holder": text("Who gets it.", 60)},
        (), RESERVATION, True,
    ),
    tool(
        "issue_reservation", moving.issue_reservation, WRITE, STOCK_WRITE, "Issue a reservation",
        "Hands out what is reserved, from the usable lots that expire first.",
        {"reservation_id": shapes.RESERVATION_ID}, (), RESERVATION, True,
    ),
    tool(
        "release_reservation", moving.release_reservation, WRITE, STOCK_WRITE, "Release a reservation", "Gives a reservation up.",
        {"reservation_id": shapes.RESERVATION_ID}, (), RESERVATION,
    ),
    tool(
        "list_reservations", lists.list_reservations, READ, STOCK_READ, "List reservations",
        "Lists reservations page by page, first those that end first.",
        {
            "item_id": shapes.ITEM_ID,
            "status": choice("What became of it.", "held", "issued", "released", "lapsed"),
            "holder": text("A part of who gets it, in any case.", 60),
            "cursor": CURSOR,
            "limit": LIMIT,
        },
        ("item_id", "status", "holder", "cursor", "limit"), listed("reservations", shapes.RESERVATION),
    ),
]
