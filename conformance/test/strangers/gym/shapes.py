"""Shapes of the gym's arguments and results, in pydantic."""

import re
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})")
ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = "[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?"
EMAIL = re.compile(rf"{ATOM}(\.{ATOM})*@({LABEL}\.)+{LABEL}")


def check_day(text: str) -> str:
    if not DAY.fullmatch(text):
        raise ValueError("a day is written as 2026-03-14")
    date.fromisoformat(text)
    return text


def check_time(text: str) -> str:
    if not TIME.fullmatch(text):
        raise ValueError("a time is written as 2026-03-14T18:30:00Z, with its offset")
    read_time(text)
    return text


def check_day_or_time(text: str) -> str:
    return check_day(text) if DAY.fullmatch(text) else check_time(text)


def check_email(text: str) -> str:
    if not EMAIL.fullmatch(text):
        raise ValueError("an email address is written as anna@example.org")
    return text


def read_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.upper()).astimezone(UTC)
    except OverflowError:
        raise ValueError("the time is out of range") from None


def check_boolean(value: object) -> object:
    if not isinstance(value, bool):
        raise ValueError("true or false is expected")
    return value


MemberId = Annotated[str, Field(pattern="^mem_[0-9a-f]{10}$", description="Id of a member, as mem_5f0c1a9be2.")]
ClassId = Annotated[int, Field(strict=True, ge=1, le=1_000_000_000, description="Number of a class.")]
BookingId = Annotated[str, Field(pattern="^B-[0-9]{6,10}$", description="Id of a booking, as B-000042.")]
InvoiceId = Annotated[str, Field(pattern="^INV-[0-9]{5,10}$", description="Id of an invoice, as INV-00042.")]
LockerId = Annotated[str, Field(pattern="^L-[0-9]{4,10}$", description="Id of a locker, as L-0042.")]
RentalId = Annotated[
    str, Field(pattern="^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", description="Id of the rental of a locker.")
]
RequestId = Annotated[
    str, Field(min_length=8, max_length=64, description="Repeat it to send the same call again: it has one effect.")
]
Cursor = Annotated[str, Field(min_length=1, max_length=200, description="next_cursor of the page before.")]
Limit = Annotated[int, Field(strict=True, ge=1, le=50, description="Entries a page.")]
Day = Annotated[str, AfterValidator(check_day), Field(json_schema_extra={"format": "date"})]
Time = Annotated[str, AfterValidator(check_time), Field(json_schema_extra={"format": "date-time"})]
DayOrTime = Annotated[str, AfterValidator(check_day_or_time), Field(description="A day (UTC) or a time.")]
Email = Annotated[str, Field(max_length=254, json_schema_extra={"format": "email"}), AfterValidator(check_email)]
Phone = Annotated[str, Field(pattern=r"^\+[0-9]{6,15}$", description="With the code of the country.")]
Switch = Annotated[bool, BeforeValidator(check_boolean)]
Name = Annotated[str, Field(min_length=1, max_length=120)]
Tags = Annotated[list[Annotated[str, Field(min_length=1, max_length=30)]], Field(max_length=8)]
Words = Annotated[str, Field(min_length=1, max_length=100, description="Found in any case of letters.")]
Cents = Annotated[int, Field(strict=True, ge=1, le=10_000_000)]
Plan = Literal["basic", "plus", "student"]
MemberStatus = Literal["active", "frozen", "ended"]
Level = Literal["beginner", "all", "advanced"]
InvoiceStatus = Literal["open", "paid", "void"]
Method = Literal["cash", "card", "transfer"]
Size = Literal["small", "medium", "large"]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MemberShape(Shape):
    member_id: MemberId
    name: str
    email: str | None = Field(None, description="Only with the scope contacts:read.")
    phone: str | None = Field(None, description="Only with the scope contacts:read.")
    plan: Plan
    status: MemberStatus
    newsletter: bool
    tags: list[str]
    joined_on: date
    revision: int


class Members(Shape):
    members: list[MemberShape]
    total: int
    next_cursor: str | None = None


class ClassShape(Shape):
    class_id: ClassId
    title: str
    instructor: str
    room: str
    level: Level
    starts_at: datetime
    ends_at: datetime
    minutes: int
    capacity: int
    places_taken: int
    waiting_count: int
    status: Literal["scheduled", "cancelled"]


class Classes(Shape):
    classes: list[ClassShape]
    next_cursor: str | None = None


class BookingShape(Shape):
    booking_id: BookingId
    class_id: ClassId
    member_id: MemberId
    status: Literal["booked", "attended", "missed", "cancelled"]
    waiting: bool
    booked_at: datetime
    starts_at: datetime
    held_until: datetime


class Bookings(Shape):
    bookings: list[BookingShape]
    total: int
    next_cursor: str | None = None


class NewItem(Shape):
    text: Name
    quantity: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    unit_cents: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]


class ItemShape(Shape):
    text: str
    quantity: int
    unit_cents: int
    amount_cents: int


class PaymentShape(Shape):
    payment_id: str
    amount_cents: int
    method: Method
    paid_at: datetime


class InvoiceShape(Shape):
    invoice_id: InvoiceId
    member_id: MemberId
    status: InvoiceStatus
    items: list[ItemShape]
    payments: list[PaymentShape]
    total_cents: int
    paid_cents: int
    unpaid_cents: int
    issued_at: datetime
    due_on: date


class Invoices(Shape):
    invoices: list[InvoiceShape]
    total: int
    next_cursor: str | None = None


class LockerShape(Shape):
    locker_id: LockerId
    zone: str
    size: Size
    free: bool


class Lockers(Shape):
    lockers: list[LockerShape]


class RentalShape(Shape):
    rental_id: RentalId
    locker_id: LockerId
    member_id: MemberId
    status: Literal["active", "returned", "lapsed"]
    rented_at: datetime
    ends_at: datetime


class Usage(Shape):
    used: int
    remaining: int
    limit: int
    resets_at: datetime
