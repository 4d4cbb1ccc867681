"""What was in the depot before, and a second user who works all the time."""

import time
from datetime import timedelta, datetime, timezone

from rpc import TOOLS
from store import Refusal, lock
from tokens import clock
from validate import check


def use(account: str, name: str, /, **arguments) -> dict:
    tool = TOOLS[name]
    with lock:
        return tool["handler"](account, **check(tool["entry"]["inputSchema"], arguments))


def day_in(days: int) -> str:
    return (datetime.fromtimestamp(clock.seconds(), timezone.utc) + timedelta(days=days)).strftime("%Y-%m-%d")


def fill(account: str) -> None:
    places = [use(account, "add_place", name=f"Shelf {number}", warehouse="North" if number % 2 else "South", capacity=900)["place"] for number in range(1, 6)]
    supplier = use(account, "add_supplier", name="Northern Vaccines", email="orders@northern.example")["supplier"]
    for number in range(1, 13):
        item = use(
            account, "add_item", sku=f"{account.upper()}-{number}", name=f"Vaccine {number}", unit=("dose", "vial", "box")[number % 3],
            pack_size=10, reorder_point=number * 5, note=None,
        )["item"]
        place = places[number % 5]["place_id"]
        kept = {"item_id": item["item_id"], "place_id": place, "unit_cost": f"{number}.1050"}
        lots = [use(account, "receive_lot", **kept, quantity=20 + step, expires_on=day_in(10 * step + number))["lot"] for step in range(1, 4)]
        held = use(account, "reserve", item_id=item["item_id"], quantity=25, holder=f"Clinic {number}")["reservation"]
        if number % 3 == 0:
            use(account, "issue_reservation", reservation_id=held["reservation_id"])
        if number % 3 == 1:
            use(account, "release_reservation", reservation_id=held["reservation_id"])
        if number % 4 == 0:
            use(account, "quarantine_lot", lot_id=lots[2]["lot_id"])
        if number % 5 == 0:
            sent = use(account, "send_transfer", lot_id=lots[2]["lot_id"], to_place_id=places[(number + 1) % 5]["place_id"], quantity=5)["transfer"]
            use(account, "receive_transfer", transfer_id=sent["transfer_id"], received=4)
        order = use(
            account, "create_order", supplier_id=supplier["supplier_id"], discount_percent=number % 4,
            lines=[{"item_id": item["item_id"], "packs": number, "pack_price": f"{number}9.95"}],
        )["order"]
        if number % 2 == 0:
            use(account, "receive_delivery", order_id=order["order_id"], line=1, place_id=place, expires_on=day_in(400), packs=1)


def work(account: str) -> None:
    turn = 0
    while True:
        time.sleep(0.2)
        turn += 1
        try:
            place = use(account, "add_place", name=f"Crate {turn}", warehouse="East", capacity=100)["place"]
            item = use(account, "add_item", sku=f"W{account.upper()}-{turn}", name=f"Serum {turn}", unit="vial", pack_size=5, reorder_point=3)["item"]
            use(account, "receive_lot", item_id=item["item_id"], place_id=place["place_id"], quantity=12, expires_on=day_in(30), unit_cost="1.2500")
            held = use(account, "reserve", item_id=item["item_id"], quantity=4, holder=f"Ward {turn}")["reservation"]
            done = ("issue_reservation", "release_reservation")[turn % 2]
            if turn % 3 != 0:
                use(account, done, reservation_id=held["reservation_id"])
        except Refusal:
            continue
