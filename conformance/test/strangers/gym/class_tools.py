"""Tools of the timetable: classes and their bookings."""

from datetime import UTC, datetime
from typing import Annotated

import rules
from breaks import is_broken
from pydantic import Field
from serving import END, READ, WRITE, cut, gyms, once, own_gym, tool
from shapes import (
    DAY,
    BookingId,
    Bookings,
    BookingShape,
    Classes,
    ClassId,
    ClassShape,
    Cursor,
    DayOrTime,
    Level,
    Limit,
    MemberId,
    Name,
    RequestId,
    Time,
    Words,
    read_time,
)
from show import show_booking, show_lesson

Room = Annotated[str, Field(min_length=1, max_length=60)]
Minutes = Annotated[int, Field(strict=True, ge=15, le=240)]
Capacity = Annotated[int, Field(strict=True, ge=1, le=60)]


@tool("gym:write", WRITE, "Schedule a class")
def schedule_class(
    title: Name,
    instructor: Name,
    room: Room,
    starts_at: Time,
    minutes: Minutes,
    capacity: Capacity,
    level: Level = "all",
) -> ClassShape:
    """Puts a class into the timetable, in a room that is empty then."""
    lesson = rules.add_lesson(
        gyms,
        own_gym(),
        title=title,
        instructor=instructor,
        room=room,
        level=level,
        starts_at=read_time(starts_at),
        minutes=minutes,
        capacity=capacity,
    )
    return show_lesson(lesson)


@tool("gym:read", READ, "Show a class")
def get_class(class_id: ClassId) -> ClassShape:
    """Shows a class, with the places that are taken and how many members wait."""
    return show_lesson(gyms.lesson(own_gym(), class_id))


def is_from(time: datetime, first: str) -> bool:
    return time >= read_time(f"{first}T00:00:00Z" if DAY.fullmatch(first) else first)


def is_until(time: datetime, last: str) -> bool:
    if not DAY.fullmatch(last):
        return time <= read_time(last)
    if is_broken("until-day-ends-at-midnight"):
        return time <= read_time(f"{last}T00:00:00Z")
    return time.astimezone(UTC).date().isoformat() <= last


@tool("gym:read", READ, "List classes")
def list_classes(
    from_: Annotated[DayOrTime | None, Field(alias="from")] = None,
    until: DayOrTime | None = None,
    level: Level | None = None,
    room: Room | None = None,
    words: Annotated[Words | None, Field(description="Found in title or instructor.")] = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Classes:
    """Lists the classes by the time at which they start. A day stands for the whole of it, in UTC."""
    found = words and words.lower()
    rows = [
        row
        for row in gyms.lessons.values()
        if row.gym == own_gym()
        and (from_ is None or is_from(row.starts_at, from_))
        and (until is None or is_until(row.starts_at, until))
        and (level is None or row.level == level)
        and (room is None or row.room == room)
        and (found is None or found in row.title.lower() or found in row.instructor.lower())
    ]
    rows.sort(key=lambda row: (row.starts_at, row.class_id))
    name = ("classes", from_, until, level, room, words)
    page, after = cut(rows, lambda row: row.class_id, name, limit, cursor)
    return Classes(classes=[show_lesson(row) for row in page], next_cursor=after)


@tool("gym:write", WRITE, "Copy a class to another time")
def copy_class(class_id: ClassId, starts_at: Time) -> ClassShape:
    """Schedules the class once more, in the same room and with the same instructor, without its bookings."""
    source = gyms.lesson(own_gym(), class_id)
    lesson = rules.add_lesson(
        gyms,
        source.gym,
        title=source.title,
        instructor=source.instructor,
        room=source.room,
        level=source.level,
        starts_at=read_time(starts_at),
        minutes=source.minutes,
        capacity=source.capacity,
    )
    return show_lesson(lesson)


@tool("gym:write", END, "Cancel a class")
def cancel_class(class_id: ClassId) -> ClassShape:
    """Cancels a class, and with it the bookings that are open."""
    lesson = gyms.lesson(own_gym(), class_id)
    rules.cancel_lesson(gyms, lesson)
    return show_lesson(lesson)


@tool("gym:write", WRITE, "Book a class")
def book_class(class_id: ClassId, member_id: MemberId, request_id: RequestId | None = None) -> BookingShape:
    """Books a class for a member, who has at most 3 bookings ahead.

    In a class that is full the booking waits for a place, and waiting is true.
    """

    def run() -> BookingShape:
        lesson, member = gyms.lesson(own_gym(), class_id), gyms.member(own_gym(), member_id)
        return show_booking(rules.book(gyms, lesson, member))

    return once("booking", request_id, (class_id, member_id), run)


@tool("gym:read", READ, "Show a booking")
def get_booking(booking_id: BookingId) -> BookingShape:
    """Shows a booking. The place is held until 15 minutes after the start of the class; then the booking is missed."""
    return show_booking(gyms.booking(own_gym(), booking_id))


@tool("gym:read", READ, "List the bookings of a class")
def list_bookings(
    class_id: ClassId,
    waiting: Annotated[bool | None, Field(strict=True, description="Only those that wait, or that do not.")] = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Bookings:
    """Lists the bookings of a class in the order in which they came, also those that are cancelled."""
    lesson = gyms.lesson(own_gym(), class_id)
    rows = [row for row in lesson.bookings if waiting is None or row.waiting == waiting]
    page, after = cut(rows, lambda row: row.booking_id, ("bookings", class_id, waiting), limit, cursor)
    return Bookings(bookings=[show_booking(row) for row in page], total=len(rows), next_cursor=after)


@tool("gym:write", END, "Cancel a booking")
def cancel_booking(booking_id: BookingId) -> BookingShape:
    """Cancels a booking, until two hours before the class starts. The first who waits gets the place."""
    booking = gyms.booking(own_gym(), booking_id)
    rules.cancel_booking(gyms, booking)
    return show_booking(booking)


@tool("gym:write", WRITE, "Check a member in at the door")
def check_in(booking_id: BookingId) -> BookingShape:
    """Notes that the member has come to the class. Only an active member with a place is let in."""
    booking = gyms.booking(own_gym(), booking_id)
    rules.check_in(gyms, booking)
    return show_booking(booking)
