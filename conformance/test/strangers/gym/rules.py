"""The rules of the gym: who may book, rent and pay, and what follows from it."""

import secrets
import uuid
from datetime import UTC, date, datetime, timedelta

from breaks import is_broken
from rows import Booking, Gyms, Invoice, Item, Lesson, Locker, Member, Payment, Refusal, Rental

BOOKING_CLOSES = timedelta(minutes=10)
CANCEL_NOTICE = timedelta(hours=2)
BOOKINGS_AHEAD = 3
INVOICES_A_DAY = 500
FARTHEST = timedelta(days=730)
ACTIONS = {
    "freeze": (["active"], "frozen"),
    "resume": (["frozen"], "active"),
    "end": (["active", "frozen"], "ended"),
}


def expect_active(member: Member) -> None:
    if member.status != "active":
        raise Refusal(
            "member_not_active", f"The membership of {member.member_id} is {member.status}; it has to be active."
        )


def add_member(gyms: Gyms, gym: str, joined_on: date | None = None, **values) -> Member:
    member_id = f"mem_{secrets.token_hex(5)}"
    member = Member(gym, member_id, joined_on=joined_on or gyms.today(), **values)
    gyms.members[member_id] = member
    return member


def set_membership(member: Member, action: str) -> None:
    before, after = ACTIONS[action]
    if member.status not in before:
        raise Refusal(
            "wrong_state", f"The membership is {member.status}; to {action} it, it has to be {' or '.join(before)}."
        )
    member.status = after
    if not is_broken("freezing-keeps-the-revision"):
        member.revision += 1


def collides(one: Lesson, starts_at: datetime, ends_at: datetime) -> bool:
    if is_broken("touching-classes-collide"):
        return one.starts_at <= ends_at and starts_at <= one.ends_at
    return one.starts_at < ends_at and starts_at < one.ends_at


def add_lesson(gyms: Gyms, gym: str, **values) -> Lesson:
    lesson = Lesson(gym, 1001 + len(gyms.lessons), **values)
    now = gyms.now()
    if not now <= lesson.starts_at <= now + FARTHEST:
        raise Refusal("not_schedulable", "A class starts in the future, at most two years ahead.")
    for other in gyms.lessons.values():
        if other.gym != gym or other.room != lesson.room or other.status != "scheduled":
            continue
        if collides(other, lesson.starts_at, lesson.ends_at):
            raise Refusal(
                "room_taken", f"Class {other.class_id} is in {lesson.room} then. Choose another time or room."
            )
    gyms.lessons[lesson.class_id] = lesson
    return lesson


def cancel_lesson(gyms: Gyms, lesson: Lesson) -> None:
    if lesson.status != "scheduled":
        raise Refusal("wrong_state", "The class is cancelled already.")
    now = gyms.now()
    lesson.status = "cancelled"
    for booking in lesson.bookings:
        if booking.status(now) == "booked":
            booking.state = "cancelled"


def expect_bookable(gyms: Gyms, lesson: Lesson, member: Member) -> None:
    now = gyms.now()
    if lesson.status != "scheduled":
        raise Refusal("class_cancelled", "This class is cancelled. list_classes shows others.")
    if not (is_broken("frozen-member-books") and member.status == "frozen"):
        expect_active(member)
    if now > lesson.starts_at - BOOKING_CLOSES:
        raise Refusal("booking_closed", "A class can be booked until ten minutes before it starts.")
    if any(row.lesson is lesson and row.state != "cancelled" for row in member.bookings):
        raise Refusal("already_booked", f"{member.member_id} has a booking of this class already.")
    if sum(row.status(now) == "booked" for row in member.bookings) >= BOOKINGS_AHEAD:
        raise Refusal("too_many_bookings", f"A member has at most {BOOKINGS_AHEAD} bookings ahead. Cancel one first.")


def book(gyms: Gyms, lesson: Lesson, member: Member) -> Booking:
    expect_bookable(gyms, lesson, member)
    places = lesson.capacity - (1 if is_broken("last-place-is-never-given") else 0)
    waiting = lesson.places_taken() >= places
    booking = Booking(lesson.gym, f"B-{len(gyms.bookings) + 1:06}", lesson, member, waiting, gyms.now())
    gyms.bookings[booking.booking_id] = booking
    lesson.bookings.append(booking)
    member.bookings.append(booking)
    return booking


