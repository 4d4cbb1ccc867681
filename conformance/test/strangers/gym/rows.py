"""What the gyms have: members, classes, bookings, invoices, lockers and rentals. All of it lives in memory."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Callable

HELD_AFTER_START = timedelta(minutes=15)
RENTAL_MONTH = timedelta(days=30)


class Refusal(Exception):
    """A rule of the gym refuses the call. The message is for the model."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


@dataclass
class Member:
    gym: str
    member_id: str
    name: str
    email: str
    phone: str | None
    plan: str
    newsletter: bool
    tags: list[str]
    joined_on: date
    status: str = "active"
    revision: int = 1
    bookings: list["Booking"] = field(default_factory=list)


@dataclass
class Booking:
    gym: str
    booking_id: str
    lesson: "Lesson"
    member: Member
    waiting: bool
    booked_at: datetime
    # Without the time: a booking is missed when its place is no longer held.
    state: str = "booked"

    @property
    def held_until(self) -> datetime:
        return self.lesson.starts_at + HELD_AFTER_START

    def status(self, now: datetime) -> str:
        return "missed" if self.state == "booked" and now >= self.held_until else self.state


@dataclass
class Lesson:
    """A class of the timetable. `class` is a word of Python."""

    gym: str
    class_id: int
    title: str
    instructor: str
    room: str
    level: str
    starts_at: datetime
    minutes: int
    capacity: int
    status: str = "scheduled"
    bookings: list[Booking] = field(default_factory=list)

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + timedelta(minutes=self.minutes)

    def places_taken(self) -> int:
        return sum(not row.waiting and row.state != "cancelled" for row in self.bookings)

    def waiting(self, now: datetime) -> list[Booking]:
        return [row for row in self.bookings if row.waiting and row.status(now) == "booked"]


@dataclass
class Item:
    text: str
    quantity: int
    unit_cents: int

    @property
    def amount_cents(self) -> int:
        return self.quantity * self.unit_cents


@dataclass
class Payment:
    payment_id: str
    amount_cents: int
    method: str
    paid_at: datetime


@dataclass
class Invoice:
    gym: str
    invoice_id: str
    member: Member
    items: list[Item]
    issued_at: datetime
    due_on: date
    payments: list[Payment] = field(default_factory=list)
    is_void: bool = False

    @property
    def total_cents(self) -> int:
        return sum(item.amount_cents for item in self.items)

    @property
    def paid_cents(self) -> int:
        return sum(payment.amount_cents for payment in self.payments)

    @property
    def unpaid_cents(self) -> int:
        return self.total_cents - self.paid_cents

    @property
    def status(self) -> str:
        if self.is_void:
            return "void"
        return "paid" if self.unpaid_cents == 0 else "open"


@dataclass
class Locker:
    gym: str
    locker_id: str
    zone: str
    size: str
    rentals: list["Rental"] = field(default_factory=list)


@dataclass
class Rental:
    gym: str
    rental_id: str
    locker: Locker
    member: Member
    rented_at: datetime
    is_returned: bool = False

    @property
    def ends_at(self) -> datetime:
        return self.rented_at + RENTAL_MONTH

    def status(self, now: datetime) -> str:
        if self.is_returned:
            return "returned"
        return "lapsed" if now >= self.ends_at else "active"


@dataclass
class Gyms:
    """The rows of all gyms. Numbers count up over all of them."""

    now: Callable[[], datetime]
    members: dict[str, Member] = field(default_factory=dict)
    lessons: dict[int, Lesson] = field(default_factory=dict)
    bookings: dict[str, Booking] = field(default_factory=dict)
    invoices: dict[str, Invoice] = field(default_factory=dict)
    lockers: dict[str, Locker] = field(default_factory=dict)
    rentals: dict[str, Rental] = field(default_factory=dict)
    # Gym and day -> invoices that were made.
    invoices_of_day: dict[tuple[str, date], int] = field(default_factory=dict)
    # Gym, kind of call and key -> the arguments that the key came with, and the answer.
    answers: dict[tuple[str, str, str], tuple[tuple, object]] = field(default_factory=dict)

    def find(self, rows: dict, gym: str, row_id: str | int, noun: str):
        row = rows.get(row_id)
        if row is None or row.gym != gym:
            raise Refusal("not_found", f"Your gym has no {noun} {row_id}. Look at the ids that the lists show.")
        return row

    def member(self, gym: str, member_id: str) -> Member:
        return self.find(self.members, gym, member_id, "member")

    def lesson(self, gym: str, class_id: int) -> Lesson:
        return self.find(self.lessons, gym, class_id, "class")

    def booking(self, gym: str, booking_id: str) -> Booking:
        return self.find(self.bookings, gym, booking_id, "booking")

    def invoice(self, gym: str, invoice_id: str) -> Invoice:
        return self.find(self.invoices, gym, invoice_id, "invoice")

    def locker(self, gym: str, locker_id: str) -> Locker:
        return self.find(self.lockers, gym, locker_id, "locker")

    def rental(self, gym: str, rental_id: str) -> Rental:
        return self.find(self.rentals, gym, rental_id, "rental")

    def today(self) -> date:
        return self.now().astimezone(UTC).date()
