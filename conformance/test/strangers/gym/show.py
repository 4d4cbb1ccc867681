"""How rows are shown in results."""

from rows import Booking, Invoice, Lesson, Member, Rental
from serving import gyms
from shapes import (
    BookingShape,
    ClassShape,
    InvoiceShape,
    ItemShape,
    MemberShape,
    PaymentShape,
    RentalShape,
)


def show_member(row: Member) -> MemberShape:
    return MemberShape(
        member_id=row.member_id,
        name=row.name,
        email=row.email,
        phone=row.phone,
        plan=row.plan,
        status=row.status,
        newsletter=row.newsletter,
        tags=list(row.tags),
        joined_on=row.joined_on,
        revision=row.revision,
    )


def show_lesson(row: Lesson) -> ClassShape:
    return ClassShape(
        class_id=row.class_id,
        title=row.title,
        instructor=row.instructor,
        room=row.room,
        level=row.level,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        minutes=row.minutes,
        capacity=row.capacity,
        places_taken=row.places_taken(),
        waiting_count=len(row.waiting(gyms.now())),
        status=row.status,
    )


def show_booking(row: Booking) -> BookingShape:
    return BookingShape(
        booking_id=row.booking_id,
        class_id=row.lesson.class_id,
        member_id=row.member.member_id,
        status=row.status(gyms.now()),
        waiting=row.waiting,
        booked_at=row.booked_at,
        starts_at=row.lesson.starts_at,
        held_until=row.held_until,
    )


def show_invoice(row: Invoice) -> InvoiceShape:
    return InvoiceShape(
        invoice_id=row.invoice_id,
        member_id=row.member.member_id,
        status=row.status,
        items=[
            ItemShape(
                text=item.text, quantity=item.quantity, unit_cents=item.unit_cents, amount_cents=item.amount_cents
            )
            for item in row.items
        ],
        payments=[
            PaymentShape(
                payment_id=each.payment_id, amount_cents=each.amount_cents, method=each.method, paid_at=each.paid_at
            )
            for each in row.payments
        ],
        total_cents=row.total_cents,
        paid_cents=row.paid_cents,
        unpaid_cents=row.unpaid_cents,
        issued_at=row.issued_at,
        due_on=row.due_on,
    )


def show_rental(row: Rental) -> RentalShape:
    return RentalShape(
        rental_id=row.rental_id,
        locker_id=row.locker.locker_id,
        member_id=row.member.member_id,
        status=row.status(gyms.now()),
        rented_at=row.rented_at,
        ends_at=row.ends_at,
    )
