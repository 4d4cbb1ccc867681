"""Tools of invoices and their payments."""

from typing import Annotated

import rules
from breaks import is_broken
from member_tools import day
from pydantic import Field
from rows import Item
from serving import END, READ, WRITE, cut, gyms, once, own_gym, tool
from shapes import (
    Cents,
    Cursor,
    Day,
    InvoiceId,
    Invoices,
    InvoiceShape,
    InvoiceStatus,
    Limit,
    MemberId,
    Method,
    NewItem,
    RequestId,
    Usage,
)
from show import show_invoice


@tool("billing:write", WRITE, "Create an invoice")
def create_invoice(
    member_id: MemberId,
    items: Annotated[list[NewItem], Field(min_length=1, max_length=20)],
    due_on: Annotated[Day | None, Field(description="Left out: in 14 days.")] = None,
) -> InvoiceShape:
    """Creates an invoice of a member. A gym creates at most 500 a day (UTC)."""
    member = gyms.member(own_gym(), member_id)
    rules.draw_invoice(gyms, member.gym)
    rows = [Item(item.text, item.quantity, item.unit_cents) for item in items]
    return show_invoice(rules.add_invoice(gyms, member, rows, day(due_on)))


@tool("gym:read", READ, "Show an invoice")
def get_invoice(invoice_id: InvoiceId) -> InvoiceShape:
    """Shows an invoice with its items and payments."""
    return show_invoice(gyms.invoice(own_gym(), invoice_id))


@tool("gym:read", READ, "List invoices")
def list_invoices(
    member_id: MemberId | None = None,
    status: InvoiceStatus | None = None,
    min_total_cents: Annotated[
        int | None, Field(strict=True, ge=0, description="Invoices of at least so much.")
    ] = None,
    due_until: Annotated[Day | None, Field(description="Due on this day or before.")] = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Invoices:
    """Lists the invoices of all members or of one, the oldest first."""
    member = None if member_id is None else gyms.member(own_gym(), member_id)
    last = day(due_until)
    rows = [
        row
        for row in gyms.invoices.values()
        if row.gym == own_gym()
        and (member is None or row.member is member)
        and (status is None or row.status == status)
        and (min_total_cents is None or row.total_cents >= min_total_cents)
        and (last is None or row.due_on <= last)
    ]
    name = ("invoices", member_id, status, min_total_cents, due_until)
    page, after = cut(rows, lambda row: row.invoice_id, name, limit, cursor)
    return Invoices(invoices=[show_invoice(row) for row in page], total=len(rows), next_cursor=after)


@tool("billing:write", WRITE, "Record a payment")
def record_payment(
    invoice_id: InvoiceId, amount_cents: Cents, method: Method = "card", request_id: RequestId | None = None
) -> InvoiceShape:
    """Records a payment of an open invoice, in part or in full. With the last cent the invoice is paid."""

    def run() -> InvoiceShape:
        invoice = gyms.invoice(own_gym(), invoice_id)
        rules.pay(gyms, invoice, amount_cents, method)
        return show_invoice(invoice)

    key = None if is_broken("payment-key-is-ignored") else request_id
    return once("payment", key, (invoice_id, amount_cents, method), run)


@tool("billing:write", END, "Void an invoice")
def void_invoice(invoice_id: InvoiceId) -> InvoiceShape:
    """Voids an open invoice of which nothing was paid."""
    invoice = gyms.invoice(own_gym(), invoice_id)
    rules.void(invoice)
    return show_invoice(invoice)


@tool("gym:read", READ, "Show how many invoices are left today")
def get_usage() -> Usage:
    """Shows how many invoices the gym has created today (UTC), and how many are left."""
    today = gyms.today()
    used = gyms.invoices_of_day.get((own_gym(), today), 0)
    return Usage(
        used=used,
        remaining=rules.INVOICES_A_DAY - used,
        limit=rules.INVOICES_A_DAY,
        resets_at=rules.next_day(today),
    )