def expect_booked(gyms: Gyms, booking: Booking) -> None:
    status = booking.status(gyms.now())
    if status != "booked":
        raise Refusal("wrong_state", f"The booking is {status}; only one that is booked can change.")


def cancel_booking(gyms: Gyms, booking: Booking) -> None:
    expect_booked(gyms, booking)
    now = gyms.now()
    notice = timedelta() if is_broken("cancels-until-the-start") else CANCEL_NOTICE
    if now > booking.lesson.starts_at - notice:
        raise Refusal("too_late", "A booking can be cancelled until two hours before the class starts.")
    booking.state = "cancelled"
    queue = booking.lesson.waiting(now)
    if not booking.waiting and queue and not is_broken("waiting-member-stays-waiting"):
        queue[0].waiting = False


def check_in(gyms: Gyms, booking: Booking) -> None:
    expect_booked(gyms, booking)
    expect_active(booking.member)
    if booking.waiting:
        raise Refusal("still_waiting", "This booking has no place in the class yet.")
    booking.state = "attended"


def add_invoice(gyms: Gyms, member: Member, items: list[Item], due_on: date | None) -> Invoice:
    day = gyms.today()
    invoice_id = f"INV-{len(gyms.invoices) + 1:05}"
    invoice = Invoice(member.gym, invoice_id, member, items, gyms.now(), due_on or day + timedelta(days=14))
    gyms.invoices[invoice_id] = invoice
    return invoice


def draw_invoice(gyms: Gyms, gym: str) -> None:
    place = (gym, gyms.today())
    if gyms.invoices_of_day.get(place, 0) >= INVOICES_A_DAY:
        raise Refusal("quota_exceeded", "No invoices are left today. get_usage shows when there are new ones.")
    gyms.invoices_of_day[place] = gyms.invoices_of_day.get(place, 0) + 1


def next_day(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)


def expect_open(invoice: Invoice) -> None:
    if invoice.status != "open":
        raise Refusal("wrong_state", f"The invoice is {invoice.status}; it has to be open.")


def pay(gyms: Gyms, invoice: Invoice, amount_cents: int, method: str) -> None:
    expect_open(invoice)
    if amount_cents > invoice.unpaid_cents:
        raise Refusal("more_than_unpaid", f"Only {invoice.unpaid_cents} cents of this invoice are unpaid.")
    invoice.payments.append(Payment(f"pay_{secrets.token_hex(6)}", amount_cents, method, gyms.now()))


def void(invoice: Invoice) -> None:
    expect_open(invoice)
    if invoice.payments:
        raise Refusal("has_payments", "An invoice with payments cannot be voided.")
    invoice.is_void = True


def add_locker(gyms: Gyms, gym: str, zone: str, size: str) -> Locker:
    locker = Locker(gym, f"L-{len(gyms.lockers) + 1:04}", zone, size)
    gyms.lockers[locker.locker_id] = locker
    return locker


def rental_of(gyms: Gyms, locker: Locker) -> Rental | None:
    lasting = ["active", "lapsed"] if is_broken("lapsed-rental-keeps-locker") else ["active"]
    now = gyms.now()
    return next((row for row in locker.rentals if row.status(now) in lasting), None)


def rent(gyms: Gyms, locker: Locker, member: Member) -> Rental:
    expect_active(member)
    if rental_of(gyms, locker) is not None:
        raise Refusal("locker_taken", f"{locker.locker_id} is rented. list_lockers with free: true shows others.")
    rental = Rental(locker.gym, str(uuid.uuid4()), locker, member, gyms.now())
    gyms.rentals[rental.rental_id] = rental
    locker.rentals.append(rental)
    return rental


def give_back(gyms: Gyms, rental: Rental) -> None:
    status = rental.status(gyms.now())
    if status != "active":
        raise Refusal("wrong_state", f"The rental is {status}; it has to be active.")
    rental.is_returned = True
