"""Tools of lockers and their rentals."""

from typing import Annotated

import rules
from pydantic import Field
from rows import Locker
from serving import END, READ, WRITE, gyms, once, own_gym, tool
from shapes import LockerId, Lockers, LockerShape, MemberId, RentalId, RentalShape, RequestId, Size
from show import show_rental

Zone = Annotated[str, Field(min_length=1, max_length=40, description="Where the locker stands.")]


def show_locker(row: Locker) -> LockerShape:
    free = rules.rental_of(gyms, row) is None
    return LockerShape(locker_id=row.locker_id, zone=row.zone, size=row.size, free=free)


@tool("gym:write", WRITE, "Add a locker")
def add_locker(zone: Zone, size: Size = "medium") -> LockerShape:
    """Adds a locker, which is free."""
    return show_locker(rules.add_locker(gyms, own_gym(), zone, size))


@tool("gym:read", READ, "List lockers")
def list_lockers(
    zone: Zone | None = None,
    size: Size | None = None,
    free: Annotated[
        bool | None, Field(strict=True, description="Only those that can be rented, or that cannot.")
    ] = None,
) -> Lockers:
    """Lists the lockers of the gym in one piece."""
    rows = [
        show_locker(row)
        for row in gyms.lockers.values()
        if row.gym == own_gym() and (zone is None or row.zone == zone) and (size is None or row.size == size)
    ]
    return Lockers(lockers=[row for row in rows if free is None or row.free == free])


@tool("gym:write", WRITE, "Rent a locker for a month")
def rent_locker(locker_id: LockerId, member_id: MemberId, request_id: RequestId | None = None) -> RentalShape:
    """Rents a free locker to an active member for 30 days. Then the rental lapses, and the locker is free again."""

    def run() -> RentalShape:
        locker, member = gyms.locker(own_gym(), locker_id), gyms.member(own_gym(), member_id)
        return show_rental(rules.rent(gyms, locker, member))

    return once("rental", request_id, (locker_id, member_id), run)


@tool("gym:read", READ, "Show the rental of a locker")
def get_rental(rental_id: RentalId) -> RentalShape:
    """Shows the rental of a locker."""
    return show_rental(gyms.rental(own_gym(), rental_id))


@tool("gym:write", END, "Return a locker")
def return_locker(rental_id: RentalId) -> RentalShape:
    """Ends an active rental before its month is over. The locker is free again."""
    rental = gyms.rental(own_gym(), rental_id)
    rules.give_back(gyms, rental)
    return show_rental(rental)
