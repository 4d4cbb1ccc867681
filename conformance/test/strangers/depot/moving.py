"""Transfers between places, and reservations, which take what expires first."""

from breaks import broken
from show import show_reservation, show_transfer
from stock import check_room, make_lot
from store import (
    HOLD_SECONDS,
    OPEN_RESERVATIONS,
    Refusal,
    add,
    available,
    find,
    lot_status,
    lots_of_item,
    on_hand,
    remember,
    reservation_status,
    reservations_of_item,
    transfers_to_place,
)
from tokens import clock


def send_transfer(account: str, *, lot_id, to_place_id, quantity) -> dict:
    lot = find("lot", account, lot_id)
    place = find("place", account, to_place_id)
    if lot_status(lot) != "usable":
        raise Refusal("lot_not_usable", f"{lot_id} is {lot_status(lot)}.")
    if lot["place_id"] == to_place_id:
        raise Refusal("same_place", f"{lot_id} is at {to_place_id}.")
    left = min(lot["quantity"], available(find("item", account, lot["item_id"])))
    if quantity > left:
        raise Refusal("not_enough", f"{max(left, 0)} can be sent.")
    if broken("refused-transfer-takes"):
        lot["quantity"] -= quantity
        check_room(place, quantity)
    else:
        check_room(place, quantity)
        lot["quantity"] -= quantity
    transfer = add(
        "transfer",
        account,
        lot_id=lot_id,
        item_id=lot["item_id"],
        from_place_id=lot["place_id"],
        to_place_id=to_place_id,
        quantity=quantity,
        received=None,
        arrived_lot_id=None,
        sent_at=clock.seconds(),
        received_at=None,
    )
    remember(transfers_to_place, to_place_id, transfer)
    return {"transfer": show_transfer(transfer)}


def receive_transfer(account: str, *, transfer_id, received) -> dict:
    transfer = find("transfer", account, transfer_id)
    if transfer["received"] is not None:
        raise Refusal("wrong_status", f"{transfer_id} is received.")
    if received > transfer["quantity"]:
        raise Refusal("too_many", f"{transfer['quantity']} were sent.")
    transfer["received"] = received
    transfer["received_at"] = clock.seconds()
    if received > 0:
        lot = find("lot", account, transfer["lot_id"])
        item, place = find("item", account, lot["item_id"]), find("place", account, transfer["to_place_id"])
        arrived = make_lot(account, item, place, transfer["quantity"] if broken("transfer-hides-the-difference") else received, lot["expires_on"], lot["unit_cost"], lot["order_id"])
        transfer["arrived_lot_id"] = arrived["lot_id"]
    return {"transfer": show_transfer(transfer)}


def reserve(account: str, *, item_id, quantity, holder) -> dict:
    item = find("item", account, item_id)
    held = [each for each in reservations_of_item.get(item_id, []) if reservation_status(each) == "held"]
    if len(held) >= OPEN_RESERVATIONS + (1 if broken("fifth-reservation") else 0):
        raise Refusal("too_many_reservations", f"{item_id} has {len(held)} reservations.")
    left = available(item)
    if broken("quarantined-is-reserved"):
        left += sum(lot["quantity"] for lot in lots_of_item.get(item_id, []) if lot_status(lot) == "quarantined")
    if quantity > left:
        raise Refusal("not_enough", f"{max(left, 0)} of {item_id} are available.")
    now = clock.seconds()
    reservation = add(
        "reservation",
        account,
        item_id=item_id,
        quantity=quantity,
        holder=holder,
        picks=[],
        created_at=now,
        expires_at=now + HOLD_SECONDS,
        closed_at=None,
        closed_as=None,
    )
    remember(reservations_of_item, item_id, reservation)
    return {"reservation": show_reservation(reservation)}


def find_held(account: str, reservation_id: str) -> dict:
    reservation = find("reservation", account, reservation_id)
    status = reservation_status(reservation)
    if status != "held":
        raise Refusal("reservation_closed", f"{reservation_id} is {status}.")
    return reservation


def issue_reservation(account: str, *, reservation_id) -> dict:
    reservation = find_held(account, reservation_id)
    item = find("item", account, reservation["item_id"])
    if reservation["quantity"] > on_hand(item):
        raise Refusal("not_enough", f"{on_hand(item)} of {item['item_id']} are on hand.")
    reservation["picks"] = pick(item, reservation["quantity"])
    reservation["closed_as"] = "issued"
    reservation["closed_at"] = clock.seconds()
    return {"reservation": show_reservation(reservation)}


def pick(item: dict, quantity: int) -> list:
    """Takes from the lots that expire first."""
    picks = []
    usable = [lot for lot in lots_of_item.get(item["item_id"], []) if lot_status(lot) == "usable" and lot["quantity"] > 0]
    for lot in usable if broken("oldest-lot-first") else sorted(usable, key=lambda lot: (lot["expires_on"], lot["number"])):
        taken = min(lot["quantity"], quantity)
        if taken == 0:
            break
        quantity -= taken
        lot["quantity"] -= taken
        picks.append(
            {"lot_id": lot["lot_id"], "place_id": lot["place_id"], "expires_on": lot["expires_on"], "quantity": taken, "unit_cost": lot["unit_cost"]}
        )
    return picks


def release_reservation(account: str, *, reservation_id) -> dict:
    reservation = find_held(account, reservation_id)
    reservation["closed_as"] = "released"
    reservation["closed_at"] = clock.seconds()
    return {"reservation": show_reservation(reservation)}
